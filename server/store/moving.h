// The mark of a database that moves to another one (move.h). It stands on both sides: the source takes no writes, and
// no server starts with a target that is not complete. Triggers on every table refuse the writes, so that no process
// and no older program gets around them, and a write that was under way is over when the mark stands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/store/sql.h"

namespace cairn {

// What the triggers say, which is SqlError::Kind::unwritable.
inline constexpr std::string_view kMovingFault = "the database is being moved";
inline bool is_moving_fault(std::string_view said) {
  return said.starts_with(kMovingFault);
}
inline constexpr std::string_view kMovingState = "CM001";  // SQLSTATE of PostgreSQL

enum class MovingSide : std::uint8_t {
  source,  // all of it is being copied elsewhere
  target,  // it is not complete
  left,    // all of it was copied elsewhere
};

struct Moving {
  std::string id;  // the same on both sides
  MovingSide side = MovingSide::source;
  std::string place;  // the other side, for people
  std::int64_t at_ms = 0;
};

std::optional<Moving> read_moving(SqlConnection& db);
bool has_moving_table(SqlConnection& db);   // false: an older version of this program made it, which moved nothing
void expect_not_moving(SqlConnection& db);  // SqlError where it moves elsewhere, or has moved
// "" or why no server may start with this database, and what to do; `place` names it.
std::string why_moving_stops(SqlConnection& db, const std::string& place);

// In one transaction; SqlError (busy) where a server's writes are in the way, again and again.
void refuse_writes(SqlConnection& db, std::span<const std::string> tables, const Moving& mark);
// SqlError where `mark` is no longer what stands there: the move has ended, or was given up.
void allow_writes(SqlConnection& db, const Moving& mark);
bool leave_source(SqlConnection& db, const Moving& mark);  // all of it was copied; false: it was given up meanwhile
void write_moving(SqlConnection& db, const Moving& mark);  // the mark alone, within a transaction

}  // namespace cairn
