#include "server/store/connection.h"

namespace cairn {

Statement::Statement(sqlite3* db, std::string_view sql) : db_(db) {
  sqlite3_stmt* raw = nullptr;
  const int code =
      sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  statement_.reset(raw);
  check(code);
  const int count = sqlite3_bind_parameter_count(raw);
  for (int i = 1; i <= count; ++i)
    places_.push_back(sqlite3_bind_parameter_index(raw, ("$" + std::to_string(i)).c_str()));
}

int Statement::place(int parameter) const {
  return places_.at(static_cast<std::size_t>(parameter - 1));
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw SqlError(sqlite3_errmsg(db_));
}

Statement& Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), place(parameter), value));
  return *this;
}
Statement& Statement::bind(int parameter, double value) {
  check(sqlite3_bind_double(statement_.get(), place(parameter), value));
  return *this;
}
Statement& Statement::bind(int parameter, std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  check(sqlite3_bind_text(statement_.get(), place(parameter), data, static_cast<int>(value.size()), SQLITE_TRANSIENT));
  return *this;
}
Statement& Statement::bind(int parameter, std::span<const unsigned char> value) {
  check(sqlite3_bind_blob(statement_.get(), place(parameter), value.data(), static_cast<int>(value.size()),
                          SQLITE_TRANSIENT));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) throw SqlError(sqlite3_errmsg(db_));
  return false;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() noexcept {
  sqlite3_reset(statement_.get());
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}
double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}
std::string Statement::text(int column) const {
  const unsigned char* data = sqlite3_column_text(statement_.get(), column);
  if (data == nullptr) return {};
  const auto* begin = reinterpret_cast<const char*>(data);
  return {begin, begin + sqlite3_column_bytes(statement_.get(), column)};
}

Connection::Connection(const std::string& path) {
  sqlite3* raw = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path.c_str(), &raw, kFlags, nullptr);
  db_.reset(raw);
  if (code != SQLITE_OK) throw SqlError(raw == nullptr ? "out of memory" : sqlite3_errmsg(raw));
  sqlite3_busy_timeout(raw, 5000);
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

Connection::Use Connection::use(const char* sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) found = statements_.emplace(sql, Statement(db_.get(), sql)).first;
  return Use(found->second);
}

void Connection::execute(const std::string& sql) {
  char* message = nullptr;
  if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
    const std::string text = message == nullptr ? sqlite3_errmsg(db_.get()) : message;
    sqlite3_free(message);
    throw SqlError(text);
  }
}

}  // namespace cairn
