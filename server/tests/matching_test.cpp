#include "server/tournaments/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "core/rng.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

using Costs = std::vector<MatchingCost>;

// By trying everything: the cheapest way to pair the vertices of each set.
MatchingCost by_force(int n, const Costs& cost) {
  std::vector<MatchingCost> best(std::size_t{1} << n, 0);
  for (std::size_t set = 1; set < best.size(); ++set) {
    if (__builtin_popcountll(set) % 2 == 1) continue;
    const int u = __builtin_ctzll(set);
    bool any = false;
    for (int v = u + 1; v < n; ++v) {
      if (((set >> v) & 1) == 0) continue;
      const MatchingCost sum =
          cost[static_cast<std::size_t>(u * n + v)] + best[set & ~(std::size_t{1} << u) & ~(std::size_t{1} << v)];
      if (!any || sum < best[set]) best[set] = sum;
      any = true;
    }
  }
  return best.back();
}

MatchingCost price(int n, const Costs& cost, const std::vector<int>& mate) {
  MatchingCost sum = 0;
  for (int u = 0; u < n; ++u) {
    const int v = mate[static_cast<std::size_t>(u)];
    EXPECT_TRUE(v >= 0 && v < n && v != u);
    EXPECT_EQ(mate[static_cast<std::size_t>(v)], u);
    if (u < v) sum += cost[static_cast<std::size_t>(u * n + v)];
  }
  return sum;
}

Costs random_costs(int n, std::uint32_t most, Rng& rng, MatchingCost factor = 1) {
  Costs cost(static_cast<std::size_t>(n * n));
  for (int u = 0; u < n; ++u)
    for (int v = 0; v < u; ++v)
      cost[static_cast<std::size_t>(u * n + v)] = cost[static_cast<std::size_t>(v * n + u)] = factor * rng.below(most);
  return cost;
}

TEST(Matching, NobodyAndTwo) {
  EXPECT_TRUE(cheapest_matching(0, {}).empty());
  EXPECT_EQ(cheapest_matching(2, {0, 5, 5, 0}), (std::vector<int>{1, 0}));
}

// Two triangles far apart: one expensive bridge is needed, and it must be the cheapest.
TEST(Matching, OddGroupsNeedABridge) {
  Costs cost(36, 100);
  for (const auto& [u, v] : {std::pair{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}})
    cost[static_cast<std::size_t>(u * 6 + v)] = cost[static_cast<std::size_t>(v * 6 + u)] = 1;
  cost[1 * 6 + 5] = cost[5 * 6 + 1] = 90;
  EXPECT_EQ(cheapest_matching(6, cost), (std::vector<int>{2, 5, 0, 4, 3, 1}));
}

TEST(Matching, IsTheCheapest) {
  Rng rng(3);
  for (int n = 2; n <= 16; n += 2)
    for (int game = 0; game < as_many(n <= 10 ? 2000 : 100) && !HasFailure(); ++game)
      for (const std::uint32_t most : {2U, 4U, 20U, 1'000'000U}) {
        const Costs cost = random_costs(n, most, rng);
        EXPECT_TRUE(price(n, cost, cheapest_matching(n, cost)) == by_force(n, cost)) << n << ", costs below " << most;
      }
}

// Points on a line: the cheapest is to pair neighbours, at any size; costs as wide as a hundred bits.
TEST(Matching, NeighboursOnALine) {
  Rng rng(5);
  for (const int n : {20, 60, 120}) {
    std::vector<std::uint32_t> at(static_cast<std::size_t>(n));
    for (auto& x : at) x = rng.below(1000);
    const MatchingCost wide = MatchingCost{1} << 90;
    Costs cost(static_cast<std::size_t>(n * n));
    for (std::size_t u = 0; u < at.size(); ++u)
      for (std::size_t v = 0; v < at.size(); ++v)
        cost[u * at.size() + v] = wide * (at[u] > at[v] ? at[u] - at[v] : at[v] - at[u]);
    const MatchingCost got = price(n, cost, cheapest_matching(n, cost));
    std::sort(at.begin(), at.end());
    MatchingCost sum = 0;
    for (std::size_t i = 0; i < at.size(); i += 2) sum += wide * (at[i + 1] - at[i]);
    EXPECT_TRUE(got == sum) << n;
  }
}

// Groups that are odd at several depths, as blossoms are: close within three, less so within nine.
TEST(Matching, NestedGroups) {
  Rng rng(9);
  for (int game = 0; game < as_many(300) && !HasFailure(); ++game) {
    const int n = 18;
    Costs cost = random_costs(n, 4, rng);
    for (int u = 0; u < n; ++u)
      for (int v = 0; v < n; ++v)
        cost[static_cast<std::size_t>(u * n + v)] += u / 9 != v / 9 ? 40 : u / 3 != v / 3 ? 12 : 0;
    EXPECT_TRUE(price(n, cost, cheapest_matching(n, cost)) == by_force(n, cost));
  }
}

}  // namespace
}  // namespace cairn
