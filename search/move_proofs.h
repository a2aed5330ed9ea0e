// What is proven of the single moves of a position for two seats, by proofs that a game brings along and by its solver.
// No guess is ever told: of a move of which nothing is proven nothing is said.
#pragma once

#include <cstdint>

#include "search/engine.h"

namespace cairn {

class MoveProver {
 public:
  MoveProver() = default;
  MoveProver(const MoveProver&) = delete;
  MoveProver& operator=(const MoveProver&) = delete;
  virtual ~MoveProver() = default;

  // Looks at about `nodes` more positions; false: nothing more will be found.
  virtual bool work(std::uint64_t nodes) = 0;
  // What the seat that plays this legal action reaches then.
  virtual Proof after(Action action) const = 0;
};

// Puts what is proven into an analysis of the same position: proven wins come first and proven losses last, and the
// win rates are those of the proofs.
void add_proofs(const MoveProver& prover, Analysis& analysis);

// What the position is worth to the seat that searched, where the candidates are all legal actions.
Proof proof_of(const Analysis& analysis);

}  // namespace cairn
