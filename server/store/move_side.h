// Inside of a move: one of its two databases.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "server/store/file_lock.h"
#include "server/store/move.h"
#include "server/store/move_plan.h"

namespace cairn {

// Ends a move; nothing is wrong with what was copied.
class MoveFault : public std::runtime_error {
 public:
  using runtime_error::runtime_error;
};

struct MoveSide {
  std::string shown;
  FileLock lock{};  // of a target's folder
  std::unique_ptr<SqlConnection> db;
};

// All throw MoveFault or SqlError.
MoveSide open_source(const MovePlace& place, const MovePlan& plan, bool to_write = true);
MoveSide open_marked(const MovePlace& place);  // of whatever version, to take the mark away
MoveSide open_target(const MovePlace& place, const MovePlan& plan);
void expect_empty(SqlConnection& db, const MovePlan& plan, const std::string& shown);  // and that no server uses it
// Brings the key of secrets into the folder of the target. A note for the host, or "".
std::string bring_key(const MoveWish& wish, SqlConnection& source);
// What numbers new rows goes on behind those that were copied.
void set_numbering(SqlConnection& db, const MovePlan& plan);

}  // namespace cairn
