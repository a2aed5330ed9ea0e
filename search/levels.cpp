#include "search/levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace cairn {

Level level(int number) {
  // Weak levels see little and choose widely among what they saw, as people do; what looks absurd stays unlikely.
  static constexpr std::array<Level, kLevels> kTable{{{40, 1.0},
                                                      {80, 0.8},
                                                      {160, 0.6},
                                                      {320, 0.45},
                                                      {640, 0.3},
                                                      {1'300, 0.2},
                                                      {3'000, 0.1},
                                                      {8'000, 0},
                                                      {30'000, 0},
                                                      {0, 0}}};
  return kTable[static_cast<std::size_t>(std::clamp(number, 1, kLevels) - 1)];
}

std::size_t pick_by_level(const Level& level, std::span<const double> visits, Rng& rng) {
  if (level.temperature <= 0 || visits.size() < 2 || visits[0] <= 0) return 0;
  std::vector<double> weights;
  double total = 0;
  for (const double count : visits) total += weights.emplace_back(std::pow(count / visits[0], 1 / level.temperature));
  double left = total * (static_cast<double>(rng() >> 11) * 0x1p-53);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return 0;
}

}  // namespace cairn
