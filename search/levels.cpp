#include "search/levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace cairn {

Level level(int number) {
  // Weak levels see little, overlook some of it and choose widely among the rest, as people do; what looks absurd stays
  // unlikely.
  static constexpr std::array<Level, kLevels> kTable{{{12, 1.0, 0.85},
                                                      {30, 1.0, 0.7},
                                                      {80, 0.8, 0.5},
                                                      {160, 0.6, 0.35},
                                                      {320, 0.45, 0.2},
                                                      {800, 0.3, 0.1},
                                                      {2'500, 0.1, 0.03},
                                                      {8'000, 0, 0, true, 20},
                                                      {30'000, 0, 0, true, 200},
                                                      {0, 0, 0, true}}};
  return kTable[static_cast<std::size_t>(std::clamp(number, 1, kLevels) - 1)];
}

std::size_t pick_by_level(const Level& level, std::span<const double> visits, Rng& rng) {
  if (level.temperature <= 0 || visits.size() < 2 || visits[0] <= 0) return 0;
  const auto chance = [&] { return static_cast<double>(rng() >> 11) * 0x1p-53; };
  std::vector<double> weights;
  double total = 0;
  for (const double count : visits) {
    const bool seen = level.overlook <= 0 || chance() >= level.overlook;
    total += weights.emplace_back(seen ? std::pow((count + 1) / (visits[0] + 1), 1 / level.temperature) : 0);
  }
  if (total <= 0) return rng.below(static_cast<std::uint32_t>(visits.size()));  // nothing was seen
  double left = total * chance();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return 0;
}

}  // namespace cairn
