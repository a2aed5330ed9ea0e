#include "server/tables/game_export.h"

#include "notation/record.h"
#include "notation/words.h"
#include "server/base/days.h"
#include "server/play/clock_rule.h"

namespace cairn {

namespace {

std::string seconds_text(std::int64_t ms) {
  std::string text = std::to_string(ms / kSecondMs);
  if (ms % kSecondMs != 0) text += "." + std::to_string(1'000 + ms % kSecondMs).substr(1);
  return text;
}

void put(GameNode& node, std::string_view name, std::string value) {
  if (!node.properties.empty() && node.properties.back().name == name)
    node.properties.back().values.push_back(std::move(value));
  else
    node.properties.push_back({std::string(name), {std::move(value)}});
}

// BL and OB, WL and OW: what the player had left after the move. SGF has two colours.
void tell_time_left(const Table& table, const Step& step, GameNode& node) {
  if (!step.time) return;
  for (const auto& side : table.names().sides) {
    if (side.name != step.side || (side.letter != 'B' && side.letter != 'W')) continue;
    const bool black = side.letter == 'B';
    put(node, black ? "BL" : "WL", seconds_text(step.time->ms));
    if (step.time->count > 0) put(node, black ? "OB" : "OW", std::to_string(step.time->count));
  }
}

// TB and TW: the empty points and dead stones that were counted for each side.
void tell_territory(const Table& table, GameNode& node) {
  const View view = table.view(Viewer::spectator);
  if (!table.info().sgf || !view.outcome.over) return;
  for (const auto& side : view.sides)
    for (const auto& mark : view.marks) {
      if (mark.kind != side.name + "-points") continue;
      for (const Point point : mark.points) {
        const int row = view.rows - 1 - point.row;
        if (view.board[static_cast<std::size_t>(row)][point.column] != side.letter)
          put(node, std::string("T") + side.letter, sgf::value_of(sgf::PointAt{point.column, row}));
      }
    }
}

// TM and OT as other servers write them: "TM[600]OT[3x30 byo-yomi]".
void tell_time(const ClockRule& rule, Details& details) {
  using Kind = ClockRule::Kind;
  if (rule.kind == Kind::none) return;
  if (rule.kind != Kind::move && rule.kind != Kind::correspondence) details.time = seconds_text(rule.main_ms);
  switch (rule.kind) {
    case Kind::fischer:
      details.overtime = seconds_text(rule.increment_ms) + " fischer";
      break;
    case Kind::byoyomi:
      details.overtime = std::to_string(rule.periods) + "x" + seconds_text(rule.period_ms) + " byo-yomi";
      break;
    case Kind::canadian:
      details.overtime = std::to_string(rule.stones) + "/" + seconds_text(rule.period_ms) + " canadian";
      break;
    case Kind::move:
      details.overtime = seconds_text(rule.main_ms) + " per move";
      break;
    case Kind::correspondence:
      details.overtime = to_text(rule);
      break;
    case Kind::absolute:
    case Kind::none:
      break;
  }
}

}  // namespace

AnnotatedGame annotated_game(const Table& table) {
  AnnotatedGame game;
  const TableSetup& setup = table.setup();
  game.game = setup.game;
  game.config.options = setup.options;
  for (std::size_t seat = 0; seat < table.occupants().size(); ++seat)
    game.details.players[seat].name = table.occupants()[seat].name;
  if (setup.created_ms > 0) game.details.date = day_text(setup.created_ms / kDayMs);
  tell_time(setup.clock, game.details);
  game.details.result = table.view(Viewer::spectator).result;
  NodeIndex last = kRoot;
  for (const Step& step : table.steps()) {
    GameNode node;
    node.move = TreeMove{step.seat, step.said()};
    tell_time_left(table, step, node);
    if (&step == &table.steps().back()) tell_territory(table, node);
    last = game.tree.add(last, std::move(node));
  }
  if (table.terms().drawn) {
    GameNode node;
    node.move = TreeMove{seat_at(0), std::string(kDraw)};
    game.tree.add(last, std::move(node));
  }
  return game;
}

std::string file_key(std::string_view table, int entries, std::span<const Occupant> occupants, FileForm form) {
  std::string key(table);
  key += '/' + std::to_string(entries) + '/' + std::to_string(static_cast<int>(form));
  for (const Occupant& occupant : occupants) key += '\n' + occupant.name;
  return key;
}

std::optional<Refusal> not_to_export(const Table& table) {
  if (!table.info().hidden || table.over()) return std::nullopt;
  return Refusal{Code::not_over, Message("game-hides-something-its",
                                         "this game has hidden information: its record is public when it is over")};
}

Result<GameExport> write_game(const AnnotatedGame& game, FileForm form) {
  if (form == FileForm::sgf) return GameExport{sgf::write(export_sgf(game, "Cairn")), "application/x-go-sgf"};
  if (form == FileForm::json) return GameExport{to_text(record_json(game)) + "\n", "application/json"};
  std::string text;
  if (auto error = write_text(game, text); !error.empty()) return Refusal{Code::no_text, std::move(error)};
  return GameExport{std::move(text), "text/plain; charset=utf-8"};
}

}  // namespace cairn
