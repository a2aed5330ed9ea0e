// Levels 1..10 for people: how much an engine thinks and how strictly it takes what looks best.
#pragma once

#include <cstdint>
#include <span>

#include "core/rng.h"

namespace cairn {

struct Level {
  std::uint64_t playouts = 0;  // at most; 0: as many as the limits allow
  double temperature = 0;      // actions are drawn by (visits + 1)^(1/temperature); 0: the most visited
  double overlook = 0;         // the chance of each action not to be seen when one is chosen
  bool network = false;        // thinks with a network, where the game has one
  std::uint64_t visits = 0;    // then playouts at most are these; 0: as many as the limits allow
};

inline constexpr int kLevels = 10;
Level level(int number);  // kept within 1..10

// An index into `visits` (best first).
std::size_t pick_by_level(const Level& level, std::span<const double> visits, Rng& rng);

}  // namespace cairn
