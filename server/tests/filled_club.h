// A club with rows in every table that a move copies, of whatever form: as different as their columns allow, and some
// of the most extreme.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/store/migrations.h"
#include "server/store/move_plan.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/store_checks.h"

namespace cairn::testing {

using Lines = std::vector<std::string>;

inline constexpr int kUsualRows = 12, kManyRows = 2'600;  // of entries: more than are read at once

inline std::unique_ptr<SqlConnection> connect_url(const std::string& url) {
  PostgresPlace place;
  EXPECT_EQ(read_postgres_url(url, place), "");
  return connect_postgres(place);
}

struct FilledColumn {
  std::string name, type, parent, parent_column;
  bool key = false, may_be_null = false;
};

// Of each table, by a column's name: what its rows hold there. Numbers only.
using Numbers = std::map<std::string, std::map<std::string, std::vector<std::int64_t>>>;

inline std::int64_t number_for(const FilledColumn& column, int row) {
  if (column.name == "one") return 1;
  if (column.name == "over") return row % 2;  // an index multiplies by it
  if (column.key) return 5 + std::int64_t{3} * row;
  constexpr std::int64_t kSmall[] = {0, -1, 2'147'483'647, -2'147'483'648, 1};
  constexpr std::int64_t kLarge[] = {0, INT64_MAX, INT64_MIN, -1, 1'700'000'000'123};
  return column.type == "INTEGER" ? kSmall[row % 5] : kLarge[row % 5];
}

inline std::string text_for(const FilledColumn& column, int row) {
  if (column.name == "record" && row == 1) return std::string(200'000, 'r');
  return (row % 2 == 0 ? "Zoë's \"日本\" 😀\n\\" : "") + std::to_string(row);
}

inline std::string bytes_for(int row) {
  std::string bytes(32, '\0');
  bytes[0] = static_cast<char>(row);
  bytes[1] = static_cast<char>(row >> 8);
  bytes[31] = '\xFF';
  return bytes;
}

inline std::vector<FilledColumn> columns_of(SqlConnection& db, const std::string& table) {
  std::vector<FilledColumn> columns;
  const SqlRows rows = db.run(
      "SELECT c.name, c.type, c.pk, c.\"notnull\", COALESCE(f.\"table\", ''), COALESCE(f.\"to\", '') "
      "FROM pragma_table_info($1) c LEFT JOIN pragma_foreign_key_list($1) f ON f.\"from\" = c.name ORDER BY c.cid",
      {table});
  columns.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    columns.push_back({rows.text(i, 0), rows.text(i, 1), rows.text(i, 4), rows.text(i, 5), rows.integer(i, 2) > 0,
                       rows.integer(i, 2) == 0 && rows.integer(i, 3) == 0});
  return columns;
}

inline void fill_table(SqlConnection& db, const MovedTable& table, Numbers& known) {
  const auto columns = columns_of(db, table.name);
  const bool one = columns.front().name == "one";
  const int count = one ? 1 : table.name == "entries" ? kManyRows : kUsualRows;
  for (int row = 0; row < count; ++row) {
    SqlRow values;
    for (const FilledColumn& column : columns) {
      if (!column.parent.empty() || column.type == "INTEGER" || column.type == "BIGINT") {
        std::int64_t number = number_for(column, row);
        if (!column.parent.empty()) {
          const auto& there = known[column.parent][column.parent_column];
          number = there.at(static_cast<std::size_t>(row) % there.size());
        }
        known[table.name][column.name].push_back(number);
        values.emplace_back(number);
      } else if (column.may_be_null && row % 3 == 0) {
        values.emplace_back();
      } else if (column.type == "DOUBLE PRECISION") {
        constexpr double kReals[] = {0.1, -1e-300, 12345.678901234567, 1500, 1.0 / 3};
        values.emplace_back(kReals[row % 5]);
      } else if (column.type == "BLOB") {
        const std::string held = bytes_for(row);
        values.emplace_back(SqlBlob(held.begin(), held.end()));
      } else {
        values.emplace_back(text_for(column, row));
      }
    }
    lists_of(db).run_list(table.insert_sql.c_str(), values);
  }
}

// All that is in a folder's database, as SQLite writes it.
inline std::map<std::string, Lines> content_of_folder(const std::string& folder, const MovePlan& plan) {
  const auto db = connect_sqlite(folder + "/cairn.db");
  std::map<std::string, Lines> all;
  for (const MovedTable& table : plan.tables) {
    std::string sql = "SELECT ";
    for (const MovedColumn& column : table.columns) sql += "quote(\"" + column.name + "\") || ' ' || ";
    sql += "'' FROM \"" + table.name + "\" ORDER BY 1";
    // One statement a connection has at an address: each is of its own.
    const auto own = connect_sqlite(folder + "/cairn.db");
    const SqlRows rows = own->run(sql.c_str());
    for (std::size_t i = 0; i < rows.size(); ++i) all[table.name].push_back(rows.text(i, 0));
  }
  return all;
}

struct FilledClub : ::testing::Test {
  MovePlan plan = move_plan();
  Folder folder;
  std::string data = folder.path() + "/data", other = folder.path() + "/other", third = folder.path() + "/third";

  void fill(const std::string& at) const {
    fs::create_directories(at);
    const auto db = connect_sqlite(at + "/cairn.db");
    migrate(*db, plan.schema);
    db->begin();
    Numbers known;
    for (const MovedTable& table : plan.tables)
      if (table.seeded == 0) fill_table(*db, table, known);
    db->run("UPDATE openings_gate SET folds = 7");
    db->commit();
  }
};

}  // namespace cairn::testing
