// A won position that an analysis sees to be thrown away, and of which it makes a puzzle.
#pragma once

#include "games/solved.h"

namespace cairn {

inline constexpr SolvedPosition kMissedWin{
    "spargo", "", "C7 G3 C5 C3 A3 E1 E5 E7 E3 A7 D4 G5 G7 A1 C1 E7 D2 D6 A5 F4 B4 G1 G7 G3 A7 G5", "G1",
    "G1 G3 G5 F4 B6"};

}  // namespace cairn
