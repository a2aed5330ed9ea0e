// Boards of several tables at once, for lists of games: each as whoever asks may see it now. One thread (the loop).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/world.h"
#include "server/play/refusal.h"
#include "server/tables/table_service.h"

namespace cairn {

using TableIds = std::vector<std::string>;
inline constexpr std::size_t kMostBoards = 24;  // at once
inline constexpr double kCostOfBoard = 10;      // as of World::charge: a game of Go that is being counted takes 1 ms

struct SmallBoard {
  std::string id;   // of the table, the study or the puzzle's day
  int version = 0;  // of a table as this viewer counts, or of the study
  View view{};      // of this viewer
};
struct SmallBoardList {
  std::vector<SmallBoard> boards;
};

class SmallBoards {
 public:
  SmallBoards(TableService& table_service, World world) : table_service_(table_service), world_(std::move(world)) {}
  SmallBoards(const SmallBoards&) = delete;
  SmallBoards& operator=(const SmallBoards&) = delete;

  // In this order. Whoever sits at a table sees what that seat does, everybody else what a spectator does. A table that
  // is not there, or that cannot be read just now, is left out. Each is charged to `who` before the first is looked at,
  // and others get their turn on the loop between two of them.
  Detached boards(TableIds tables, std::optional<Person> person, Done<SmallBoardList> done, Asker who);

 private:
  TableService& table_service_;
  World world_;
};

}  // namespace cairn
