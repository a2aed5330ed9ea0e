// The store on SQLite in memory, for tests: it does everything at once on the test's thread and posts the answers, and
// fails when it is told to.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "server/store/migrations.h"
#include "server/store/sql_store.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

class TestStore final : public SqlStore {
 public:
  explicit TestStore(Post post) : TestStore(std::move(post), new_database()) {}
  // Of another server on the same database.
  TestStore(Post post, const TestStore& other) : TestStore(std::move(post), other.db_) {}

  bool fail_writes = false;  // from now on every write fails, as on a full disk
  bool fail_reads = false;
  bool several_servers = false;

  bool shared() const override { return several_servers; }

 private:
  class Connection;
  TestStore(Post post, std::shared_ptr<SqlConnection> db)
      : SqlStore([this] { return connect(); }, 0, std::move(post), nullptr, Sealer()), db_(std::move(db)) {}
  std::unique_ptr<SqlConnection> connect();
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

// All connections of all stores on a database are this one, for one thing is done at a time.
class TestStore::Connection final : public SqlConnection {
 public:
  Connection(const TestStore& store, std::shared_ptr<SqlConnection> db) : store_(store), db_(std::move(db)) {}

  SqlRows run(const char* sql, std::initializer_list<SqlValue> values) override {
    may_read();
    return db_->run(sql, values);
  }
  SqlLater later(const char* sql, std::initializer_list<SqlValue> values) override { return db_->later(sql, values); }
  void execute(const std::string& sql) override { db_->execute(sql); }
  void begin() override {
    if (store_.fail_writes) throw SqlError(SqlError::Kind::full, "told to fail");
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
    if (store_.fail_reads && !writes_) throw SqlError(SqlError::Kind::other, "told to fail");
  }
  const TestStore& store_;
  std::shared_ptr<SqlConnection> db_;
  bool writes_ = false;
};

inline std::unique_ptr<SqlConnection> TestStore::connect() {
  return std::make_unique<Connection>(*this, db_);
}

}  // namespace cairn
