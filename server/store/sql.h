// One connection to a database, whichever engine is behind it: prepared statements, values, rows, transactions. One
// thread at a time. Errors are `SqlError`, the one exception here: it ends an operation and never leaves the store.
//
// There is one text of SQL for both engines, with `$1`, `$2`, ... for values. What no common word exists for is written
// in braces and put in by the engine: {key} a column that numbers its rows, {blob} bytes, {rowless} a table that is its
// own index, {now} milliseconds since 1970 by the database's clock.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cairn {

class SqlError : public std::runtime_error {
 public:
  enum class Kind : std::uint8_t {
    constraint,  // a rule of the database: unique, not null, foreign key
    busy,        // others held it: the same again may go well
    lost,        // the connection, and with it the transaction
    full,        // the disk
    unwritable,  // it may only be read, or its disk is at fault
    gone,        // its file is not where it was
    damaged,     // what stands in it
    other,
  };
  SqlError(Kind kind, const std::string& message) : runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

// What goes into a statement. Text and bytes are seen, not kept.
using SqlBytes = std::span<const unsigned char>;
class SqlValue {
 public:
  SqlValue(std::int64_t value) : value_(value) {}
  SqlValue(int value) : value_(std::int64_t{value}) {}
  SqlValue(bool value) : value_(std::int64_t{value}) {}
  SqlValue(double value) : value_(value) {}
  SqlValue(std::string_view value) : value_(value) {}
  SqlValue(const std::string& value) : value_(std::string_view(value)) {}
  SqlValue(const char* value) : value_(std::string_view(value)) {}
  SqlValue(SqlBytes value) : value_(value) {}
  template <std::size_t Size>
  SqlValue(const std::array<unsigned char, Size>& value) : value_(SqlBytes(value)) {}
  const std::variant<std::int64_t, double, std::string_view, SqlBytes>& get() const { return value_; }

 private:
  std::variant<std::int64_t, double, std::string_view, SqlBytes> value_;
};

// What came back. Rows and columns count from 0. A null is 0 or "".
class SqlRows {
 public:
  using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
  std::size_t size() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  bool empty() const { return cells_.empty(); }
  std::int64_t integer(std::size_t row, std::size_t column) const;
  double real(std::size_t row, std::size_t column) const;
  std::string text(std::size_t row, std::size_t column) const;  // bytes too
  std::int64_t changed() const { return changed_; }             // rows inserted, updated or deleted

  void start(std::size_t columns) { columns_ = columns; }  // for the engines
  void add(Cell cell) { cells_.push_back(std::move(cell)); }
  void set_changed(std::int64_t rows) { changed_ = rows; }

 private:
  const Cell& cell(std::size_t row, std::size_t column) const;
  std::size_t columns_ = 0;
  std::vector<Cell> cells_;
  std::int64_t changed_ = 0;
};

using SqlLater = std::shared_ptr<const SqlRows>;

struct SqlDialect {
  std::string_view key, blob, rowless, now, unheld, json;
};
std::string in_dialect(std::string_view sql, const SqlDialect& dialect);  // fills the braces

class SqlConnection {
 public:
  virtual ~SqlConnection() = default;
  // One statement. It is prepared once and known by its address: pass literals.
  virtual SqlRows run(const char* sql, std::initializer_list<SqlValue> values = {}) = 0;
  // The same within a transaction to be written; the answer is there after the next `run`, `settle` or the like, which
  // also throws what went wrong. With a database far away many of these cost one journey.
  virtual SqlLater later(const char* sql, std::initializer_list<SqlValue> values) = 0;
  virtual void settle() {}
  virtual void execute(const std::string& sql) = 0;  // any number of statements without values

  virtual void begin() = 0;       // to write
  virtual void begin_read() = 0;  // to see one moment
  virtual void commit() = 0;      // afterwards it is on the disk
  virtual void rollback() noexcept = 0;
  // From now on `later` waits: what it throws is of its own statement.
  virtual void set_patient(bool) {}

  // May be called by any thread: what the connection does just now fails.
  virtual void cut() noexcept {}
  // SqlError (gone) where its file was moved, removed or replaced: what is written now would be lost.
  virtual void check_place() {}

  virtual std::int64_t version() = 0;  // of the schema; 0: empty
  virtual std::string set_version_sql(std::int64_t version) const = 0;
  virtual void lock_schema() {}  // until the connection ends: instances that start at once migrate one after the other
  virtual const SqlDialect& dialect() const = 0;
};

}  // namespace cairn
