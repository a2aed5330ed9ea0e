#include "core/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

#include "core/hash.h"

namespace cairn {
namespace {

// The first outputs of the published algorithms, computed apart from this code: records and signatures stand on them.
TEST(Rng, IsTheSameEverywhere) {
  std::uint64_t state = 1234567;
  EXPECT_EQ(splitmix64(state), 6457827717110365317U);
  EXPECT_EQ(splitmix64(state), 3203168211198807973U);
  EXPECT_EQ(splitmix64(state), 9817491932198370423U);
  Rng rng(42);
  EXPECT_EQ(rng(), 1546998764402558742U);
  EXPECT_EQ(rng(), 6990951692964543102U);
  EXPECT_EQ(rng(), 12544586762248559009U);
}

TEST(Rng, IsAValue) {
  Rng rng(7), copy = rng;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng(), copy());
  EXPECT_NE(Rng(7)(), Rng(8)());
}

TEST(Rng, BelowIsUniformAndInRange) {
  Rng rng(1);
  for (const std::uint32_t bound : {1U, 2U, 3U, 7U, 10U}) {
    std::array<int, 10> counts{};
    constexpr int kDraws = 100'000;
    for (int i = 0; i < kDraws; ++i) {
      const auto drawn = rng.below(bound);
      ASSERT_LT(drawn, bound);
      ++counts[drawn];
    }
    double chi2 = 0;
    const double expected = static_cast<double>(kDraws) / bound;
    for (std::uint32_t k = 0; k < bound; ++k) chi2 += std::pow(counts[k] - expected, 2) / expected;
    EXPECT_LT(chi2, 35) << bound;  // nine degrees of freedom at most: by chance about once in ten thousand
  }
}

TEST(Hash, KeysAreDistinctAndKnownAtCompileTime) {
  constexpr auto kKeys = zobrist_keys<4096>(1);
  static_assert(kKeys[0] != kKeys[1]);
  EXPECT_EQ(std::set<std::uint64_t>(kKeys.begin(), kKeys.end()).size(), kKeys.size());
}

TEST(Hash, MixDependsOnOrder) {
  EXPECT_NE(mix(1, 2), mix(2, 1));
  EXPECT_NE(mix(1, 2), mix(1, 3));
  EXPECT_EQ(mix(1, 2), mix(1, 2));
}

}  // namespace
}  // namespace cairn
