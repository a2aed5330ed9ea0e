#include "search/self_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/noise.h"

namespace cairn {
namespace {

TEST(Noise, DrawsSharesOfOneAroundEqualParts) {
  Rng rng(2);
  for (const double alpha : {0.03, 0.3, 1.0, 10.0}) {
    std::vector<double> sum(5);
    double largest = 0;
    for (int i = 0; i < 4'000; ++i) {
      const std::vector<double> shares = dirichlet(5, alpha, rng);
      ASSERT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-9);
      for (std::size_t k = 0; k < 5; ++k) {
        ASSERT_GE(shares[k], 0);
        sum[k] += shares[k] / 4'000;
      }
      largest += *std::max_element(shares.begin(), shares.end()) / 4'000;
    }
    for (const double mean : sum) EXPECT_NEAR(mean, 0.2, 0.03) << alpha;
    if (alpha < 0.1) {
      EXPECT_GT(largest, 0.85);
    }
    if (alpha > 5) {
      EXPECT_LT(largest, 0.4);
    }
  }
}

Candidate candidate(std::uint32_t action, std::uint64_t visits, double rate, double prior, Proof proof = Proof::none) {
  return {.action = Action{action}, .win_rate = rate, .prior = prior, .visits = visits, .proof = proof};
}
const std::vector<Action> kActions{Action{1}, Action{2}, Action{3}};

TEST(TaughtPolicy, IsTheSharesOfVisits) {
  const Analysis found{
      .visits = 100,
      .candidates = {candidate(2, 60, 0.5, 0.4), candidate(1, 30, 0.5, 0.3), candidate(3, 10, 0.5, 0.3)}};
  EXPECT_EQ(taught_policy(found, kActions, 0.5, 0), (std::vector<float>{0.3F, 0.6F, 0.1F}));
}

// Of a bad move's visits those go that forcing alone can explain: down to where it would look as good as the best.
TEST(TaughtPolicy, LeavesOutWhatWasForced) {
  const Analysis found{
      .visits = 100,
      .candidates = {candidate(2, 85, 0.6, 0.5), candidate(1, 10, 0.1, 0.25), candidate(3, 5, 0.58, 0.25)}};
  const std::vector<float> taught = taught_policy(found, kActions, 0.5, 2);
  // sqrt(2 * 0.25 * 100) = 7.07 may go from each. Move 1: all worth less than the best however few, so 7 go of 10; move
  // 3 is good with any fewer visits and keeps them.
  const float total = 85 + 3 + 5;
  EXPECT_NEAR(taught[0], 3 / total, 1e-6);
  EXPECT_NEAR(taught[1], 85 / total, 1e-6);
  EXPECT_NEAR(taught[2], 5 / total, 1e-6);
}

TEST(TaughtPolicy, IsAllOfAProvenWin) {
  const Analysis found{
      .visits = 50,
      .candidates = {candidate(3, 2, 1, 0.1, Proof::win), candidate(1, 30, 0.5, 0.5), candidate(2, 18, 0.4, 0.4)}};
  EXPECT_EQ(taught_policy(found, kActions, 0.5, 2), (std::vector<float>{0, 0, 1}));
}

// Where no value differs the search has nothing to add to the priors.
TEST(ImprovedPolicy, IsThePriorsWhereValuesAreAlike) {
  const Analysis found{.visits = 32,
                       .candidates = {candidate(2, 20, 0.5, 0.5), candidate(1, 12, 0.5, 0.3), candidate(3, 0, 0, 0.2)}};
  const std::vector<float> taught = improved_policy(found, kActions);
  EXPECT_NEAR(taught[0], 0.3, 1e-6);
  EXPECT_NEAR(taught[1], 0.5, 1e-6);
  EXPECT_NEAR(taught[2], 0.2, 1e-6) << "worth what the others are, for it was not looked at";
}

TEST(ImprovedPolicy, FollowsTheValues) {
  const Analysis found{
      .visits = 32, .candidates = {candidate(2, 16, 0.55, 0.2), candidate(1, 16, 0.5, 0.6), candidate(3, 0, 0, 0.2)}};
  const std::vector<float> taught = improved_policy(found, kActions);
  // Weights 0.6 e^(66 * 0.5), 0.2 e^(66 * 0.55), 0.2 e^(66 * (0.6 * 0.5 + 0.2 * 0.55) / 0.8), the first taken out of
  // all.
  const double one = 0.6, two = 0.2 * std::exp(66 * 0.05), three = 0.2 * std::exp(66 * 0.0125), sum = one + two + three;
  EXPECT_NEAR(taught[0], one / sum, 1e-5);
  EXPECT_NEAR(taught[1], two / sum, 1e-5);
  EXPECT_NEAR(taught[2], three / sum, 1e-5);
}

TEST(ImprovedPolicy, IsAllOfAProvenWin) {
  const Analysis found{
      .visits = 50,
      .candidates = {candidate(3, 2, 1, 0.1, Proof::win), candidate(1, 30, 0.5, 0.5), candidate(2, 18, 0.4, 0.4)}};
  EXPECT_EQ(improved_policy(found, kActions), (std::vector<float>{0, 0, 1}));
}

}  // namespace
}  // namespace cairn
