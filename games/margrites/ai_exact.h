// Exact values of the endings of MARGRITES (search/exact.h), from their table.
#pragma once

#include <memory>

#include "search/exact.h"
#include "search/move_proofs.h"

namespace cairn::margrites {

Solving solving();
// nullptr: the table does not have the position. The work is one turn's positions.
std::unique_ptr<MoveProver> move_prover(const Position& position);

// The file of the table, where it would tell values in this position and is not there yet, or "".
std::string_view endings_wanted(const Position& position);

}  // namespace cairn::margrites
