// Who of those who wait plays whom: pure functions of a moment.
//
// Two may play where the difference of their ratings lies within the windows of both. A window widens while somebody
// waits; whose rating is provisional has a wider one. As many as can be are paired; of all ways to do so the one with
// the least sum of differences, where a second that somebody has waited weighs as ten points of rating, if he is left
// out.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "server/store/seeks.h"

namespace cairn {

inline constexpr std::size_t kMostMatched = 64;  // at once: who has waited longest
inline constexpr double kFirstWindow = 100, kProvisionalWindow = 200;
inline constexpr double kWindowPerSecond = 10, kWindowPerHour = 25;
inline constexpr std::int64_t kLiveOpenMs = 60'000, kLongOpenMs = kDayMs;  // then anybody will do

struct Seeker {
  double rating = kFirstRating;
  bool provisional = false;
  std::int64_t waited_ms = 0;
};

// The difference that somebody takes by now; none: any. `live`: he sits and waits.
std::optional<double> window_of(const Seeker& seeker, bool live);
// Places in `seekers`; `may`: two that have nothing against each other. `weight`: of a difference of ratings, less than
// one where a handicap makes up for it.
inline constexpr double kHandicapped = 0.2;
using SeekPairs = std::vector<std::pair<std::size_t, std::size_t>>;
SeekPairs pair_seekers(std::span<const Seeker> seekers, bool live,
                       const std::function<bool(std::size_t, std::size_t)>& may, double weight = 1);

// Whether the one moves first: who had that less often in his last games, else the lot.
bool moves_first(const FirstMoves& one, const FirstMoves& other, std::uint64_t lot);

}  // namespace cairn
