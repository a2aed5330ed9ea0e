// Makes the table of endings (ai_endings.h) by going backwards from the ends of games: each value follows from those of
// the positions that a turn leads to, and all begin as drawn. With rules of its own for so few pieces, which the tests
// compare with the game's.
#pragma once

#include <functional>

#include "games/margrites/ai_endings.h"
#include "search/exact.h"

namespace cairn::margrites {

struct EndingsProgress {
  int own = 0, enemies = 0;  // the largest of the tables that are being made
  int turns = 0;             // looked ahead so far
  std::int64_t changed = 0;  // values that this turn changed
};

// `most`: pieces of a side. `told` hears of every turn; false ends it early, and the table is then of no use.
bool make_endings(Endings& out, int most, const OnThreads& on_threads,
                  const std::function<bool(const EndingsProgress&)>& told);

}  // namespace cairn::margrites
