// Who plays whom: windows that widen, and that no better way to pair exists, by trying every one.
#include "server/matchmaking/pairing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.h"

namespace cairn {
namespace {

const auto kAnybody = [](std::size_t, std::size_t) { return true; };

SeekPairs paired(const std::vector<Seeker>& seekers, bool live = true) {
  return pair_seekers(seekers, live, kAnybody);
}

TEST(Pairing, WindowsWiden) {
  Seeker seeker;
  EXPECT_EQ(window_of(seeker, true), 100);
  EXPECT_EQ(window_of(seeker, false), 100);
  seeker.waited_ms = 30'000;
  EXPECT_EQ(window_of(seeker, true), 400);
  seeker.provisional = true;
  EXPECT_EQ(window_of(seeker, true), 600);
  seeker.waited_ms = 60'000;
  EXPECT_FALSE(window_of(seeker, true)) << "anybody";
  seeker.waited_ms = 10 * kHourMs;
  EXPECT_EQ(window_of(seeker, false), 550);
  seeker.waited_ms = kDayMs;
  EXPECT_FALSE(window_of(seeker, false));
  seeker.waited_ms = -5;  // another server's clock is behind
  EXPECT_EQ(window_of(seeker, true), 300);
}

TEST(Pairing, AHandicapMakesUpForADifference) {
  const std::vector<Seeker> apart = {{1500}, {1900}};
  EXPECT_EQ(paired(apart), SeekPairs{});
  EXPECT_EQ(pair_seekers(apart, true, kAnybody, kHandicapped), (SeekPairs{{0, 1}}));
  EXPECT_EQ(pair_seekers(std::vector<Seeker>{{1500}, {2100}}, true, kAnybody, kHandicapped), SeekPairs{});
}

TEST(Pairing, TheNearestPlay) {
  EXPECT_EQ(paired({}), SeekPairs{});
  EXPECT_EQ(paired({{1500}}), SeekPairs{});
  EXPECT_EQ(paired({{1500}, {1600}}), (SeekPairs{{0, 1}}));
  EXPECT_EQ(paired({{1500}, {1601}}), SeekPairs{}) << "not yet";
  EXPECT_EQ(paired({{1500, false, 5'000}, {1601}}), SeekPairs{}) << "both must want to";
  EXPECT_EQ(paired({{1500, false, 5'000}, {1601, false, 5'000}}), (SeekPairs{{0, 1}}));
  EXPECT_EQ(paired({{1500, true}, {1790, true}}), (SeekPairs{{0, 1}})) << "little is known of them";
  EXPECT_EQ(paired({{1500}, {1560}, {1510}}), (SeekPairs{{0, 2}}));
  // All play, where that can be, rather than the nearest two.
  EXPECT_EQ(paired({{1500}, {1510}, {1600}, {1410}}), (SeekPairs{{0, 3}, {1, 2}}));
  // Who has waited long is not left out for a few points.
  EXPECT_EQ(paired({{1500}, {1560, false, 20'000}, {1510}}), (SeekPairs{{1, 2}}));
  EXPECT_EQ(paired({{1000, false, 60'000}, {2500, false, 60'000}}), (SeekPairs{{0, 1}})) << "at last anybody";
  EXPECT_EQ(pair_seekers(std::vector<Seeker>{{1500}, {1495}, {1510}}, true,
                         [](std::size_t a, std::size_t b) { return a + b != 1; }),
            (SeekPairs{{0, 2}}))
      << "the first two do not play with each other";
}

TEST(Pairing, MoreThanAreMatchedAtOnceWaitForTheNextTime) {
  const std::vector<Seeker> many(kMostMatched + 10, Seeker{});
  const SeekPairs pairs = paired(many);
  EXPECT_EQ(pairs.size(), kMostMatched / 2);
  for (const auto& [a, b] : pairs) EXPECT_LT(std::max(a, b), kMostMatched);
}

// Of a way to pair them: how many are left out, and the differences with what waiting weighs.
struct Worth {
  std::size_t out = 0;
  long cost = 0;
  auto operator<=>(const Worth&) const = default;
};

bool may_play(const std::vector<Seeker>& seekers, std::size_t a, std::size_t b, std::uint64_t blocks) {
  const double difference = std::abs(seekers[a].rating - seekers[b].rating);
  for (const std::size_t i : {a, b})
    if (const auto window = window_of(seekers[i], true); window && difference > *window) return false;
  return ((blocks >> (std::min(a, b) * 8 + std::max(a, b))) & 1) == 0;
}

long waited(const Seeker& seeker) {
  return 10 * static_cast<long>(seeker.waited_ms / 1000);
}

Worth best(const std::vector<Seeker>& seekers, std::uint64_t blocks, unsigned used) {
  std::size_t first = 0;
  while (first < seekers.size() && ((used >> first) & 1U) != 0) ++first;
  if (first == seekers.size()) return {};
  Worth least = best(seekers, blocks, used | (1U << first));
  least.out += 1;
  least.cost += waited(seekers[first]);
  for (std::size_t other = first + 1; other < seekers.size(); ++other) {
    if (((used >> other) & 1U) != 0 || !may_play(seekers, first, other, blocks)) continue;
    Worth with = best(seekers, blocks, used | (1U << first) | (1U << other));
    with.cost += std::lround(std::abs(seekers[first].rating - seekers[other].rating));
    least = std::min(least, with);
  }
  return least;
}

TEST(Pairing, IsAsGoodAsTheBestOfAllWays) {
  Rng rng(7);
  int pairs_found = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::vector<Seeker> seekers(rng.below(9));
    const std::uint64_t blocks = rng.below(4) == 0 ? rng() & rng() : 0;
    for (Seeker& one : seekers)
      one = {1200.0 + rng.below(800), rng.below(4) == 0, 1000 * static_cast<std::int64_t>(rng.below(70))};
    const SeekPairs pairs =
        pair_seekers(seekers, true, [&](std::size_t a, std::size_t b) { return may_play(seekers, a, b, blocks); });
    Worth worth;
    std::vector<int> times(seekers.size());
    for (const auto& [a, b] : pairs) {
      ASSERT_TRUE(may_play(seekers, a, b, blocks));
      ++times[a];
      ++times[b];
      worth.cost += std::lround(std::abs(seekers[a].rating - seekers[b].rating));
    }
    for (std::size_t i = 0; i < seekers.size(); ++i) {
      ASSERT_LE(times[i], 1) << "nobody plays twice";
      if (times[i] > 0) continue;
      ++worth.out;
      worth.cost += waited(seekers[i]);
    }
    ASSERT_EQ(worth, best(seekers, blocks, 0)) << "round " << round;
    pairs_found += static_cast<int>(pairs.size());
  }
  EXPECT_GT(pairs_found, 3'000);
}

TEST(Pairing, TheFirstMoveGoesRound) {
  EXPECT_TRUE(moves_first({5, 2}, {5, 3}, 1));
  EXPECT_FALSE(moves_first({5, 3}, {5, 2}, 0));
  EXPECT_FALSE(moves_first({1, 1}, {0, 0}, 0));
  EXPECT_TRUE(moves_first({20, 9}, {2, 1}, 1)) << "one had it less often than not";
  EXPECT_TRUE(moves_first({4, 2}, {0, 0}, 8));
  EXPECT_FALSE(moves_first({4, 2}, {0, 0}, 9));
}

}  // namespace
}  // namespace cairn
