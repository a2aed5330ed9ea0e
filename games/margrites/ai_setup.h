// Which formation the program takes, and how it comes to agree on one with the other side.
#pragma once

#include <vector>

#include "games/margrites/margrites.h"

namespace cairn::margrites {

// Sensible actions before play (arranging, placing), best first; never empty where the seat may act.
std::vector<Action> setup_actions(const Margrites& game, Seat seat);

}  // namespace cairn::margrites
