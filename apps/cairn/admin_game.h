// A stored game for its host: how it stands, and its record as a file.
#pragma once

#include <string>

#include "notation/record.h"
#include "server/store/reading.h"

namespace cairn::cli {

Table::Opened open_stored(const StoredTable& stored);

struct AdminGame {
  Record record;
  std::string status;  // "White to move", "W+3"
  std::string error;   // why it does not replay, under the rules of this program
};
AdminGame admin_game(const StoredTable& stored);

}  // namespace cairn::cli
