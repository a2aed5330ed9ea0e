// What a match between two engines tells: score, Elo, how sure that is, and the sequential test that ends a match as
// soon as it has answered. Pure arithmetic on counts.
//
// Games come in pairs from the same opening with the sides changed. The two games of a pair are not independent, so
// what varies is counted over pairs (five results: "pentanomial") wherever there is a complete one, else over games
// (three: "trinomial").
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cairn {

// Results of the first engine.
struct MatchCounts {
  std::uint64_t wins = 0, draws = 0, losses = 0;
  std::array<std::uint64_t, 5> pairs{};  // complete pairs by points: 0, 0.5, 1, 1.5, 2

  void add_game(double points);                // 0, 0.5 or 1
  void add_pair(double first, double second);  // the points of both games; the games are added apart
  std::uint64_t games() const { return wins + draws + losses; }
  std::uint64_t complete_pairs() const;
  friend bool operator==(const MatchCounts&, const MatchCounts&) = default;
};

// How often each result came, the worst first; they are equally far apart, from a score of 0 to one of 1.
std::vector<double> result_counts(const MatchCounts& counts);

// Logistic: a difference of 400 is a score of 10/11. Infinite at scores of 0 and 1.
double elo_of_score(double score);
double score_of_elo(double elo);

struct Estimate {
  double value = 0, low = 0, high = 0;  // low..high holds the truth in 95 of 100 matches
};
// Wilson's interval, with as many games as would vary as much as the results did; one imaginary result at both ends is
// counted into that, so that few games that went alike promise nothing.
Estimate score_estimate(const MatchCounts& counts);
Estimate elo_estimate(const MatchCounts& counts);
// How likely it is that the first engine is the stronger one, all strengths being thought equally likely before.
double likelihood_of_superiority(const MatchCounts& counts);

// Sequential probability ratio test of "the first engine is elo1 stronger" against "... elo0 ..." (Wald 1945), with
// the generalised likelihood ratio of the counts.
struct Sprt {
  double elo0 = 0, elo1 = 10;
  double alpha = 0.05, beta = 0.05;  // how often elo1 is accepted wrongly, and elo0

  double lower() const;  // at or below: elo0 is accepted
  double upper() const;  // at or above: elo1
  double log_ratio(const MatchCounts& counts) const;
};
enum class Verdict : std::uint8_t { open, elo0, elo1 };
Verdict verdict(const Sprt& test, const MatchCounts& counts);

}  // namespace cairn
