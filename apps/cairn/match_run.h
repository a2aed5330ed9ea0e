// A match: pairs of games from the same opening with the sides changed, several at a time, until all are played or a
// sequential test has answered. `tune` plays its comparisons by it too.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/cairn/match_game.h"
#include "search/statistics.h"

namespace cairn::cli {

struct MatchPlan {
  const GameInfo* info = nullptr;
  Config config{};
  Position start{};
  std::array<EngineChoice, 2> engines{};
  ThinkingTime time{};
  std::uint64_t games = 100, seed = 1, most_moves = 2000;
  std::vector<std::vector<std::string>> openings{};  // used in turn, one a pair; empty: `random_plies`
  int random_plies = 0;
  std::optional<double> balance{};  // random openings in which the game's engine's chances are so near to even (0.5)
  int concurrency = 1;
  std::optional<Sprt> test{};
};

// What all games together say; games may come in any order.
class MatchTotals {
 public:
  void add(const MatchGame& game);
  const MatchCounts& counts() const { return counts_; }
  const MatchSide& side(std::size_t engine) const { return sides_[engine]; }
  std::uint64_t forfeits(std::size_t engine) const { return forfeits_[engine]; }
  std::uint64_t disputed() const { return disputed_; }
  double mean_length() const;  // in moves, the opening included
  bool has(std::uint64_t number) const { return points_.contains(number); }

 private:
  MatchCounts counts_;
  std::array<MatchSide, 2> sides_{};
  std::array<std::uint64_t, 2> forfeits_{};
  std::uint64_t disputed_ = 0, moves_ = 0;
  std::map<std::uint64_t, double> points_;  // by game
};

// The opening of a game, the same for a pair's two. Where the plan wants balance: the first of many random openings
// that is near enough to even, else the nearest of them.
std::vector<std::string> opening_of(const MatchPlan& plan, std::uint64_t number, const std::atomic<bool>& stop);

// Plays the games that `totals` lacks. `on_game` is called for each, one at a time, after it was added; what it returns
// false for ends the match. `on_wait` is called about ten times a second by the calling thread. Ctrl-C ends the match.
void run_match(const MatchPlan& plan, MatchTotals& totals, const std::function<bool(const MatchGame&)>& on_game,
               const std::function<void()>& on_wait);

}  // namespace cairn::cli
