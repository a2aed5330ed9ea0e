#include "search/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cairn {

namespace {

constexpr double kZ = 1.959963984540054;  // two-sided 95 % of the normal distribution
constexpr double kSeldom = 1e-3;          // stands for a count of 0 in the likelihood ratio

double score_at(std::size_t i, std::size_t count) {
  return static_cast<double>(i) / static_cast<double>(count - 1);
}

struct Spread {
  double total = 0, mean = 0.5;
  double variance = 0;  // of one result, one imaginary result at both ends included
};

Spread spread(std::span<const double> counts) {
  Spread found;
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    found.total += counts[i];
    sum += counts[i] * score_at(i, counts.size());
  }
  if (found.total <= 0) return found;
  found.mean = sum / found.total;
  double squares = 0.25;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = score_at(i, counts.size()) - found.mean;
    squares += counts[i] * off * off;
  }
  found.variance = squares / (found.total + 1);
  return found;
}

// Of all distributions of this mean the one under which `shares` is the most likely.
std::vector<double> likeliest(std::span<const double> shares, double mean) {
  const auto excess = [&](std::size_t i) { return score_at(i, shares.size()) - mean; };
  // p_i = shares_i / (1 + t (a_i - mean)) with the one t at which the mean is right.
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int step = 0; step < 200; ++step) {
    const double t = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) sum += shares[i] * excess(i) / (1 + t * excess(i));
    (sum > 0 ? low : high) = t;
  }
  std::vector<double> found(shares.begin(), shares.end());
  for (std::size_t i = 0; i < shares.size(); ++i) found[i] /= 1 + (low + high) / 2 * excess(i);
  return found;
}

}  // namespace

void MatchCounts::add_game(double points) {
  ++(points > 0.75 ? wins : points < 0.25 ? losses : draws);
}

void MatchCounts::add_pair(double first, double second) {
  ++pairs[static_cast<std::size_t>(std::clamp(std::lround(2 * (first + second)), 0L, 4L))];
}

std::uint64_t MatchCounts::complete_pairs() const {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}

std::vector<double> result_counts(const MatchCounts& counts) {
  if (counts.complete_pairs() > 0) return {counts.pairs.begin(), counts.pairs.end()};
  return {static_cast<double>(counts.losses), static_cast<double>(counts.draws), static_cast<double>(counts.wins)};
}

double elo_of_score(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) {
  return 1 / (1 + std::pow(10, -elo / 400));
}

Estimate score_estimate(const MatchCounts& counts) {
  const Spread found = spread(result_counts(counts));
  if (found.total <= 0) return {0.5, 0, 1};
  const double mean = found.mean, bernoulli = mean * (1 - mean);
  // With nothing but wins, or losses, the games themselves are counted.
  const double games = bernoulli > 0 ? bernoulli / found.variance * found.total : static_cast<double>(counts.games());
  const double centre = (mean + kZ * kZ / (2 * games)) / (1 + kZ * kZ / games);
  const double half = kZ / (1 + kZ * kZ / games) * std::sqrt(bernoulli / games + kZ * kZ / (4 * games * games));
  return {mean, mean > 0 ? centre - half : 0, mean < 1 ? centre + half : 1};
}

Estimate elo_estimate(const MatchCounts& counts) {
  const Estimate score = score_estimate(counts);
  return {elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high)};
}

double likelihood_of_superiority(const MatchCounts& counts) {
  const auto results = result_counts(counts);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const double lead = score_at(i, results.size()) - 0.5;
    sum += results[i] * lead;
    squares += results[i] * lead * lead;
  }
  return squares > 0 ? 0.5 * std::erfc(-sum / std::sqrt(2 * squares)) : 0.5;
}

double Sprt::lower() const {
  return std::log(beta / (1 - alpha));
}

double Sprt::upper() const {
  return std::log((1 - beta) / alpha);
}

double Sprt::log_ratio(const MatchCounts& counts) const {
  auto shares = result_counts(counts);
  if (std::accumulate(shares.begin(), shares.end(), 0.0) <= 0) return 0;
  for (double& share : shares) share = std::max(share, kSeldom);
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= total;
  const auto p0 = likeliest(shares, score_of_elo(elo0)), p1 = likeliest(shares, score_of_elo(elo1));
  double ratio = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) ratio += shares[i] * std::log(p1[i] / p0[i]);
  return total * ratio;
}

Verdict verdict(const Sprt& test, const MatchCounts& counts) {
  const double ratio = test.log_ratio(counts);
  if (ratio >= test.upper()) return Verdict::elo1;
  return ratio <= test.lower() ? Verdict::elo0 : Verdict::open;
}

}  // namespace cairn
