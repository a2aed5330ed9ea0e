#include "server/matchmaking/pairing.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "server/tournaments/matching.h"

namespace cairn {

namespace {

constexpr MatchingCost kPoint = 100;               // a point of rating
constexpr MatchingCost kLeftOut = 1'000'000'000;   // above any sum of differences and of waiting
constexpr std::int64_t kMostWaitedMs = 3'600'000;  // that weighs
constexpr MatchingCost kWaitedSecond = 10 * kPoint;

bool within(const Seeker& seeker, bool live, double difference) {
  const auto window = window_of(seeker, live);
  return !window || difference <= *window;
}

MatchingCost left_out(const Seeker& seeker) {
  return kLeftOut + kWaitedSecond * (std::clamp<std::int64_t>(seeker.waited_ms, 0, kMostWaitedMs) / 1000);
}

}  // namespace

std::optional<double> window_of(const Seeker& seeker, bool live) {
  const std::int64_t waited = std::max<std::int64_t>(seeker.waited_ms, 0);
  if (waited >= (live ? kLiveOpenMs : kLongOpenMs)) return std::nullopt;
  const double widened = live ? kWindowPerSecond * static_cast<double>(waited) / 1000
                              : kWindowPerHour * static_cast<double>(waited) / static_cast<double>(kHourMs);
  return kFirstWindow + (seeker.provisional ? kProvisionalWindow : 0) + widened;
}

// A perfect matching of them all, and of nobody where their number is odd: two that may not play are left out together.
SeekPairs pair_seekers(std::span<const Seeker> seekers, bool live,
                       const std::function<bool(std::size_t, std::size_t)>& may, double weight) {
  const std::size_t count = std::min(seekers.size(), kMostMatched), n = count + count % 2;
  SeekPairs pairs;
  if (count < 2) return pairs;
  std::vector<MatchingCost> cost(n * n, 0);
  std::vector<bool> allowed(n * n, false);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = weight * std::abs(seekers[i].rating - seekers[j].rating);
      const bool good = within(seekers[i], live, difference) && within(seekers[j], live, difference) && may(i, j);
      allowed[i * n + j] = allowed[j * n + i] = good;
      cost[i * n + j] = cost[j * n + i] = good ? static_cast<MatchingCost>(std::lround(difference)) * kPoint
                                               : left_out(seekers[i]) + left_out(seekers[j]);
    }
    if (n > count) cost[i * n + count] = cost[count * n + i] = left_out(seekers[i]);
  }
  const std::vector<int> partner = cheapest_matching(static_cast<int>(n), cost);
  for (std::size_t i = 0; i < count; ++i) {
    const auto j = static_cast<std::size_t>(partner[i]);
    if (i < j && allowed[i * n + j]) pairs.emplace_back(i, j);
  }
  return pairs;
}

bool moves_first(const FirstMoves& one, const FirstMoves& other, std::uint64_t lot) {
  const int a = 2 * one.first - one.games, b = 2 * other.first - other.games;
  return a == b ? lot % 2 == 0 : a < b;
}

}  // namespace cairn
