// A table that is about to be made: what its row holds follows from what shall be played and who sits there. Pure,
// apart from the seed and the id, which are drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/message.h"
#include "server/store/challenges.h"
#include "server/store/tables.h"

namespace cairn {

struct NewTable {
  TableRow row;
  std::optional<Table> table;  // none: the error tells why it cannot be
  Message error;
};

// Fills in what follows from the setup and the occupants: who is to move, whose clock runs.
NewTable new_table(const GameInfo& info, TableRow row);
// Of people who have agreed to play: everybody sits, and time runs from now on.
NewTable new_table(const GameInfo& info, const PlayTerms& terms, std::vector<Occupant> occupants, std::int64_t now_ms);

// Adds what the options leave out, and tells how many sit there; nothing, or why there is no such game.
Message complete_terms(const GameInfo& info, PlayTerms& terms, int& seats);

}  // namespace cairn
