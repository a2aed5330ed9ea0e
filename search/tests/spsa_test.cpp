// Tuning finds a known optimum through noise, keeps to its ranges, and goes on where it was.
#include "search/spsa.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.h"

namespace cairn {
namespace {

// How well an engine with these values plays, best at 300 and 2.
double strength(const std::vector<double>& values) {
  return -std::pow((values[0] - 300) / 1000, 2) - 2 * std::pow((values[1] - 2) / 10, 2);
}

const std::vector<SpsaRange> kRanges{{900, 0, 1000}, {8, 0, 10}};

// A pair of games, won by luck as often as strength tells.
double noisy_balance(const Spsa::Trial& trial, Rng& rng) {
  const double expected = 1 / (1 + std::exp(-6 * (strength(trial.plus) - strength(trial.minus))));
  double balance = 0;
  for (int game = 0; game < 2; ++game) balance += static_cast<double>(rng() >> 11) * 0x1p-53 < expected ? 0.5 : -0.5;
  return balance;
}

TEST(Spsa, FindsAKnownOptimumThroughNoise) {
  const SpsaSettings settings{.seed = 3, .steps = 4000, .reach = 0.15, .rate = 0.05};
  Spsa tuning(kRanges, settings);
  Rng luck(5);
  for (std::uint64_t i = 0; i < settings.steps; ++i) tuning.learn(noisy_balance(tuning.trial(), luck));
  EXPECT_NEAR(tuning.values()[0], 300, 100);
  EXPECT_NEAR(tuning.values()[1], 2, 1);
}

TEST(Spsa, ConvergesWithoutNoise) {
  const SpsaSettings settings{.seed = 1, .steps = 500};
  Spsa tuning(kRanges, settings);
  for (std::uint64_t i = 0; i < settings.steps; ++i) {
    const auto trial = tuning.trial();
    tuning.learn(10 * (strength(trial.plus) - strength(trial.minus)));
  }
  EXPECT_NEAR(tuning.values()[0], 300, 15);
  EXPECT_NEAR(tuning.values()[1], 2, 0.15);
}

TEST(Spsa, TrialsMirrorAndKeepToTheRanges) {
  Spsa tuning({{0, 0, 1}, {5, 0, 10}}, {.seed = 2, .reach = 0.2});
  for (int i = 0; i < 50; ++i) {
    const auto trial = tuning.trial();
    ASSERT_EQ(trial.plus.size(), 2U);
    for (const auto& values : {trial.plus, trial.minus}) {
      EXPECT_GE(values[0], 0);
      EXPECT_LE(values[0], 1);
    }
    const double middle = (trial.plus[1] + trial.minus[1]) / 2;
    EXPECT_NEAR(middle, tuning.values()[1], 1e-9);
    tuning.learn(0);
  }
  EXPECT_EQ(tuning.values(), (std::vector<double>{0, 5}));
}

TEST(Spsa, GoesOnWhereItWas) {
  const SpsaSettings settings{.seed = 9, .steps = 60};
  Spsa whole(kRanges, settings), first(kRanges, settings), second(kRanges, settings);
  const auto step = [](Spsa& tuning) {
    const auto trial = tuning.trial();
    tuning.learn(strength(trial.plus) > strength(trial.minus) ? 1 : -1);
  };
  for (int i = 0; i < 60; ++i) step(whole);
  for (int i = 0; i < 25; ++i) step(first);
  second.restore(first.values(), first.steps());
  while (second.steps() < 60) step(second);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(second.values()[i], whole.values()[i], 1e-9);
}

}  // namespace
}  // namespace cairn
