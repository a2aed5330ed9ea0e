// Which games can be solved exactly (search/exact.h), and the proofs that ship with the program.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "games/registry.h"
#include "search/exact.h"
#include "search/move_proofs.h"

namespace cairn {

// nullptr: the game has no solver.
const Solving* solving_of(const GameInfo& game);

// What can be proven of single moves here in a moment (some ten thousand positions); nullptr: nothing, or nobody is to
// move.
std::unique_ptr<MoveProver> move_prover(const Position& position);

// The file of a proof that would tell values in games from this position and is not there yet, or "": only in the
// browser, which fetches them.
std::string_view proof_wanted(const Position& position);
// Takes such a file. Returns "" or what is wrong. For one thread.
std::string give_proof(std::string_view name, std::string_view bytes);

}  // namespace cairn
