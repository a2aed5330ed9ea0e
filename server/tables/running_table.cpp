#include "server/tables/running_table.h"

#include <array>

#include "server/base/shared_text.h"

namespace cairn {

namespace {
constexpr std::size_t kKeptAnswers = 64;
}

std::optional<Seat> RunningTable::seat_of(const std::optional<Person>& person) const {
  return person ? table->seat_of(person->id) : std::nullopt;
}

TableView RunningTable::view(const std::optional<Person>& person, std::int64_t now_ms) const {
  return {*table, row.id, seat_of(person), now_ms};
}

std::string RunningTable::state_message(const std::optional<Person>& person, std::int64_t now_ms) const {
  return R"({"type":"state","state":)" + view(person, now_ms).state_text() + "}";
}

void RunningTable::tell_state(std::int64_t now_ms) const {
  std::array<SharedText, kMaxSeats + 1> texts;  // one for each viewer that is there
  const auto all = subscribers;                 // a listener may leave when it is told
  for (const auto& [listener, person] : all) {
    SharedText& text = texts[static_cast<std::size_t>(view(person, now_ms).viewer())];
    listener->tell(text.of([&, &who = person] { return state_message(who, now_ms); }));
  }
}

void RunningTable::tell(const Change& change, std::int64_t now_ms) const {
  std::array<SharedText, kMaxSeats + 1> texts;
  TableView::Alike alike;
  const auto all = subscribers;
  for (const auto& [listener, person] : all) {
    const TableView shown = view(person, now_ms);
    if (!sees(change.changed_for, shown.viewer())) continue;
    listener->tell(
        texts[static_cast<std::size_t>(shown.viewer())].of([&] { return shown.change_text(change, alike); }));
    if (table->setup().clock.lag_ms > 0) listener->measure();
  }
}

const CommandAnswer* RunningTable::answer(const std::string& key) const {
  for (const auto& [request, given] : answers)
    if (request == key) return &given;
  return nullptr;
}

void RunningTable::keep_answer(std::string key, CommandAnswer given) {
  if (answers.size() >= kKeptAnswers) answers.pop_front();
  answers.emplace_back(std::move(key), std::move(given));
}

}  // namespace cairn
