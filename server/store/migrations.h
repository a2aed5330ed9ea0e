// The numbered steps that bring a database to the present form, embedded in the program. A step that was released is
// never changed; a new one is added.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "server/store/sql.h"

namespace cairn {

std::span<const std::string_view> migrations();  // step n brings version n to n + 1; with words in braces, see sql.h
std::int64_t newest_schema();                    // their number

// Of these, those that stand in files of their own.
std::span<const std::string_view> first_migrations();
std::span<const std::string_view> newest_migrations();

// Takes the steps that are missing up to a schema, each in a transaction. SqlError where one fails, or where the
// database was written by a newer program. Use a connection of its own: it holds a lock until it ends.
void migrate(SqlConnection& db, std::int64_t schema = newest_schema());

}  // namespace cairn
