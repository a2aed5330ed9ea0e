#include "server/store/sqlite_connection.h"

#include <sqlite3.h>

#include <unordered_map>

namespace cairn {

namespace {

constexpr SqlDialect kDialect = {"INTEGER PRIMARY KEY", "BLOB", "WITHOUT ROWID",
                                 "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"};

SqlError::Kind kind_of(int code) {
  switch (code & 0xFF) {
    case SQLITE_CONSTRAINT:
      return SqlError::Kind::constraint;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return SqlError::Kind::busy;
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_IOERR:
      return SqlError::Kind::full;
    default:
      return SqlError::Kind::other;
  }
}

class Statement {
 public:
  Statement(sqlite3* db, std::string_view sql) : db_(db) {
    sqlite3_stmt* raw = nullptr;
    const int code =
        sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    statement_.reset(raw);
    check(code);
    const int count = sqlite3_bind_parameter_count(raw);
    for (int i = 1; i <= count; ++i)
      places_.push_back(sqlite3_bind_parameter_index(raw, ("$" + std::to_string(i)).c_str()));
  }

  SqlRows run(std::initializer_list<SqlValue> values) {
    struct Reset {
      sqlite3_stmt* statement;
      ~Reset() { sqlite3_reset(statement); }
    } const reset{statement_.get()};
    std::size_t parameter = 0;
    for (const SqlValue& value : values) bind(places_.at(parameter++), value);
    SqlRows rows;
    const int columns = sqlite3_column_count(statement_.get());
    rows.start(static_cast<std::size_t>(columns));
    while (true) {
      const int code = sqlite3_step(statement_.get());
      if (code == SQLITE_DONE) break;
      if (code != SQLITE_ROW) throw SqlError(kind_of(code), sqlite3_errmsg(db_));
      for (int column = 0; column < columns; ++column) rows.add(cell(column));
    }
    rows.set_changed(sqlite3_changes(db_));
    return rows;
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void check(int code) const {
    if (code != SQLITE_OK) throw SqlError(kind_of(code), sqlite3_errmsg(db_));
  }
  // What is bound outlives the run: nothing is copied.
  void bind(int place, const SqlValue& value) {
    sqlite3_stmt* statement = statement_.get();
    if (const auto* integer = std::get_if<std::int64_t>(&value.get()))
      check(sqlite3_bind_int64(statement, place, *integer));
    else if (const auto* real = std::get_if<double>(&value.get()))
      check(sqlite3_bind_double(statement, place, *real));
    else if (const auto* text = std::get_if<std::string_view>(&value.get()))
      check(sqlite3_bind_text(statement, place, text->data() == nullptr ? "" : text->data(),
                              static_cast<int>(text->size()), SQLITE_STATIC));
    else if (const auto* bytes = std::get_if<SqlBytes>(&value.get()))
      check(sqlite3_bind_blob(statement, place, bytes->data() == nullptr ? "" : static_cast<const void*>(bytes->data()),
                              static_cast<int>(bytes->size()), SQLITE_STATIC));
  }
  SqlRows::Cell cell(int column) const {
    sqlite3_stmt* statement = statement_.get();
    switch (sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER:
        return std::int64_t{sqlite3_column_int64(statement, column)};
      case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
      case SQLITE_NULL:
        return std::monostate{};
      default: {
        const auto* data = static_cast<const char*>(sqlite3_column_blob(statement, column));
        if (data == nullptr) return std::string();
        return std::string(data, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
      }
    }
  }
  sqlite3* db_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::vector<int> places_;  // of $1, $2, ...: SQLite numbers them as they come in the text
};

class SqliteConnection final : public SqlConnection {
 public:
  explicit SqliteConnection(const std::string& path) {
    sqlite3* raw = nullptr;
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(path.c_str(), &raw, kFlags, nullptr);
    db_.reset(raw);
    if (code != SQLITE_OK) throw SqlError(kind_of(code), raw == nullptr ? "out of memory" : sqlite3_errmsg(raw));
    sqlite3_busy_timeout(raw, 5000);
    execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  }

  SqlRows run(const char* sql, std::initializer_list<SqlValue> values) override {
    auto found = statements_.find(sql);
    if (found == statements_.end())
      found = statements_.emplace(sql, Statement(db_.get(), in_dialect(sql, kDialect))).first;
    return found->second.run(values);
  }
  SqlLater later(const char* sql, std::initializer_list<SqlValue> values) override {
    return std::make_shared<SqlRows>(run(sql, values));
  }
  void execute(const std::string& sql) override {
    char* message = nullptr;
    const int code = sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, &message);
    if (code == SQLITE_OK) return;
    const std::string text = message == nullptr ? sqlite3_errmsg(db_.get()) : message;
    sqlite3_free(message);
    throw SqlError(kind_of(code), text);
  }
  void begin() override { run("BEGIN IMMEDIATE", {}); }
  void begin_read() override { run("BEGIN", {}); }
  void commit() override { run("COMMIT", {}); }
  void rollback() noexcept override {
    if (sqlite3_get_autocommit(db_.get()) == 0) sqlite3_exec(db_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  std::int64_t version() override { return run("PRAGMA user_version", {}).integer(0, 0); }
  std::string set_version_sql(std::int64_t version) const override {
    return "PRAGMA user_version = " + std::to_string(version);
  }
  const SqlDialect& dialect() const override { return kDialect; }

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;
  std::unordered_map<const char*, Statement> statements_;
};

}  // namespace

std::unique_ptr<SqlConnection> connect_sqlite(const std::string& path) {
  return std::make_unique<SqliteConnection>(path);
}

}  // namespace cairn
