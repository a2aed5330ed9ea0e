// A winner's strategy on a small pyramid: a reply for every position that can arise while the winner follows it. It is
// kept as the replies alone, a byte each, in the order in which a walk meets the positions; whoever knows the rules
// makes the same walk and needs no positions (docs/theory.md, "The certificate").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/margo/ai_small_pyramid.h"
#include "search/exact.h"

namespace cairn::margo {

using SmallWay = SuperkoWay<SmallMask>;

// Where a strategy begins, and the positions before it.
struct Beginning {
  Options options{};
  Geometry<WordBits> geo{};
  SmallState state{};
  std::vector<SmallState> past{};

  SmallWay way(const SmallPyramid& rules) const;
};

// The state to which a move leads, known by its board and passes: with what may not be retaken, and whether a capture
// won. `after` itself where none leads there.
SmallState reached_by_move(const SmallPyramid& rules, const SmallState& before, const SmallState& after);

// All play that a strategy allows, as a walk met it: situations by number, from 1 on; the beginning is the last. Each
// is seen from some side of the board, so a step may lead to a situation that is seen from another.
class StrategyGraph {
 public:
  struct Step {
    int at;               // a point, or SmallPyramid::kPassing
    std::uint32_t where;  // a situation; 0: the game is over
  };
  // `symmetry`: leads from how its state is seen to the picture that names it.
  std::uint32_t add(std::size_t symmetry, const std::vector<Step>& steps);
  std::uint32_t beginning() const { return static_cast<std::uint32_t>(symmetries_.size()); }
  std::size_t symmetry(std::uint32_t situation) const { return symmetries_[situation - 1]; }
  // Where a move leads; nullopt: it is not played there.
  std::optional<std::uint32_t> after(std::uint32_t situation, int at) const;
  // The only move of the winner.
  int reply(std::uint32_t situation) const { return point_of(steps_[ends_[situation - 1]]); }

 private:
  static constexpr unsigned kPointBits = 6;
  static int point_of(std::uint32_t step) { return static_cast<int>(step & 63U) - 1; }

  std::vector<std::uint8_t> symmetries_;
  std::vector<std::uint32_t> ends_{0};  // of the steps of the situations before
  std::vector<std::uint32_t> steps_;    // packed: a point in six bits, then the situation
};

// Proves that either side wins from the beginning on, or that White reaches the lead or Black prevents it, and takes
// the strategy out of the proof.
Certified certify(const Beginning& beginning, std::optional<int> lead, std::size_t memory, const Keep& keep);

// Makes the walk and looks at every promise: "" or where the strategy breaks. `graph`: null, or gets what it met.
std::string verify(const Beginning& beginning, const Strategy& strategy, const Keep& keep,
                   StrategyGraph* graph = nullptr);

}  // namespace cairn::margo
