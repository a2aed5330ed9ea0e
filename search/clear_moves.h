// Whether a position has a clear answer: few moves win, and all others lose. For two seats without hidden facts. Where
// it can be proven it is; otherwise a search tells, and another one that may not play what the first found, so that the
// others have all its thought. What is neither won nor lost is not clear. With the same seeds the answer is the same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/position.h"
#include "search/engine.h"
#include "search/proving.h"

namespace cairn {

struct ClearLimits {
  std::uint64_t playouts = 0;      // of each search
  double seconds = 0;              // ... at most; 0: no limit
  std::uint64_t proof = 0;         // playouts for each move, where it can be proven
  double won = 0.80, lost = 0.40;  // a move wins with such a chance or more, the others have no better than this
  std::size_t most = 2;            // moves that win
  std::size_t longest = 16;        // moves of the line
};

struct ClearMoves {
  std::vector<Action> right;  // the best first
  std::vector<Action> line;   // how it goes on, the first of them first
  bool proven = false;
};

// `prover` is asked for proofs, `player` to play. nullopt: the position is not clear, or `stop` was set.
std::optional<ClearMoves> clear_moves(Engine& prover, Engine& player, const Position& position,
                                      const ClearLimits& limits, Stopped stop = nullptr);

}  // namespace cairn
