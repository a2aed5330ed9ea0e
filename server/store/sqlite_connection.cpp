#include "server/store/sqlite_connection.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <unordered_map>
#include <vector>

#include "server/store/moving.h"
#include "server/store/sql_lists.h"

namespace cairn {

namespace {

constexpr SqlDialect kDialect = {"INTEGER PRIMARY KEY",
                                 "BLOB",
                                 "WITHOUT ROWID",
                                 "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
                                 "",
                                 "TEXT"};

SqlError::Kind kind_of(int code) {
  switch (code & 0xFF) {
    case SQLITE_CONSTRAINT:
      return SqlError::Kind::constraint;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return SqlError::Kind::busy;
    case SQLITE_FULL:
      return SqlError::Kind::full;
    case SQLITE_READONLY:
    case SQLITE_IOERR:
      return SqlError::Kind::unwritable;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return SqlError::Kind::damaged;
    default:
      return SqlError::Kind::other;
  }
}

struct Close {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};
using File = std::unique_ptr<sqlite3, Close>;

File open_file(const std::string& path, int flags) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &raw, flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  File file(raw);
  if (code != SQLITE_OK) throw SqlError(kind_of(code), raw == nullptr ? "out of memory" : sqlite3_errmsg(raw));
  sqlite3_busy_timeout(raw, 5000);
  return file;
}

std::optional<SqliteFile> file_at(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return SqliteFile{path, found.st_dev, found.st_ino};
}

bool is_there(const SqliteFile& file) {
  const auto found = file_at(file.path);
  return found && found->device == file.device && found->number == file.number;
}

SqlError gone(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return {SqlError::Kind::gone,
          file_at(path)
              ? "another " + name + " is not the file that the server opened; restore that one, or restart the server"
              : name + " was moved or removed while the server was using it; put it back, or restart the server"};
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
    const Reset reset{statement_.get()};
    std::size_t parameter = 0;
    for (const SqlValue& value : values) bind(places_.at(parameter++), value);
    SqlRows rows;
    const int columns = sqlite3_column_count(statement_.get());
    rows.start(static_cast<std::size_t>(columns));
    while (step())
      for (int column = 0; column < columns; ++column) rows.add(cell(column));
    rows.set_changed(sqlite3_changes(db_));
    return rows;
  }

  std::vector<SqlRow> run_list(std::span<const SqlCell> values) {
    const Reset reset{statement_.get()};
    for (std::size_t i = 0; i < values.size(); ++i) bind_cell(places_.at(i), values[i]);
    std::vector<SqlRow> rows;
    const int columns = sqlite3_column_count(statement_.get());
    while (step()) {
      SqlRow& row = rows.emplace_back();
      row.reserve(static_cast<std::size_t>(columns));
      for (int column = 0; column < columns; ++column) row.push_back(list_cell(column));
    }
    return rows;
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  struct Reset {
    sqlite3_stmt* statement;
    ~Reset() { sqlite3_reset(statement); }
  };
  void check(int code) const {
    if (code != SQLITE_OK) throw fault(code);
  }
  SqlError fault(int code) const {
    const std::string_view said = sqlite3_errmsg(db_);
    return {is_moving_fault(said) ? SqlError::Kind::unwritable : kind_of(code), std::string(said)};
  }
  bool step() const {  // to the next row
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_DONE && code != SQLITE_ROW) throw fault(code);
    return code == SQLITE_ROW;
  }
  void bind_cell(int place, const SqlCell& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return bind(place, *integer);
    if (const auto* real = std::get_if<double>(&value)) return bind(place, *real);
    if (const auto* text = std::get_if<std::string>(&value)) return bind(place, *text);
    if (const auto* bytes = std::get_if<SqlBlob>(&value)) return bind(place, SqlBytes(*bytes));
    check(sqlite3_bind_null(statement_.get(), place));
  }
  SqlCell list_cell(int column) const {
    sqlite3_stmt* statement = statement_.get();
    switch (sqlite3_column_type(statement, column)) {
      case SQLITE_INTEGER:
        return std::int64_t{sqlite3_column_int64(statement, column)};
      case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
      case SQLITE_NULL:
        return std::monostate{};
      default: {
        const auto* data = static_cast<const unsigned char*>(sqlite3_column_blob(statement, column));
        const auto size = data == nullptr ? 0 : static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
        if (sqlite3_column_type(statement, column) == SQLITE_BLOB) return SqlBlob(data, data + size);
        return size == 0 ? std::string() : std::string(reinterpret_cast<const char*>(data), size);
      }
    }
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

class SqliteConnection final : public SqlConnection, public SqlLists {
 public:
  // `only`: no other file than this one.
  SqliteConnection(const std::string& path, bool to_write, const std::optional<SqliteFile>& only = std::nullopt)
      : path_(path), db_(open(path, to_write, only)) {
    // Its file may have to be written even to be read: the log of what is not in it yet.
    execute(to_write ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON"
                     : "PRAGMA query_only = ON");
    if (only) note_log(*only);
  }

  SqlRows run(const char* sql, std::initializer_list<SqlValue> values) override { return prepared(sql).run(values); }
  std::vector<SqlRow> run_list(const char* sql, std::span<const SqlCell> values) override {
    return prepared(sql).run_list(values);
  }
  void later_list(const char* sql, std::span<const SqlCell> values) override { prepared(sql).run_list(values); }
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
  void cut() noexcept override { sqlite3_interrupt(db_.get()); }
  void check_place() override {
    int moved = 0;
    if (sqlite3_file_control(db_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0)
      throw gone(path_);
    if (log_ == nullptr) return;
    for (const SqliteFile& one : *log_) {
      if (is_there(one)) continue;
      save_log();
      throw gone(one.path);
    }
  }
  std::int64_t version() override { return run("PRAGMA user_version", {}).integer(0, 0); }
  std::string set_version_sql(std::int64_t version) const override {
    return "PRAGMA user_version = " + std::to_string(version);
  }
  const SqlDialect& dialect() const override { return kDialect; }
  sqlite3* file() const { return db_.get(); }

 private:
  Statement& prepared(const char* sql) {
    auto found = statements_.find(sql);
    if (found == statements_.end())
      found = statements_.emplace(sql, Statement(db_.get(), in_dialect(sql, kDialect))).first;
    return found->second;
  }
  static File open(const std::string& path, bool to_write, const std::optional<SqliteFile>& only) {
    if (only && !is_there(*only)) throw gone(path);
    if (only) {  // a connection that began now would make another log
      const std::lock_guard guard(only->log->mutex);
      if (const auto known = only->log->files.lock())
        for (const SqliteFile& one : *known)
          if (!is_there(one)) throw gone(one.path);
    }
    File file = open_file(path, to_write && !only ? SQLITE_OPEN_CREATE : 0);
    int moved = 0;  // meanwhile
    if (only && (sqlite3_file_control(file.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || moved != 0 ||
                 !is_there(*only)))
      throw gone(path);
    return file;
  }

  // SQLite does not see when the log or its index is removed (it locks neither): all that is written then goes into a
  // file that nobody finds again.
  void note_log(const SqliteFile& file) {
    if (run("PRAGMA journal_mode", {}).text(0, 0) != "wal") return;
    run("SELECT COUNT(*) FROM sqlite_master", {});  // opens both
    const std::lock_guard guard(file.log->mutex);
    log_ = file.log->files.lock();
    if (log_ != nullptr) return;
    SqliteLog::Files found;
    for (const char* end : {"-wal", "-shm"}) found.push_back(find_sqlite_file(path_ + end));
    log_ = std::make_shared<const SqliteLog::Files>(std::move(found));
    file.log->files = log_;
  }

  // What was acknowledged may be in the removed log alone. This connection has it open still, and copies it into the
  // database. Not where another log has its name: somebody else may be writing to that one.
  void save_log() {
    if (!file_at(log_->front().path) && sqlite3_get_autocommit(db_.get()) != 0)
      sqlite3_wal_checkpoint_v2(db_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  }

  std::string path_;
  File db_;
  std::shared_ptr<const SqliteLog::Files> log_;
  std::unordered_map<const char*, Statement> statements_;
};

void copy_all(sqlite3* source, sqlite3* target) {
  sqlite3_backup* backup = sqlite3_backup_init(target, "main", source, "main");
  if (backup == nullptr) throw SqlError(SqlError::Kind::other, sqlite3_errmsg(target));
  // In one step it is one reading of one moment, which in WAL mode stops no writer; in several a write between two
  // would begin it anew.
  int code = SQLITE_BUSY;
  for (int tries = 0; tries < 100 && (code == SQLITE_BUSY || code == SQLITE_LOCKED); ++tries) {
    if (tries > 0) sqlite3_sleep(50);
    code = sqlite3_backup_step(backup, -1);
  }
  const int finished = sqlite3_backup_finish(backup);
  if (code != SQLITE_DONE || finished != SQLITE_OK) {
    const int fault = code == SQLITE_DONE ? finished : code;
    throw SqlError(kind_of(fault), sqlite3_errstr(fault));
  }
}

}  // namespace

std::unique_ptr<SqlConnection> connect_sqlite(const std::string& path) {
  return std::make_unique<SqliteConnection>(path, true);
}

std::unique_ptr<SqlConnection> connect_sqlite_to_read(const std::string& path) {
  return std::make_unique<SqliteConnection>(path, false);
}

SqliteFile find_sqlite_file(const std::string& path) {
  auto found = file_at(path);
  if (!found) throw gone(path);
  found->log = std::make_shared<SqliteLog>();
  return std::move(*found);
}

std::unique_ptr<SqlConnection> connect_sqlite(const SqliteFile& file) {
  return std::make_unique<SqliteConnection>(file.path, true, file);
}

std::unique_ptr<SqlConnection> connect_sqlite_to_read(const SqliteFile& file) {
  return std::make_unique<SqliteConnection>(file.path, false, file);
}

void copy_sqlite(const std::string& from, const std::string& to) {
  const File source = open_file(from, 0);
  const File target = open_file(to, SQLITE_OPEN_CREATE);
  copy_all(source.get(), target.get());
  // A copy is one file, which can be read where nothing can be written.
  if (sqlite3_exec(target.get(), "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr) != SQLITE_OK)
    throw SqlError(SqlError::Kind::other, sqlite3_errmsg(target.get()));
}

std::unique_ptr<SqlConnection> copy_to_memory(SqlConnection& from) {
  auto copy = std::make_unique<SqliteConnection>(":memory:", true);
  copy_all(dynamic_cast<SqliteConnection&>(from).file(), copy->file());
  return copy;
}

std::string check_sqlite(SqlConnection& db) try {
  const SqlRows found = db.run("PRAGMA integrity_check(1)");
  std::string said = found.empty() ? "it cannot be checked" : found.text(0, 0);
  if (said.starts_with("***")) said.erase(0, said.find('\n') + 1);  // a line that names the database
  if (said != "ok") return said;
  if (!db.run("PRAGMA foreign_key_check").empty()) return "rows refer to missing rows";
  return {};
} catch (const SqlError& error) {
  if (error.kind() != SqlError::Kind::damaged) throw;
  return error.what();
}

}  // namespace cairn
