// A store that forgets: for tests of what stands above it. Answers by the same rules as the real one, and like it
// later. Several clubs of one thread may share it.
#pragma once

#include <map>
#include <set>

#include "server/store/store.h"

namespace cairn {

class MemoryStore final : public Store {
 public:
  explicit MemoryStore(Post post) : post_(std::move(post)) {}

  void add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms,
                 Done done) override;
  void add_table(TableRow row, Done done) override;
  void append(Append append, Done done) override;
  void person_of(const TokenHash& token, std::int64_t now_ms, Read<Person> done) override;
  void load(std::string table, int after, Read<StoredTable> done) override;
  bool shared() const override { return several_servers; }
  void due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) override;
  void numbers(std::vector<std::string> tables, Read<Numbers> done) override;
  void alive(Done done) override { answer(std::move(done), {}); }
  void ownerless_bots(int most, Read<std::vector<std::string>> done) override;
  void claim_bot(std::string table, Done done) override;
  void close() override {}

  bool fail_writes = false;  // from now on every write fails, as on a full disk
  bool fail_reads = false;
  bool several_servers = false;
  std::set<std::string> ownerless;  // tables whose bot nobody has; all that are due where one server is alone

 private:
  void answer(Done done, Written written);
  template <class T>
  void answer(Read<T> done, std::optional<T> value);
  struct Session {
    Person person;
    std::int64_t expires_ms;
  };
  Post post_;
  std::map<TokenHash, Session> sessions_;
  std::map<std::string, StoredTable> tables_;
  std::int64_t people_ = 0;
};

}  // namespace cairn
