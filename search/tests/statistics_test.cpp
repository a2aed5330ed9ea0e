// Elo, intervals and the sequential test: against values worked out by hand and against simulated matches.
#include "search/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.h"

namespace cairn {
namespace {

MatchCounts games(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses) {
  return {.wins = wins, .draws = draws, .losses = losses};
}

MatchCounts pairs(const std::array<std::uint64_t, 5>& by_points) {
  return {.wins = by_points[2] + by_points[3] + 2 * by_points[4],  // a pair of one point: a win each
          .draws = by_points[1] + by_points[3],
          .losses = 2 * by_points[0] + by_points[1] + by_points[2],
          .pairs = by_points};
}

double uniform(Rng& rng) {
  return static_cast<double>(rng() >> 11) * 0x1p-53;
}

// A game against an engine that is `elo` weaker; a share of the games is drawn.
double simulated_game(double elo, double drawn, Rng& rng) {
  const double score = score_of_elo(elo), luck = uniform(rng);
  if (luck < drawn) return 0.5;
  return luck < drawn + score - drawn / 2 ? 1 : 0;
}

void play_pair(MatchCounts& counts, double elo, double drawn, Rng& rng) {
  const double first = simulated_game(elo, drawn, rng), second = simulated_game(elo, drawn, rng);
  counts.add_game(first);
  counts.add_game(second);
  counts.add_pair(first, second);
}

TEST(Statistics, EloIsTheLogisticScale) {
  EXPECT_NEAR(elo_of_score(0.75), 190.848502, 1e-6);
  EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
  EXPECT_EQ(elo_of_score(0.5), 0);
  EXPECT_EQ(elo_of_score(1), std::numeric_limits<double>::infinity());
  EXPECT_EQ(elo_of_score(0), -std::numeric_limits<double>::infinity());
  for (const double elo : {-300.0, -10.0, 0.0, 5.0, 700.0}) EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-6);
}

TEST(Statistics, GamesAndPairsAreCounted) {
  MatchCounts counts;
  counts.add_game(1);
  counts.add_game(0.5);
  counts.add_pair(1, 0.5);
  counts.add_game(0);
  counts.add_game(0);
  counts.add_pair(0, 0);
  counts.add_game(1);
  EXPECT_EQ(counts, (MatchCounts{.wins = 2, .draws = 1, .losses = 2, .pairs = {1, 0, 0, 1, 0}}));
  EXPECT_EQ(counts.games(), 5U);
  EXPECT_EQ(counts.complete_pairs(), 2U);
}

// 50 of 100: the variance of a game is 0.25, Wilson's interval 0.5 -+ 1.96 * sqrt(0.25 / 103.84).
TEST(Statistics, TheIntervalOfHalfTheGamesIsWilsons) {
  const Estimate score = score_estimate(games(50, 0, 50));
  EXPECT_NEAR(score.value, 0.5, 1e-12);
  EXPECT_NEAR(score.low, 0.40383, 1e-5);
  EXPECT_NEAR(score.high, 0.59617, 1e-5);
  const Estimate elo = elo_estimate(games(50, 0, 50));
  EXPECT_NEAR(elo.value, 0, 1e-9);
  EXPECT_NEAR(elo.high, 67.667, 0.001);
  EXPECT_NEAR(elo.low, -67.667, 0.001);
}

// Draws tell more: half of the games drawn halves the variance, so the interval is that of about twice as many games.
TEST(Statistics, DrawsNarrowTheInterval) {
  const Estimate drawn = score_estimate(games(250, 500, 250)), even = score_estimate(games(1000, 0, 1000));
  EXPECT_NEAR(drawn.high - drawn.low, even.high - even.low, 2e-4);
}

// Every opening is won by the same colour: the pairs are all 1 to 1, and tell far more than the games alone.
TEST(Statistics, PairsOfOneOpeningNarrowTheInterval) {
  const Estimate paired = score_estimate(pairs({0, 0, 100, 0, 0})), single = score_estimate(games(100, 0, 100));
  EXPECT_LT(paired.high - paired.low, 0.3 * (single.high - single.low));
  EXPECT_GT(paired.high - paired.low, 0.01);
}

TEST(Statistics, NothingButWinsPromisesNotTooMuch) {
  const Estimate score = score_estimate(games(10, 0, 0));
  EXPECT_EQ(score.value, 1);
  EXPECT_NEAR(score.low, 10 / 13.8415, 1e-4);  // n / (n + z^2)
  EXPECT_NEAR(score.high, 1, 1e-12);
  const Estimate elo = elo_estimate(games(10, 0, 0));
  EXPECT_TRUE(std::isinf(elo.high));
  EXPECT_TRUE(std::isfinite(elo.low));
  EXPECT_GT(elo.low, 0);
}

TEST(Statistics, NoGamesSayNothing) {
  const MatchCounts none;
  EXPECT_EQ(score_estimate(none).low, 0);
  EXPECT_EQ(score_estimate(none).high, 1);
  EXPECT_EQ(likelihood_of_superiority(none), 0.5);
  EXPECT_EQ(Sprt{}.log_ratio(none), 0);
  EXPECT_EQ(verdict(Sprt{}, none), Verdict::open);
}

// (W - L) / sqrt(W + L) standard deviations from even.
TEST(Statistics, SuperiorityOfDecidedGames) {
  EXPECT_NEAR(likelihood_of_superiority(games(60, 0, 40)), 0.977250, 1e-6);  // two of them
  EXPECT_NEAR(likelihood_of_superiority(games(60, 300, 40)), 0.977250, 1e-6);
  EXPECT_NEAR(likelihood_of_superiority(games(40, 0, 60)), 1 - 0.977250, 1e-6);
}

TEST(Sprt, BoundsAreWalds) {
  const Sprt test{.elo0 = 0, .elo1 = 5};
  EXPECT_NEAR(test.upper(), 2.944439, 1e-6);
  EXPECT_NEAR(test.lower(), -2.944439, 1e-6);
  const Sprt strict{.elo0 = 0, .elo1 = 5, .alpha = 0.01, .beta = 0.1};
  EXPECT_NEAR(strict.upper(), std::log(0.9 / 0.01), 1e-12);
  EXPECT_NEAR(strict.lower(), std::log(0.1 / 0.99), 1e-12);
}

// For small differences the ratio is n (s1 - s0) (2 m - s0 - s1) / (2 v).
TEST(Sprt, TheRatioMeetsItsNormalApproximation) {
  const MatchCounts counts = pairs({500, 2000, 4000, 2400, 600});
  const auto results = result_counts(counts);
  double n = 0, m = 0, v = 0;
  for (std::size_t i = 0; i < 5; ++i) n += results[i], m += results[i] * static_cast<double>(i) / 4;
  m /= n;
  for (std::size_t i = 0; i < 5; ++i) v += results[i] / n * std::pow(static_cast<double>(i) / 4 - m, 2);
  const Sprt test{.elo0 = 0, .elo1 = 4};
  const double s0 = score_of_elo(test.elo0), s1 = score_of_elo(test.elo1);
  const double expected = n * (s1 - s0) * (2 * m - s0 - s1) / (2 * v);
  EXPECT_NEAR(test.log_ratio(counts), expected, 0.02 * expected);
}

TEST(Sprt, TheSidesMirror) {
  const MatchCounts ahead = pairs({10, 20, 40, 35, 15}), behind = pairs({15, 35, 40, 20, 10});
  const Sprt up{.elo0 = 0, .elo1 = 20}, down{.elo0 = -20, .elo1 = 0};
  EXPECT_NEAR(up.log_ratio(ahead), -down.log_ratio(behind), 1e-9);
}

TEST(Sprt, WinsAloneDecideQuickly) {
  MatchCounts counts;
  const Sprt test{.elo0 = 0, .elo1 = 100};
  int played = 0;
  for (; played < 100 && verdict(test, counts) == Verdict::open; ++played) {
    counts.add_game(1);
    counts.add_game(1);
    counts.add_pair(1, 1);
  }
  EXPECT_EQ(verdict(test, counts), Verdict::elo1);
  EXPECT_LT(played, 15);
}

// Simulated matches: an engine of strength elo0 passes, and one of elo1 fails, about as seldom as the test promises.
TEST(Sprt, ErrsAsSeldomAsItPromises) {
  Rng rng(7);
  const Sprt test{.elo0 = 0, .elo1 = 60};
  constexpr int kMatches = 300;
  const auto count_accepted = [&](double elo, Verdict wanted) {
    int accepted = 0;
    for (int i = 0; i < kMatches; ++i) {
      MatchCounts counts;
      Verdict found = Verdict::open;
      while (found == Verdict::open && counts.games() < 20'000) {
        play_pair(counts, elo, 0.2, rng);
        found = verdict(test, counts);
      }
      accepted += found == wanted ? 1 : 0;
    }
    return accepted;
  };
  EXPECT_LT(count_accepted(0, Verdict::elo1), 30);  // 15 expected
  EXPECT_LT(count_accepted(60, Verdict::elo0), 30);
  EXPECT_GT(count_accepted(60, Verdict::elo1), 270);
}

// The interval holds the truth in about 95 of 100 simulated matches.
TEST(Statistics, IntervalsHoldTheTruthAsOftenAsTheyPromise) {
  Rng rng(11);
  for (const double elo : {0.0, 80.0, 250.0}) {
    int held = 0;
    for (int i = 0; i < 1000; ++i) {
      MatchCounts counts;
      for (int pair = 0; pair < 40; ++pair) play_pair(counts, elo, 0.1, rng);
      const Estimate found = elo_estimate(counts);
      held += found.low <= elo && elo <= found.high ? 1 : 0;
    }
    EXPECT_GT(held, 925) << elo;
    EXPECT_LT(held, 985) << elo;
  }
}

}  // namespace
}  // namespace cairn
