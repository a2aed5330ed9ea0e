// Copies of a data folder's database: taken while a server uses it, and put into a folder that none uses.
#pragma once

#include <cstdint>
#include <string>

namespace cairn {

struct BackupResult {
  std::string error;                                           // "" when all went well; for people
  std::int64_t games = 0, entries = 0, people = 0, bytes = 0;  // of the copy
};

// `force`: a file that is there is replaced, when the copy is whole and checked.
BackupResult back_up(const std::string& folder, const std::string& file, bool force);
// `force`: a database that is there is replaced. A folder that a server uses is refused always.
BackupResult restore(const std::string& file, const std::string& folder, bool force);

}  // namespace cairn
