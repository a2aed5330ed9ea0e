#include "server/store/memory.h"

#include <algorithm>

namespace cairn {

std::int64_t MemoryStore::tell() {
  using namespace std::chrono;
  told_at_ms_ = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  return ++told_;
}

void MemoryStore::try_write(Done done) {
  write_fault_ = fail_writes ? WriteFault::full : WriteFault::none;
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  answer(std::move(done), {});
}

void MemoryStore::last_moment(Read<std::int64_t> done) {
  std::int64_t last = told_at_ms_;
  for (const auto& [number, somebody] : people_)
    if (somebody.account) last = std::max(last, somebody.account->seen_ms);
  answer(std::move(done), std::optional(last));
}

StoreCounts MemoryStore::counts() {
  StoreCounts counts;
  counts.write_fault = write_fault_;
  return counts;
}

void MemoryStore::add_table(TableRow row, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  std::string id = row.id;
  if (!row.request.empty())
    if (const auto found = table_requests_.find({row.creator, row.request}); found != table_requests_.end())
      return answer(std::move(done), {Written::How::conflict, found->second, 0});
  if (row.most_listed > 0 && row.listed_until_ms > 0 && listed_by(row.creator, row.setup.created_ms) >= row.most_listed)
    return answer(std::move(done), {Written::How::conflict, {}, 0});
  if (!row.request.empty()) table_requests_[{row.creator, row.request}] = id;
  const bool fresh = !tables_.contains(id);
  if (fresh) {
    remind_[id] = row.remind_ms;
    keep(row.notices);
    tables_.emplace(id, StoredTable{std::move(row), {}});
  }
  if (fresh) states_[id].told = tell();
  if (fresh) note_neighbours(id, -1);
  if (fresh) begin_away(id);
  if (fresh) tables_in_order_.push_back(std::move(id));
  answer(std::move(done), {fresh ? Written::How::durable : Written::How::conflict, {}, 0});
}

void MemoryStore::append(Append append, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  const auto found = tables_.find(append.table);
  if (found == tables_.end() || append.number != static_cast<int>(found->second.log.size()) + 1)
    return answer(std::move(done), {Written::How::conflict, {}, 0});
  StoredTable& table = found->second;
  if (append.chair) table.row.chairs[static_cast<std::size_t>(index(append.entry.seat))] = *append.chair;
  table.row.bot_due = append.bot_due;
  leases_.erase(append.table);
  table.row.due_ms = append.due_ms;
  table.row.to_act = append.to_act;
  remind_[append.table] = append.remind_ms;
  resume_[append.table] = append.resume_ms;
  keep(append.notices);
  State& state = states_[append.table];
  if (!state.over || !append.over) state.rate_due = append.rate_due;
  state.over = append.over;
  if (append.begins) begin(*append.begins);
  if (append.told_all) {
    state.changed_ms = append.entry.at_ms;
    state.told = tell();
    state.told_kind = static_cast<int>(append.entry.kind);
  }
  table.log.push_back(std::move(append.entry));
  if (append.chair) note_neighbours(append.table, index(table.log.back().seat));
  if (append.chair) begin_away(append.table);
  if (append.away) settle_away(*append.away);
  answer(std::move(done), {});
}

void MemoryStore::load(std::string table, int after, Read<StoredTable> done) {
  const auto found = tables_.find(table);
  std::optional<StoredTable> out;
  if (found != tables_.end()) {
    out = found->second;
    for (Chair& chair : out->row.chairs)
      if (const auto person = people_.find(chair.person); person != people_.end()) chair.name = person->second.name;
    const auto known = std::min(static_cast<std::size_t>(after), out->log.size());
    out->log.erase(out->log.begin(), out->log.begin() + static_cast<std::ptrdiff_t>(known));
  }
  answer(std::move(done), std::move(out));
}

void MemoryStore::due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) {
  std::vector<std::pair<std::int64_t, std::string>> due;
  for (const auto& [id, table] : tables_)
    if (table.row.due_ms > 0 && table.row.due_ms <= now_ms) due.emplace_back(table.row.due_ms, id);
  std::sort(due.begin(), due.end());
  std::vector<std::string> ids;
  for (auto& [at, id] : due)
    if (static_cast<int>(ids.size()) < most) ids.push_back(std::move(id));
  answer(std::move(done), std::optional(std::move(ids)));
}

void MemoryStore::numbers(std::vector<std::string> tables, Read<Numbers> done) {
  Numbers out;
  for (auto& id : tables)
    if (const auto found = tables_.find(id); found != tables_.end())
      out.emplace_back(std::move(id), static_cast<int>(found->second.log.size()));
  answer(std::move(done), std::optional(std::move(out)));
}

bool MemoryStore::leased(const std::string& table) const {
  const auto found = leases_.find(table);
  return found != leases_.end() && found->second.lives();
}

void MemoryStore::ownerless_bots(int most, std::string game, Read<std::vector<std::string>> done) {
  std::vector<std::string> due;
  for (const auto& [id, table] : tables_) {
    const bool nobodys = !several_servers || ownerless.contains(id) || leases_.contains(id);
    const bool wanted = table.row.bot_due && (game.empty() || table.row.setup.game == game);
    if (wanted && nobodys && !leased(id) && static_cast<int>(due.size()) < most) due.push_back(id);
  }
  answer(std::move(done), std::optional(std::move(due)));
}

void MemoryStore::claim_bot(std::string table, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  const auto found = tables_.find(table);
  const bool due = found != tables_.end() && found->second.row.bot_due && !leased(table);
  const bool mine = due && (!several_servers || ownerless.erase(table) + leases_.erase(table) > 0);
  if (mine) leases_.erase(table);
  answer(std::move(done), {mine ? Written::How::durable : Written::How::conflict, {}, 0});
}

void MemoryStore::lease_bot(std::string table, std::int64_t lease, std::int64_t ms, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  const auto found = tables_.find(table);
  const bool free = found != tables_.end() && found->second.row.bot_due && !leased(table);
  if (free && lease == 0) {
    ownerless.insert(table);
  } else if (free) {
    ownerless.erase(table);
    leases_[table] = {lease, std::chrono::system_clock::now() + std::chrono::milliseconds(ms)};
  }
  answer(std::move(done), {free ? Written::How::durable : Written::How::conflict, {}, 0});
}

void MemoryStore::end_lease(std::string table, std::int64_t lease, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  const auto found = leases_.find(table);
  const bool mine = found != leases_.end() && found->second.id == lease;
  if (mine) leases_.erase(found);
  answer(std::move(done), {mine ? Written::How::durable : Written::How::conflict, {}, 0});
}

}  // namespace cairn
