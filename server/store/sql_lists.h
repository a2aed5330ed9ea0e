// Statements that are put together while the program runs, with any number of values and every cell of the answer: what
// a move of whole tables needs beyond sql.h. Both engines' connections have it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "server/store/sql.h"

namespace cairn {

using SqlBlob = std::vector<unsigned char>;
using SqlCell = std::variant<std::monostate, std::int64_t, double, std::string, SqlBlob>;  // the first is NULL
using SqlRow = std::vector<SqlCell>;

class SqlLists {
 public:
  virtual ~SqlLists() = default;
  // A statement is known by its address, as in sql.h: the text must live as long as the connection. PostgreSQL answers
  // with numbers as texts; NULL and bytes are what they are.
  virtual std::vector<SqlRow> run_list(const char* sql, std::span<const SqlCell> values) = 0;
  // Within a transaction to be written; what goes wrong is thrown by the next statement.
  virtual void later_list(const char* sql, std::span<const SqlCell> values) = 0;
};

SqlLists& lists_of(SqlConnection& db);  // SqlError where it has none

}  // namespace cairn
