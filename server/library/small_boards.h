// Boards of several tables at once, for lists of games: each as whoever asks may see it now. One thread (the loop).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/play/refusal.h"
#include "server/tables/table_service.h"

namespace cairn {

using TableIds = std::vector<std::string>;
inline constexpr std::size_t kMostBoards = 24;  // at once

struct SmallBoard {
  std::string table;
  int version = 0;  // of the table, as this viewer counts
  View view{};      // of this viewer
};
struct SmallBoardList {
  std::vector<SmallBoard> boards;
};

class SmallBoards {
 public:
  explicit SmallBoards(TableService& table_service) : table_service_(table_service) {}
  SmallBoards(const SmallBoards&) = delete;
  SmallBoards& operator=(const SmallBoards&) = delete;

  // In this order. Whoever sits at a table sees what that seat does, everybody else what a spectator does. A table that
  // is not there, or that cannot be read just now, is left out.
  Detached boards(TableIds tables, std::optional<Person> person, Done<SmallBoardList> done, Asker who);

 private:
  TableService& table_service_;
};

}  // namespace cairn
