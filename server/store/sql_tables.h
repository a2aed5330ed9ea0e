// Inside of the SQL store: a new table within somebody's transaction.
#pragma once

#include "server/store/sql.h"
#include "server/store/store.h"

namespace cairn {

// As Store::add_table; `me`: the server that is to move its bots.
Written insert_table(SqlConnection& db, const TableRow& row, std::int64_t me);

}  // namespace cairn
