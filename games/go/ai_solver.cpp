#include "games/go/ai_solver.h"

#include <limits>

namespace cairn::go {

SmallRules::Name SmallRules::name(const State& state) const {
  Name least{std::numeric_limits<std::uint64_t>::max(), 0};
  for (std::size_t s = 0; s < board_->symmetries(); ++s) {
    const Stones stones = board_->turned(state.stones, s);
    const std::uint64_t ko = state.ko < 0 ? 0 : static_cast<std::uint64_t>(1 + board_->image(state.ko, s));
    const std::uint64_t key = (std::uint64_t{stones[0]} << 16 | stones[1]) << 5 | ko;
    if (key < least.key) least = {key, s};
  }
  least.key = least.key << 2 | static_cast<std::uint64_t>(state.mover + 2 * state.passes);
  return least;
}

int SmallRules::winner(const State& state, int aim) const {
  const auto wants = [&](int colour, int lead) { return (colour == 0) == (lead >= aim); };
  if (state.passes > 0) {
    const bool good = wants(state.mover, lead(state));
    if (good || state.passes == 2) return good ? state.mover : 1 - state.mover;
  }
  for (const int colour : {0, 1}) {
    const int sign = colour == 0 ? 1 : -1, others = count(state.stones[static_cast<std::size_t>(1 - colour)]);
    if (!wants(colour, sign * (board_->points() - 2 * others))) continue;  // not with all the rest
    const int held = count(board_->safe(state.stones, colour));
    if (wants(colour, sign * (2 * held - board_->points()))) return colour;
  }
  return -1;
}

int SmallRules::likely_lead(const State& state) const {
  const Mask black = state.stones[0], white = state.stones[1];
  const auto empty = static_cast<Mask>(~(black | white));
  return count(black) + count(board_->beside(black) & empty) - count(white) - count(board_->beside(white) & empty);
}

}  // namespace cairn::go
