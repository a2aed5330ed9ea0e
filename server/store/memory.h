// A store that forgets: for tests of what stands above it. Answers by the same rules as the real one.
#pragma once

#include <map>

#include "server/store/store.h"

namespace cairn {

class MemoryStore final : public Store {
 public:
  explicit MemoryStore(Post post) : post_(std::move(post)) {}

  void add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms,
                 Done done) override;
  void add_table(TableRow row, Done done) override;
  void append(Append append, Done done) override;
  Found<Person> person_of(const TokenHash& token, std::int64_t now_ms) override;
  Found<StoredTable> load(const std::string& table) override;
  std::vector<std::string> tables_with_bot_due() override;
  void close() override {}

  bool fail_writes = false;  // from now on every write fails, as on a full disk

 private:
  void answer(Done done, Written written);
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
