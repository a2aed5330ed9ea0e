// Vacations, in the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

bool MemoryStore::knows_vacations(const std::string& id) const {
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second.row.setup.clock.vacation_ms == 0) return false;
  const auto state = states_.find(id);
  const auto& chairs = found->second.row.chairs;
  return (state == states_.end() || !state->second.over) &&
         std::none_of(chairs.begin(), chairs.end(), [](const Chair& one) { return one.kind == SeatKind::open; });
}

void MemoryStore::begin_away(const std::string& id) {
  if (!knows_vacations(id)) return;
  for (const Chair& chair : tables_.at(id).row.chairs)
    if (const auto found = away_.find(chair.person); found != away_.end() && found->second.since_ms > 0)
      away_due_.try_emplace({chair.person, id}, found->second.number);
}

void MemoryStore::settle_away(const AwayDue& due) {
  const auto found = away_due_.find({due.person, due.table});
  if (found != away_due_.end() && found->second == due.number)
    away_due_.erase(found);
  else
    away_due_.try_emplace({due.person, due.table}, away_[due.person].number);
}

Written MemoryStore::write_away(std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms) {
  if (!people_[person].account) return {How::conflict, {}, 0};
  Gone& gone = away_[person];
  gone.until_ms = away ? until_ms : 0;
  if ((gone.since_ms > 0) == away) return {};
  gone.since_ms = away ? now_ms : 0;
  ++gone.number;
  for (const auto& [id, table] : tables_) {
    const auto& chairs = table.row.chairs;
    const bool sits = std::any_of(chairs.begin(), chairs.end(), [&](const Chair& one) { return one.person == person; });
    if (sits && knows_vacations(id)) away_due_[{person, id}] = gone.number;
  }
  return {};
}

void MemoryStore::set_away(std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms, Done done) {
  change(std::move(done), [&] { return write_away(person, away, now_ms, until_ms); });
}

void MemoryStore::end_aways(std::int64_t now_ms, int most, Done done) {
  change(std::move(done), [&] {
    for (const auto& [person, gone] : away_) {
      if (most == 0) break;
      if (gone.since_ms == 0 || gone.until_ms == 0 || gone.until_ms > now_ms) continue;
      write_away(person, false, now_ms, 0);
      --most;
    }
    return Written{};
  });
}

void MemoryStore::away_of(std::int64_t person, Read<Away> done) {
  if (!people_[person].account) return answer(std::move(done), std::optional<Away>());
  Away out{away_[person].since_ms, away_[person].until_ms, 0};
  for (const auto& [key, number] : away_due_) out.waiting += key.first == person ? 1 : 0;
  answer(std::move(done), std::optional(out));
}

void MemoryStore::due_away(int most, Read<std::vector<AwayDue>> done) {
  std::vector<AwayDue> out;
  for (const auto& [key, number] : away_due_)
    if (static_cast<int>(out.size()) < most)
      out.push_back({key.first, key.second, number, away_[key.first].since_ms > 0});
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::end_due_away(AwayDue due, int entries, Done done) {
  change(std::move(done), [&] {
    const auto table = tables_.find(due.table);
    if (table == tables_.end() || static_cast<int>(table->second.log.size()) != entries)
      return Written{How::conflict, {}, 0};
    const auto found = away_due_.find({due.person, due.table});
    if (found != away_due_.end() && found->second == due.number) away_due_.erase(found);
    return Written{};
  });
}

}  // namespace cairn
