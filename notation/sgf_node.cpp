#include "notation/sgf_node.h"

#include <cmath>

#include "core/text.h"
#include "notation/sgf_names.h"
#include "notation/view_json.h"

namespace cairn {

namespace {

std::string first_text(const sgf::Property& property) {
  return property.values.empty() ? "" : sgf::text_of(property.values[0], true);
}

std::optional<double> number_of(std::string_view text) {
  const Json json = parse_json(trim(text).starts_with('+') ? trim(text).substr(1) : trim(text));
  if (!json.is_number()) return std::nullopt;
  const double number = json.get<double>();
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

using Board = std::vector<std::string>;

// The board after a move on a board without a past.
std::optional<Board> board_after(const GameInfo& info, Config config, const Board& board, const View::Side& side,
                                 const std::string& word) {
  config.options = info.sgf->for_setup(info.complete(config.options));
  config.setup = Setup{board, side.name};
  Made made = info.make(config);
  if (!made.error.empty()) return std::nullopt;
  EventLog log;
  if (made.position.play(side.seat, word, log) != Reason::none) return std::nullopt;
  return made.position.view(Viewer::referee).board;
}

}  // namespace

bool read_annotation(const sgf::Property& property, GameNode& node) {
  if (property.values.size() != 1) return false;
  if (property.name == "C") {
    node.comment = sgf::text_of(property.values[0]);
    return true;
  }
  const std::string value = first_text(property);
  if (property.name == "N") {
    node.name = value;
    return true;
  }
  for (const MarkField& field : kMarkFields)
    if (property.name == field.property && (field.value.empty() || trim(value) == field.value) &&
        node.mark == MoveMark::none) {
      node.mark = field.mark;
      return true;
    }
  const auto number = number_of(value);
  if (!number) return false;
  Evaluation& evaluation = node.evaluation;
  if (property.name == "V")
    evaluation.score = number;
  else if (property.name == kWinProperty && *number >= 0 && *number <= 100)
    evaluation.win_percent = number;
  else if (property.name == kVisitsProperty && *number >= 0 && *number <= 1e15)
    evaluation.visits = static_cast<std::int64_t>(*number);
  else
    return false;
  return true;
}

bool is_made_all_the_same(Reason refused) {
  return refused == Reason::occupied || refused == Reason::suicide || refused == Reason::repetition;
}

std::optional<Setup> setup_behind(const GameInfo& info, const Config& config, const View& before,
                                  const TreeMove& move) {
  const View::Side *side = nullptr, *other = nullptr;
  for (const auto& one : before.sides) (one.seat == move.seat ? side : other) = &one;
  Made start = info.make(config);
  if (!side || !other || before.sides.size() != 2 || !start.error.empty()) return std::nullopt;
  Board board = before.board;
  char* there = nullptr;
  for (int row = 0; row < before.rows; ++row)
    for (int column = 0; column < before.columns; ++column)
      if (equal_ignoring_case(
              start.position.name({0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}), move.word))
        there = &board[static_cast<std::size_t>(before.rows - 1 - row)][static_cast<std::size_t>(column)];
  if (!there) return std::nullopt;
  *there = '.';
  if (auto after = board_after(info, config, board, *side, move.word)) return Setup{std::move(*after), other->name};
  // A suicide: what the opponent would take by a stone there is what goes, and there is no stone.
  Board after = board_after(info, config, board, *other, move.word).value_or(board);
  for (std::size_t row = 0; row < board.size(); ++row)
    for (std::size_t column = 0; column < board[row].size(); ++column)
      if (&board[row][column] == there) after[row][column] = '.';
  return Setup{std::move(after), other->name};
}

}  // namespace cairn
