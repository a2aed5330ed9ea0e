#include "search/levels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace cairn {

namespace {

// Visits that the whole policy counts like, so that a weak player who looks at little still plays what is plausible.
constexpr double kBelief = 20;

// Weak levels see little, overlook some of it and choose widely among the rest, as people do; what looks absurd stays
// unlikely.
constexpr Levels kUsual{{{12, 1.0, 0.85},
                         {30, 1.0, 0.7},
                         {80, 0.8, 0.5},
                         {160, 0.6, 0.35},
                         {320, 0.45, 0.2},
                         {800, 0.3, 0.1},
                         {2'500, 0.1, 0.03},
                         {8'000, 0, 0, true, 20},
                         {30'000, 0, 0, true, 200},
                         {0, 0, 0, true}}};

// An index, each as likely as its weight; the first where rounding leaves none.
std::size_t draw(std::span<const double> weights, double total, Rng& rng) {
  double left = total * (static_cast<double>(rng() >> 11) * 0x1p-53);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return 0;
}

}  // namespace

Level level(int number, const Level* own) {
  return (own != nullptr ? own : kUsual.data())[static_cast<std::size_t>(std::clamp(number, 1, kLevels) - 1)];
}

std::size_t pick_by_level(const Level& level, std::span<const Look> looks, Rng& rng) {
  if (level.temperature <= 0 || looks.size() < 2) return 0;
  looks = looks.first((2 * looks.size() + 2) / 3);  // nobody plays the worst
  std::vector<double> weights(looks.size());
  const auto weigh = [&](double temperature, double overlook) {
    double most = 0, total = 0;
    for (const Look& look : looks) most = std::max(most, look.visits + kBelief * look.share);
    for (std::size_t i = 0; i < looks.size(); ++i) {
      const bool seen = overlook <= 0 || !looks[i].overlooked || static_cast<double>(rng() >> 11) * 0x1p-53 >= overlook;
      const double worth = (looks[i].visits + kBelief * looks[i].share) / most;
      total += weights[i] = seen && most > 0 ? std::pow(worth, 1 / temperature) : 0;
    }
    return total;
  };
  double total = weigh(level.temperature, level.overlook);
  if (total <= 0) total = weigh(level.temperature, 0);  // nothing was seen
  return draw(weights, total, rng);
}

}  // namespace cairn
