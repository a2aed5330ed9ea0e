#include "search/halving.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cairn {
namespace {

// What each of so many actions was looked at by playouts that go where the plan says, the worthier first.
std::vector<std::uint32_t> visits(const Halving& plan, std::span<const double> values, std::uint32_t playouts) {
  std::vector<std::uint32_t> seen(values.size());
  for (std::uint32_t playout = 0; playout < playouts; ++playout) {
    std::size_t best = values.size();
    const auto most = static_cast<double>(*std::max_element(seen.begin(), seen.end()));
    for (std::size_t i = 0; i < values.size(); ++i)
      if (seen[i] == plan.visits_before(playout) &&
          (best == values.size() || plan.worth(i, values[i], most) > plan.worth(best, values[best], most)))
        best = i;
    if (best == values.size()) {
      ADD_FAILURE() << "nobody has " << plan.visits_before(playout) << " visits at playout " << playout;
      break;
    }
    ++seen[best];
  }
  return seen;
}

TEST(Halving, LooksAtAllThatItComparesAndOftenerAtTheBetterHalf) {
  const std::vector<float> shares{0.4F, 0.05F, 0.3F, 0.1F, 0.1F, 0.05F};
  const std::vector<double> values{0.3, 0.9, 0.6, 0.5, 0.2, 0.9};
  Halving plan;
  EXPECT_FALSE(plan.on());
  plan.plan(shares, 20, 4);
  EXPECT_TRUE(plan.on());
  // Four by two visits each, the better two of them by six more; a tie of values goes to the greater prior.
  const std::vector<double> same(6, 0.5);
  EXPECT_EQ(visits(plan, same, 20), (std::vector<std::uint32_t>{8, 0, 8, 2, 2, 0}));
  EXPECT_EQ(visits(plan, values, 8), (std::vector<std::uint32_t>{0, 2, 2, 2, 0, 2})) << "values outweigh priors";
  plan.end();
  EXPECT_FALSE(plan.on());
}

TEST(Halving, SpendsWhatItHasWhateverItCompares) {
  for (std::size_t actions = 1; actions <= 9; ++actions)
    for (std::uint32_t most = 1; most <= 9; ++most)
      for (const std::uint32_t playouts : {1U, 2U, 3U, 7U, 20U, 100U}) {
        Halving plan;
        plan.plan(std::vector<float>(actions, 1.0F / static_cast<float>(actions)), playouts, most);
        std::vector<double> values(actions);
        for (std::size_t i = 0; i < actions; ++i) values[i] = static_cast<double>(i * 5 % 7) / 7;
        const auto seen = visits(plan, values, playouts);
        const auto looked =
            static_cast<std::size_t>(std::count_if(seen.begin(), seen.end(), [](auto n) { return n > 0; }));
        EXPECT_EQ(looked, std::min({actions, static_cast<std::size_t>(most), static_cast<std::size_t>(playouts)}))
            << actions << " actions, " << most << " compared, " << playouts << " playouts";
      }
}

// The noise draws by the shares without putting back: of one that is compared, each as often as its share says; of two,
// each with the chance to be first or second.
TEST(Halving, DrawsWhatItComparesByTheShares) {
  const std::vector<float> shares{0.5F, 0.3F, 0.2F};
  const std::vector<double> same(3, 0.5);
  Rng rng(7);
  constexpr int kTimes = 20'000;
  std::vector<double> first(3), both(3);
  for (int i = 0; i < kTimes; ++i) {
    Halving plan;
    plan.plan(shares, 1, 1, &rng);
    const auto one = visits(plan, same, 1);
    plan.plan(shares, 2, 2, &rng);
    const auto two = visits(plan, same, 2);
    for (std::size_t k = 0; k < 3; ++k) first[k] += one[k] / double{kTimes}, both[k] += two[k] / double{kTimes};
  }
  const auto second = [&](std::size_t k) {  // after each of the others
    double sum = 0;
    for (std::size_t other = 0; other < 3; ++other)
      if (other != k) sum += double{shares[other]} * double{shares[k]} / (1 - double{shares[other]});
    return sum;
  };
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(first[k], shares[k], 0.012) << k;
    EXPECT_NEAR(both[k], shares[k] + second(k), 0.012) << k;
  }
}

}  // namespace
}  // namespace cairn
