// Everybody against everybody, by the Berger tables. Nobody has the first move more than once oftener than the second
// in one cycle; in two cycles everybody has each equally often, and nobody the same three times running.
#pragma once

#include <vector>

#include "server/tournaments/games.h"

namespace cairn {

// The rounds for players 0..players-1, 2 or more, over one or two cycles (the second with the sides changed). With an
// odd number one has a bye in each round, which brings no points and stands last.
std::vector<std::vector<Pairing>> round_robin(int players, int cycles = 1);

}  // namespace cairn
