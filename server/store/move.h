// Moves a whole database to another one, of either engine: a folder's SQLite to PostgreSQL and back. Servers may use
// the source meanwhile; from the first moment on they can only read it (moving.h). Rows go table by table in the order
// of their keys, some at a time, so that a move that was cut off goes on where it was. At the end both sides are read
// once more and compared: how many rows of each table, the sum of what they hold, and every single game.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

struct MovePlace {
  std::string folder;    // with the SQLite database; or
  std::string database;  // a URL of PostgreSQL
};
// Which of both a text means.
MovePlace read_move_place(const std::string& text);
std::string shown_place(const MovePlace& place);  // without a password

struct MoveStep {
  std::string_view what;           // "copying" or "checking"
  std::string_view table;          // lives as long as the call
  std::int64_t rows = 0, all = 0;  // of the table
};

struct MoveWish {
  MovePlace from, to;
  std::string secrets_key;  // the file with the source's key of secrets; "": in its folder
  std::function<bool()> stop = [] { return false; };
  std::function<void(const MoveStep&)> heard = [](const MoveStep&) {};
};

struct MoveResult {
  std::string error;     // "" when all went well; for people
  bool refused = true;   // with an error: nothing was begun
  bool stopped = false;  // with an error: by `stop`
  bool resumed = false;  // an earlier one went on
  std::int64_t tables = 0, rows = 0, games = 0;
  std::string digest;              // of all that was moved: the same there and back
  std::int64_t mended = 0;         // texts with bytes that PostgreSQL does not take
  std::vector<std::string> notes;  // what the host is to do
};

MoveResult move_database(const MoveWish& wish);

// Lets servers write to the source again; what was copied stays in the target and is of no use. "" or what is wrong.
// `force`: of one that had come to its end, too; what happened at the target since then is lost to the source.
std::string give_up_move(const MovePlace& from, bool force);

}  // namespace cairn
