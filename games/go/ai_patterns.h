// Shapes of three by three around an empty point that are often urgent next to the last move: the hane, cut and edge
// shapes of Gelly, Wang, Munos and Teytaud, "Modification of UCT with patterns in Monte-Carlo Go" (2006), drawn anew.
#pragma once

#include <bitset>

#include "games/go/board.h"

namespace cairn::go {

// By the colours of the eight neighbours, two bits each in the order of kSteps (as Board keeps them): whether the point
// is worth a move for a colour.
class Patterns {
 public:
  static const Patterns& get();
  bool urgent(unsigned around, Colour mover) const {
    return (mover == Colour::black ? black_ : white_)[around & 0xFFFFU];
  }

 private:
  Patterns();
  std::bitset<0x10000> black_, white_;
};

}  // namespace cairn::go
