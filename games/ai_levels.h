// What the bot's levels 1 to 10 are in each game and on each board, found by matches (bench/levels.py).
#pragma once

#include "games/registry.h"
#include "search/levels.h"

namespace cairn {

// nullptr: the usual ones.
const Level* levels_of(const GameInfo& game, const Position& position);

}  // namespace cairn
