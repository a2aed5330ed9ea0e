#include "server/store/memory.h"

#include <algorithm>

namespace cairn {

void MemoryStore::answer(Done done, Written written) {
  post_([done = std::move(done), written = std::move(written)] { done(written); });
}

template <class T>
void MemoryStore::answer(Read<T> done, std::optional<T> value) {
  Found<T> found{std::move(value), {}};
  if (fail_reads) found = {std::nullopt, "told to fail"};
  post_([done = std::move(done), found = std::move(found)] { done(found); });
}

void MemoryStore::add_guest(std::string name, const TokenHash& token, std::int64_t, std::int64_t expires_ms,
                            Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  if (sessions_.contains(token)) return answer(std::move(done), {Written::How::failed, "the token is there", 0});
  sessions_[token] = {{++people_, std::move(name)}, expires_ms};
  answer(std::move(done), {Written::How::durable, {}, people_});
}

void MemoryStore::add_table(TableRow row, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  std::string id = row.id;
  const bool fresh = tables_.try_emplace(std::move(id), StoredTable{std::move(row), {}}).second;
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
  table.row.due_ms = append.due_ms;
  table.log.push_back(std::move(append.entry));
  answer(std::move(done), {});
}

void MemoryStore::person_of(const TokenHash& token, std::int64_t now_ms, Read<Person> done) {
  const auto found = sessions_.find(token);
  std::optional<Person> person;
  if (found != sessions_.end() && found->second.expires_ms > now_ms) person = found->second.person;
  answer(std::move(done), std::move(person));
}

void MemoryStore::load(std::string table, int after, Read<StoredTable> done) {
  const auto found = tables_.find(table);
  std::optional<StoredTable> out;
  if (found != tables_.end()) {
    out = found->second;
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

void MemoryStore::ownerless_bots(int most, Read<std::vector<std::string>> done) {
  std::vector<std::string> due;
  for (const auto& [id, table] : tables_)
    if (table.row.bot_due && (!several_servers || ownerless.contains(id)) && static_cast<int>(due.size()) < most)
      due.push_back(id);
  answer(std::move(done), std::optional(std::move(due)));
}

void MemoryStore::claim_bot(std::string table, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  const auto found = tables_.find(table);
  const bool due = found != tables_.end() && found->second.row.bot_due;
  const bool mine = due && (!several_servers || ownerless.erase(table) == 1);
  answer(std::move(done), {mine ? Written::How::durable : Written::How::conflict, {}, 0});
}

}  // namespace cairn
