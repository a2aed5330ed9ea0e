#include "server/library/library_game.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include "core/hash.h"
#include "core/text.h"
#include "notation/sgf_game.h"
#include "notation/words.h"
#include "server/library/board_events.h"
#include "server/library/board_keys.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

constexpr std::size_t kMostListedMoves = 2'000;

// As much of a text of a file as is kept, on one line; never half a letter.
std::string kept_text(std::string_view text) {
  std::string out(trim(text.substr(0, kMostLibraryText)));
  if (text.size() > kMostLibraryText)
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0x80U) != 0) {
      const bool first = (static_cast<unsigned char>(out.back()) & 0x40U) != 0;
      out.pop_back();
      if (first) break;
    }
  for (char& c : out)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return out;
}

std::uint64_t sum_of(std::uint64_t sum, std::string_view text) {
  sum = mix(sum, text.size());
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return sum;
}

// Who won by what the file says ("B+R", "White wins", "0"), else by where the moves led.
Ending ending_of(std::string_view result, const View& view) {
  const auto of_seat = [](int seat) { return static_cast<Ending>(seat + 1); };
  if (view.outcome.over && view.outcome.how != Outcome::How::no_result) {
    const int won = winner(view.outcome, static_cast<int>(view.sides.size()));
    return won >= 0 ? of_seat(won) : Ending::drawn;
  }
  const std::string text = lower(trim(result));
  if (text == "0" || text == "draw" || text == "jigo" || text == "drawn") return Ending::drawn;
  for (const View::Side& side : view.sides) {
    const bool letter = text.size() >= 2 && text[0] == to_lower(side.letter) && text[1] == '+';
    if (letter || text.starts_with(side.name + " win") || text.starts_with(side.name + "+"))
      return of_seat(index(side.seat));
  }
  return Ending::unknown;
}

// Plays the main line and notes its positions. Returns where it ends.
View index_positions(const GameInfo& info, const AnnotatedGame& game, Position& position, NewLibraryGame& out) {
  const View start = position.view(Viewer::referee);
  BoardKeys keys(info.name, start);
  BoardChanges changes(start);
  EventLog log;
  std::uint64_t before = keys.position();
  const auto note = [&](std::uint32_t move) {
    if (out.game.moves <= kMostPly)
      out.positions.push_back({before, 0, static_cast<std::uint16_t>(out.game.moves), Ending::unknown, move});
  };
  for (const NodeIndex node : game.tree.main_line()) {
    const GameNode& now = game.tree[node];
    if (node == kRoot || (!now.move && !now.setup)) continue;
    log.clear();
    if (now.setup) {
      if (play_node(info, game.config, game.tree, node, position)) break;
      const View view = position.view(Viewer::referee);
      keys.set_up(view);
      changes.set_up(view);
    } else {
      if (play_for(position, now.move->seat, now.move->word, &log) != Reason::none) break;
      const std::uint32_t move = keys.move(now.move->word, log);
      if (move == 0) continue;  // a mark, an agreement, a resignation
      note(move);
      ++out.game.moves;
      keys.take(now.move->word, log);
      changes.take(log);
    }
    before = keys.position();
  }
  note(0);
  out.digest = keys.game();
  out.changes = changes.bytes();
  return position.view(Viewer::referee);
}

void take_details(const Details& details, std::size_t seats, LibraryGame& out) {
  for (std::size_t seat = 0; seat < seats; ++seat) {
    out.players.push_back(kept_text(details.players[seat].name));
    out.ranks.push_back(kept_text(details.players[seat].rank));
  }
  out.event = kept_text(details.event);
  if (const std::string round = kept_text(details.round); !round.empty())
    out.event = kept_text(out.event + (out.event.empty() ? "" : ", ") + round);
  out.date = kept_text(details.date);
  out.result = kept_text(details.result);
  out.day = first_day(out.date);
}

}  // namespace

std::int64_t first_day(std::string_view date) {
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    if (at + digits > date.size()) return -1;
    const auto [end, error] = std::from_chars(date.data() + at, date.data() + at + digits, value);
    return error == std::errc{} && end == date.data() + at + digits ? value : -1;
  };
  for (std::size_t at = 0; at + 4 <= date.size(); ++at) {
    if (!is_digit(date[at]) || (at > 0 && is_digit(date[at - 1]))) continue;
    const int year = number(at, 4);
    if (year < 1 || (at + 4 < date.size() && is_digit(date[at + 4]))) continue;
    const auto part = [&](std::size_t from, int most) {
      const bool stands = from < date.size() && (date[from] == '-' || date[from] == '/' || date[from] == '.');
      const int value = stands ? number(from + 1, 2) : -1;
      return value >= 1 && value <= most ? value : 0;
    };
    const int month = part(at + 4, 12), day = month > 0 ? part(at + 7, 31) : 0;
    // Days of the civil calendar since 1970: years begin in March, so that leap days come last.
    const int m = std::max(1, month), y = year - (m <= 2 ? 1 : 0), era = y / 400, of_era = y - era * 400;
    const int of_year = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + std::max(1, day) - 1;
    const int days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    return std::int64_t{era} * 146'097 + days - 719'468;
  }
  return kNoDay;
}

Message read_library_game(const AnnotatedGame& game, NewLibraryGame& out) {
  const GameInfo* info = find_game(game.game);
  if (info == nullptr) return unknown_game(game.game);
  Made made = info->make(game.config);
  if (!made.error.empty()) return made.error;
  out.game.game = info->name;
  out.game.options = complete_options(*info, game.config);
  out.game.game_class = rating_class_of(out.game.game, out.game.options);
  const View end = index_positions(*info, game, made.position, out);
  if (out.game.moves == 0) return Message("library-no-moves", "the game has no moves");
  take_details(game.details, end.sides.size(), out.game);
  out.game.ending = ending_of(out.game.result, end);
  if (out.game.result.empty()) out.game.result = end.result;
  out.game.board = end.board;
  for (PositionEntry& entry : out.positions) entry.ending = out.game.ending;
  if (out.game.moves < kShortGame) {
    for (const std::string& name : out.game.players) out.digest = sum_of(out.digest, lower(name));
    out.digest = sum_of(sum_of(out.digest, out.game.date), out.game.result);
  }
  out.game.record = sgf::write(export_sgf(game, "Cairn"));
  if (out.game.record.size() > kMostLibraryRecord)
    return Message("library-record-too-long", "the record is longer than {n} KiB", {{"n", kMostLibraryRecord / 1024}});
  return {};
}

Message read_position_key(const GameInfo& info, const OptionValues& options, std::string_view rows,
                          std::uint64_t& key) {
  Made made = info.make({options, std::nullopt});
  if (!made.error.empty()) return made.error;
  View view = made.position.view(Viewer::referee);
  std::vector<std::string> board;
  for (const auto row : split(rows, '|')) board.emplace_back(row);
  const auto shape = [&](const std::vector<std::string>& lines) {
    // A pyramid leaves out upper levels that are empty; the others are shaped alike.
    const std::size_t most = static_cast<std::size_t>(has_levels(view) ? view.levels : view.rows);
    if (lines.empty() || lines.size() > most || (!has_levels(view) && lines.size() != most)) return false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t less = has_levels(view) ? i : 0;
      const std::size_t columns = static_cast<std::size_t>(view.columns) - less;
      const auto parts = has_levels(view) ? split(lines[i], '/') : std::vector<std::string_view>{lines[i]};
      if (has_levels(view) && parts.size() != static_cast<std::size_t>(view.rows) - less) return false;
      for (const auto part : parts)
        if (part.size() != columns) return false;
    }
    return true;
  };
  if (!shape(board))
    return Message("library-position-shape",
                   "\"position\" must be the rows of a board of this game and size with vertical bars between them, "
                   "such as {example}",
                   {{"example", join(view.board, "|").substr(0, 200)}});
  constexpr char kNeutralBall = 'X';
  const auto known = [&](char letter) {
    return letter == '.' || side_of_letter(view, letter) >= 0 ||
           (has_levels(view) && (letter == '/' || letter == kNeutralBall));
  };
  for (const auto& line : board)
    for (const char letter : line)
      if (!known(letter))
        return Message("library-position-letter",
                       "\"{letter}\" is not a piece of this game; use the letters of the sides, and \".\" for empty",
                       {{"letter", std::string(1, letter)}});
  view.board = std::move(board);
  key = BoardKeys(info.name, view).position();
  return {};
}

Message read_pattern(const GameInfo& info, const OptionValues& options, std::string_view rows, PatternPlace place,
                     LibraryQuery& query) {
  const Made made = info.make({options, std::nullopt});
  if (!made.error.empty()) return made.error;
  auto pattern = std::make_shared<BoardPattern>();
  if (auto wrong = pattern->read(made.position.view(Viewer::referee), rows, place); !wrong.empty()) return wrong;
  query.game_class = rating_class_of(std::string(info.name), info.complete(options));
  query.pattern = [pattern](std::string_view changes) { return pattern->find(changes); };
  return {};
}

PositionCodes position_codes(const GameInfo& info, const Position& position) {
  const BoardKeys keys(info.name, position.view(Viewer::referee));
  PositionCodes out{keys.position(), {}};
  const SeatSet acting = position.to_act();
  for (int i = 0; i < position.seats(); ++i) {
    if (!acting.contains(seat_at(i))) continue;
    ActionList actions;
    position.legal(seat_at(i), actions);
    if (actions.size() > kMostListedMoves) continue;
    for (const Action action : actions) {
      Position next = position;
      EventLog log;
      next.apply(seat_at(i), action, [&log](const Event& event) { log.push_back(event); });
      std::string word = position.format(action);
      if (const std::uint32_t code = keys.move(word, log); code != 0)
        out.moves.push_back({std::move(word), code, seat_at(i)});
    }
  }
  return out;
}

}  // namespace cairn
