// The daily puzzles.
#include <limits>

#include "server/base/days.h"
#include "server/net/answers.h"
#include "server/protocol/puzzles_from_client.h"
#include "server/protocol/puzzles_to_client.h"
#include "server/protocol/small_boards_to_client.h"

namespace cairn::net {

namespace {

constexpr MessageText kBadDay("form-of-day", "a day is written like 2026-11-22");

Response list_puzzles(const Asked& asked) {
  const std::string_view before = asked.query("before");
  const auto day = day_of(before);
  if (!before.empty() && !day)
    return refuse(Code::bad_request, Message("bad-before", "\"before\": {why}", {{"why", kBadDay}}));
  return Act([&asked, day](const Answered& done) {
    call(&Puzzles::list, asked, done, day.value_or(std::numeric_limits<std::int64_t>::max()));
  });
}

Response show_puzzle(const Asked& asked) {
  const auto day = day_of(asked.route.id);
  if (!day && asked.route.id != "today")
    return refuse(Code::not_found, Message("day-or-today", "{why}, or it is \"today\"", {{"why", kBadDay}}));
  return Act([&asked, day](const Answered& done) { call(&Puzzles::show, asked, done, day); });
}

std::variant<PuzzleDays, Fault> read_puzzle_days(const Asked& asked) {
  const auto ids = read_board_ids(asked, "days");
  if (const auto* fault = std::get_if<Fault>(&ids)) return *fault;
  PuzzleDays days;
  for (const std::string& id : std::get<TableIds>(ids)) {
    const auto day = day_of(id);
    if (!day) return Fault{Message(kBadDay)};
    days.push_back(*day);
  }
  return days;
}

Response show_puzzle_boards(const Asked& asked) {
  return with(read_puzzle_days(asked),
              [&asked](const PuzzleDays& days, const Answered& done) { call(&Puzzles::boards, asked, done, days); });
}

Response answer_puzzle(const Asked& asked) {
  const auto day = day_of(asked.route.id);
  if (!day) return refuse(Code::not_found, kBadDay);
  return with_body(asked, read_puzzle_answer, [&asked, day](const PuzzleAnswer& one, const Answered& done) {
    call(&Puzzles::answer, asked, done, *day, one);
  });
}

}  // namespace

std::vector<Endpoint> puzzle_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/puzzles", "puzzles", Needs::watch, list_puzzles},
       {"puzzles", "List past puzzles with your results"},
       {{200, "PuzzleList", "at most 100, newest first"}},
       {},
       {{"before", "continue here: the `next` of the last answer (a day)", ref("Day")}}},
      {{"GET", "/api/puzzles/{day}", "puzzle", Needs::watch, show_puzzle},
       {"puzzles", "Get the puzzle of a day, or of `today` (UTC)"},
       {{200, "Puzzle", "a position to solve"}},
       {"broken-record"}},
      {{"GET", "/api/puzzle-boards", "puzzle-boards", Needs::watch, show_puzzle_boards},
       {"puzzles", "Get small boards of the puzzles of several days"},
       {{200, "Boards", "in the order of the request; days without a puzzle are left out"}},
       {},
       {{"days", "days, separated by commas", matching("^\\d{4}-\\d\\d-\\d\\d(,\\d{4}-\\d\\d-\\d\\d)*$")}}},
      {{"POST", "/api/puzzles/{day}", "answer-puzzle", Needs::play, answer_puzzle},
       {"puzzles", "Try a move on a puzzle, or give up", "PuzzleAnswer"},
       {{200, "Puzzle", "the puzzle and the result of the try; the same move counts once"}},
       {"illegal-move", "broken-record"}},
  };
}

}  // namespace cairn::net
