// The store in SQL, one text for both engines; see sql.h for its few words in braces.
#pragma once

#include <memory>

#include "server/store/database.h"
#include "server/store/store.h"

namespace cairn {

// Tells other servers of what was written here, and the reverse. Lossy.
class Hints {
 public:
  virtual ~Hints() = default;
  virtual void say(const std::string& table, int number) = 0;
  virtual void on_hint(std::function<void(const Store::Numbers&)> heard) = 0;
  virtual void close() = 0;  // nothing is posted afterwards
};

class SqlStore : public Store {
 public:
  // `hints`: other servers share the database; null: none does.
  SqlStore(Database::Connect connect, int readers, Post post, std::shared_ptr<Hints> hints);
  SqlStore(const SqlStore&) = delete;
  SqlStore& operator=(const SqlStore&) = delete;
  ~SqlStore() override;

  void add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms,
                 Done done) override;
  void add_table(TableRow row, Done done) override;
  void append(Append append, Done done) override;
  void person_of(const TokenHash& token, std::int64_t now_ms, Read<Person> done) override;
  void load(std::string table, int after, Read<StoredTable> done) override;
  bool shared() const override { return hints_ != nullptr; }
  void on_hint(std::function<void(const Numbers&)> heard) override;
  void due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) override;
  void numbers(std::vector<std::string> tables, Read<Numbers> done) override;
  void alive(Done done) override;
  void ownerless_bots(int most, Read<std::vector<std::string>> done) override;
  void claim_bot(std::string table, Done done) override;
  void close() override;

 private:
  std::int64_t me_;  // this start of this server
  std::shared_ptr<Hints> hints_;
  Database database_;
};

}  // namespace cairn
