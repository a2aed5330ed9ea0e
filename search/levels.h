// Levels 1..10 for people: how much an engine thinks and how strictly it takes what looks best.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/rng.h"

namespace cairn {

struct Level {
  std::uint64_t playouts = 0;  // at most; 0: as many as the limits allow
  double temperature = 0;      // actions are drawn by (visits + kBelief * share)^(1/temperature); 0: the best
  double overlook = 0;         // the chance of each action not to be seen when one is chosen
  bool network = false;        // thinks with a network, where the game has one
  std::uint64_t visits = 0;    // then playouts at most are these; 0: as many as the limits allow
  double blur = 0;             // how much it misjudges, where a game judges by an evaluation: of log-odds
};

inline constexpr int kLevels = 10;
using Levels = std::array<Level, kLevels>;
Level level(int number, const Level* own = nullptr);  // kept within 1..10; of a game's own levels or the usual ones

// What a search says of an action: how often it looked there, and what share of the policy was its before (0..1).
struct Look {
  double visits = 0, share = 0;
  bool overlooked = true;  // can be, which a pass that looks best cannot, lest games never end
};
// An index into `looks`, best first.
std::size_t pick_by_level(const Level& level, std::span<const Look> looks, Rng& rng);

}  // namespace cairn
