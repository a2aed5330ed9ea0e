// How strong somebody is, and how sure that is: Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2022), after
// every game. Pure functions of their arguments; moments are milliseconds since 1970 and come from outside.
//
// What the paper leaves open is decided so:
//   - Every rated game is a rating period of its own, so that a rating is up to date at once. In between the deviation
//     grows with the days away, by `kPeriodsPerDay` of the paper's periods: with the usual volatility a deviation of 60
//     is 110 again after a year.
//   - A game of n seats is n - 1 games of two for each player, one with everybody else, decided by their ranks and each
//     counted 1/(n - 1): together it tells as much as one game, for its results hang together.
//   - Where the first seat is ahead by handicap or komi, its strength is what it has and what that is worth: so many
//     points a rank.
//   - Everybody is rated from what all had before the game; the order of the seats does not matter.
//   - What two people tell of each other again and again is no longer news, and of two people at one address nobody
//     knows whether they are two. So the game of a pair has a weight for each of them: a game of weight 1/4 is a
//     quarter of a game. Both sums of the paper's steps 3 and 4 take each result with its weight w: 1/v = sum w g^2 E
//     (1 - E), and delta = v sum w g (s - E). See `meeting_weight`.
//   - Results are rounded (a rating to 1/10,000, a volatility to 1/10,000,000), so that every machine has the same.
//
// A person has a rating in each class: any text that the caller makes from the game and its size.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/registry.h"

namespace cairn {

inline constexpr double kFirstRating = 1500, kFirstDeviation = 350, kFirstVolatility = 0.06;
inline constexpr double kMinRating = 100, kMaxRating = 4000;
inline constexpr double kMinDeviation = 45, kMaxDeviation = 350;
inline constexpr double kMinVolatility = 0.03, kMaxVolatility = 0.1;
inline constexpr double kProvisionalAbove = 110;   // a deviation beyond it: provisional, shown as "1500?"
inline constexpr double kPeriodsPerDay = 0.21436;  // (110^2 - 60^2) / (173.7178^2 * 0.06^2) / 365
inline constexpr double kPointsARank = 70;         // one handicap stone on 19x19
inline constexpr int kFirstKyu = 10;               // the rank of Go that kFirstRating is
inline constexpr int kBestKyu = -8;                // of a rating; the weakest is kWeakestKyu
inline constexpr double kBotDeviation = 70;        // of a level of the bot: its rank is known to about a stone
inline constexpr double kTau = 0.5;                // how readily a volatility changes

struct Rating {
  double rating = kFirstRating;
  double deviation = kFirstDeviation;  // at `at_ms`; see deviation_at
  double volatility = kFirstVolatility;
  std::int64_t at_ms = 0;  // the end of the last rated game; 0: none yet
  int games = 0;
  friend bool operator==(const Rating&, const Rating&) = default;
};

// The deviation now, grown since the last game.
double deviation_at(const Rating& rating, std::int64_t now_ms);
bool provisional(const Rating& rating, std::int64_t now_ms);

// The ratings of 2..4 players after a game between them that ended now. Ranks as in `Outcome`: 1 is best, ties share a
// rank. A game that was not played (a no-show) is not to be rated. `ahead`: ranks that the first is ahead by the terms.
// `weights`: of the player i against j at i * players + j; none: all are 1. Whose weights are all 0 stays as he was.
std::vector<Rating> rate_game(std::span<const Rating> players, std::span<const int> ranks, std::int64_t now_ms,
                              double ahead = 0, std::span<const double> weights = {});

// How much the game of two people counts, by the rated games of the last `kWeighedMs`, this one with them.
inline constexpr std::int64_t kWeighedMs = 30LL * 24 * 3600 * 1000;
inline constexpr int kWholeMeetings = 10;
enum class OneAddress : std::uint8_t { weigh, whole, none };  // games of two at one address, as the host wants them
inline constexpr int kNewcomersGames = 5;                     // rated in the class: who has had so many is no newcomer
struct Meeting {
  int games = 1;           // of these two in this class
  int at_one_address = 0;  // of the one of them who has more: games with people of their own address; 0: they have two
  // Of the one whose game is weighed, for each of the two has a weight of their own:
  int people_there = 1;  // opponents who sat down at the address of this one, with this one
  int newcomers = 0;     // games with newcomers, this one with them; 0: this opponent is none
};
// Of two the first `kWholeMeetings` games count whole, the n-th 10/n. At one address the n-th counts 1/n^2 of that: all
// games there together are worth less than two (pi^2 / 6), however many accounts somebody makes. With the k-th person
// at another address it counts 1/k, with a newcomer there 1/k^2. With newcomers, wherever they are, the first
// `kNewcomersGames` count whole, the n-th 5/n. 0: it is not rated.
double meeting_weight(const Meeting& meeting, OneAddress rule);

// Ratings and ranks of Go are one scale. `kyu`: 12 is 12 kyu, 1 is 1 kyu, 0 is 1 dan, -1 is 2 dan.
double rating_of_kyu(int kyu);
int kyu_of_rating(double rating);  // 9 dan to 30 kyu
// A level of the bot as a player whose rating never moves.
Rating bot_rating(int kyu, std::int64_t now_ms);

// The rating without what a game has moved it by.
double taken_back(double rating, double moved);

// What `a` may expect against `b`: 0..1, nearer to 1/2 where little is known of them. For pairing: equal at 0.5.
double expected_score(const Rating& a, const Rating& b, std::int64_t now_ms);

// Leader boards. Listed is who is not provisional, in the order of what one is worth almost surely (at 97.5 %): the
// rating less two deviations, as of now. So nobody leads by few games, and who stays away sinks.
double board_score(const Rating& rating, std::int64_t now_ms);
// Whether `a` stands before `b`; with equal scores the higher rating, then the more games. Otherwise equal: by name.
bool stands_before(const Rating& a, const Rating& b, std::int64_t now_ms);

// A class is 1 to 40 lower-case letters, digits and hyphens. A size at its end becomes that of the class: "go-9x9" is
// "go-9".
std::optional<std::string> read_rating_class(std::string_view text);

// The paper's steps 3 to 8, unbounded and unrounded. `periods`: how many pass with these results; the paper's own is 1.
struct RatedResult {
  double rating = kFirstRating, deviation = kFirstDeviation;  // of the opponent
  double score = 0;                                           // 0..1
  double weight = 1;                                          // of the evidence; the paper's is 1
};
Rating glicko2(const Rating& before, std::span<const RatedResult> results, double periods, double tau = kTau);

}  // namespace cairn
