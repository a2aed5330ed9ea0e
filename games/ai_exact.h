// Which games can be solved exactly (search/exact.h).
#pragma once

#include "games/registry.h"
#include "search/exact.h"

namespace cairn {

// nullptr: the game has no solver.
const Solving* solving_of(const GameInfo& game);

}  // namespace cairn
