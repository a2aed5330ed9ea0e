// Inside of the SQL store: what tables and lists of tables read alike.
#pragma once

#include <string>
#include <vector>

#include "core/options.h"
#include "server/play/table.h"
#include "server/store/lists.h"
#include "server/store/sql.h"

namespace cairn {

std::string options_text(const OptionValues& options);
OptionValues options_from(const std::string& text);    // throws SqlError where it is damaged
std::vector<std::string> ids_of(const SqlRows& rows);  // the first column
std::vector<Occupant> read_occupants(SqlConnection& db, std::int64_t table_key);
// Columns from there on: rating, deviation, volatility, at_ms, games.
Rating rating_from(const SqlRows& rows, std::size_t row, std::size_t column);
// Rows that begin with key, id, game, options, clock, rated, over, to_act, created_ms, changed_ms,
// due_ms.
std::vector<TableCard> cards_from(SqlConnection& db, const SqlRows& rows);

}  // namespace cairn
