#include "server/store/memory.h"

namespace cairn {

void MemoryStore::answer(Done done, Written written) {
  post_([done = std::move(done), written = std::move(written)] { done(written); });
}

void MemoryStore::add_guest(std::string name, const TokenHash& token, std::int64_t, std::int64_t expires_ms,
                            Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
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
  table.log.push_back(std::move(append.entry));
  answer(std::move(done), {});
}

Found<Person> MemoryStore::person_of(const TokenHash& token, std::int64_t now_ms) {
  const auto found = sessions_.find(token);
  if (found == sessions_.end() || found->second.expires_ms <= now_ms) return {};
  return {found->second.person, {}};
}

Found<StoredTable> MemoryStore::load(const std::string& table) {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return {};
  return {found->second, {}};
}

std::vector<std::string> MemoryStore::tables_with_bot_due() {
  std::vector<std::string> due;
  for (const auto& [id, table] : tables_)
    if (table.row.bot_due) due.push_back(id);
  return due;
}

}  // namespace cairn
