// What a move copies: every table of a schema with every column, read from a database that this program's own
// migrations make. So nothing that a migration adds is forgotten. And its rows, in the order of their keys, with the
// types of their columns, whichever engine they come from.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/migrations.h"
#include "server/store/sql_lists.h"

namespace cairn {

enum class ColumnType : std::uint8_t { integer, real, text, bytes };

struct MovedColumn {
  std::string name;
  ColumnType type = ColumnType::text;
};

struct MovedTable {
  std::string name;
  std::vector<MovedColumn> columns;
  std::vector<std::size_t> key;  // which columns; empty: it has none, and is small
  std::int64_t seeded = 0;       // rows that a new database has
  // Statements, known by their addresses: a plan outlives the connections that run them.
  std::string count_sql, first_sql, next_sql, insert_sql;
};

struct MovePlan {
  std::int64_t schema = 0;
  std::vector<MovedTable> tables;    // those that others refer to come first
  std::vector<std::string> guarded;  // that take no writes while they are copied
};
// SqlError where a column has a type that this does not know.
MovePlan move_plan(std::int64_t schema = newest_schema());
// Tables of which nothing is copied: what they say is of one server's moment, or of the move itself.
bool stays_behind(std::string_view table);

// "" or in what a database differs from the plan.
std::string plan_difference(SqlConnection& db, const MovePlan& plan);
bool is_postgres(const SqlConnection& db);
std::int64_t count_rows(SqlConnection& db, const MovedTable& table);

// Changes texts that PostgreSQL does not take to some that it does; how many.
int mend_texts(SqlRow& row);

// Goes through a table in the order of its key. `mend`: with `mend_texts`.
class MovedRows {
 public:
  MovedRows(SqlConnection& db, const MovedTable& table, bool mend) : db_(lists_of(db)), table_(table), mend_(mend) {}
  void start_after(const std::string& key) { key_ = key; }  // that `key` gave; "": at the beginning
  std::vector<SqlRow> next();                               // some rows; none: the end
  const std::string& key() const { return key_; }
  std::int64_t mended() const { return mended_; }

 private:
  std::vector<SqlRow> ask() const;

  SqlLists& db_;
  const MovedTable& table_;
  const bool mend_;
  std::string key_;
  std::int64_t most_ = 500, mended_ = 0;
  bool ended_ = false;
};

// Of all that a move would copy, as `cairn move` prints it. SqlError where the database has another form. Gives "" once
// `stop` says so. The plan outlives the connection.
std::string database_digest(SqlConnection& db, const MovePlan& plan, const std::function<bool()>& stop);

// A sum of what rows hold, whatever their order; 128 bits. docs/club-files.md says how it is made.
struct MoveDigest {
  std::array<std::uint64_t, 2> sums{};
  void add(const MovedTable& table, const SqlRow& row);
  MoveDigest& operator+=(const MoveDigest& other);
  std::string text() const;            // 32 hexadecimal digits
  bool read(const std::string& text);  // what `text` gave; false: it is none
  friend bool operator==(const MoveDigest&, const MoveDigest&) = default;
};

}  // namespace cairn
