// Requests about the daily puzzles.
#include <limits>

#include "server/net/answers.h"
#include "server/protocol/days.h"

namespace cairn::net {

namespace {

constexpr const char* kBadDay = "a day is written as 2026-11-22";

Plan list_plan(Puzzles& puzzles, std::string_view before, const std::optional<Person>& person) {
  const auto day = day_of(before);
  if (!before.empty() && !day) return refuse(400, "bad-request", std::string("\"before\": ") + kBadDay);
  return Act([&puzzles, day, person](Club::Done done) {
    puzzles.list(day.value_or(std::numeric_limits<std::int64_t>::max()), person, std::move(done));
  });
}

}  // namespace

Plan puzzle_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person) {
  using To = Route::To;
  using Done = Club::Done;
  Puzzles& puzzles = *shared.puzzles;
  if (route.to == To::puzzles) return list_plan(puzzles, query_value(view(request.target()), "before"), person);
  const auto day = day_of(route.table);
  const bool today = route.to == To::puzzle && route.table == "today";
  if (!day && !today)
    return refuse(404, "not-found", std::string(kBadDay) + (route.to == To::puzzle ? ", or it is \"today\"" : ""));
  if (route.to == To::puzzle)
    return Act([&puzzles, day, person](Done done) { puzzles.show(day, person, std::move(done)); });
  return with(read_puzzle_answer(request.body()),
              [&puzzles, day = *day, person = *person](const PuzzleAnswer& one, const Done& done) {
                puzzles.answer(day, person, one, done);
              });
}

}  // namespace cairn::net
