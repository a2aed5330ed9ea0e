// The store on SQLite in memory, for tests: it does everything at once on the test's thread and posts the answers, and
// fails when it is told to.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "server/store/migrations.h"
#include "server/store/sqlite_connection.h"
#include "server/store/store.h"

namespace cairn {

// What a test tells the connections of a store.
struct TestSwitches {
  bool fail_writes = false;  // from now on every write fails, as on a full disk
  bool fail_reads = false;
};

// All connections of all stores on a database are one, for one thing is done at a time.
class TestConnection final : public SqlConnection {
 public:
  TestConnection(const TestSwitches& switches, std::shared_ptr<SqlConnection> db)
      : switches_(switches), db_(std::move(db)) {}

  SqlRows run(const char* sql, std::initializer_list<SqlValue> values) override {
    may_read();
    return db_->run(sql, values);
  }
  SqlLater later(const char* sql, std::initializer_list<SqlValue> values) override { return db_->later(sql, values); }
  void execute(const std::string& sql) override { db_->execute(sql); }
  void begin() override {
    if (switches_.fail_writes) throw SqlError(SqlError::Kind::full, "told to fail");
    db_->begin();
    writes_ = true;
  }
  void begin_read() override {
    may_read();
    db_->begin_read();
  }
  void commit() override {
    db_->commit();
    writes_ = false;
  }
  void rollback() noexcept override {
    db_->rollback();
    writes_ = false;
  }
  std::int64_t version() override { return db_->version(); }
  std::string set_version_sql(std::int64_t version) const override { return db_->set_version_sql(version); }
  const SqlDialect& dialect() const override { return db_->dialect(); }

 private:
  void may_read() const {
    if (switches_.fail_reads && !writes_) throw SqlError(SqlError::Kind::other, "told to fail");
  }
  const TestSwitches& switches_;
  std::shared_ptr<SqlConnection> db_;
  bool writes_ = false;
};

class TestStore final : public TestSwitches, public Store {
 public:
  explicit TestStore(const Post& post) : TestStore(post, new_database()) {}
  // Of another server on the same database.
  TestStore(const Post& post, const TestStore& other) : TestStore(post, other.db_) {}

  // From now on several servers use it.
  void share() { database_.set_shared(true); }

 private:
  TestStore(const Post& post, std::shared_ptr<SqlConnection> db)
      : Store({[this, db] { return std::make_unique<TestConnection>(*this, db); }}, post), db_(db) {}
  // A copy of one that is made once: the steps to it take longer.
  static std::shared_ptr<SqlConnection> new_database() {
    static const std::unique_ptr<SqlConnection> made = [] {
      auto db = connect_sqlite(":memory:");
      migrate(*db);
      return db;
    }();
    return copy_to_memory(*made);
  }

  std::shared_ptr<SqlConnection> db_;
};

}  // namespace cairn
