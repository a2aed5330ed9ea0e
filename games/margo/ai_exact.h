// Exact values of Margo and Spargo for two players under superko (search/exact.h).
#pragma once

#include <memory>

#include "search/exact.h"
#include "search/move_proofs.h"

namespace cairn::margo {

Solving solving();
// nullptr: nothing can be proven of games of this kind. The whole work is some ten thousand positions.
std::unique_ptr<MoveProver> move_prover(const Position& position);

}  // namespace cairn::margo
