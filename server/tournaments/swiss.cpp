#include "server/tournaments/swiss.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "server/tournaments/matching.h"

namespace cairn {
namespace {

using GameHow = TournamentGame::How;

// What is known of a player before the round.
struct Past {
  int points = 0;
  bool had_bye = false;       // or a point by forfeit
  std::vector<int> met;       // players
  std::vector<int> sides;     // of games played: +1 the first move, -1 the second
  int difference = 0;         // their sum
  int floated = 0;            // in the round before: +1 down, -1 up
  int group = 0, place = 0;   // of those with equal points: which group, from the best, and where in it
  int wish = 0, urgency = 0;  // the side wished for; 1 to alternate, 2 to balance, 3 must
};

void settle_wish(Past& past) {
  const auto& sides = past.sides;
  if (sides.empty()) return;
  const bool twice = sides.size() >= 2 && sides.back() == sides[sides.size() - 2];
  if (std::abs(past.difference) >= 2 || (past.difference != 0 && !twice))
    past.wish = past.difference > 0 ? -1 : 1;
  else
    past.wish = -sides.back();
  past.urgency = std::abs(past.difference) >= 2 || twice ? 3 : past.difference != 0 ? 2 : 1;
}

class Swiss {
 public:
  Swiss(std::span<const Entrant> entrants, std::span<const TournamentGame> games, int round)
      : entrants_(entrants), past_(entrants.size()) {
    std::vector<int> before(entrants.size());  // points before the last round
    for (const TournamentGame& game : games) {
      if (game.round >= round || game.how == GameHow::annulled) continue;
      take(game);
      if (game.round + 1 < round) {
        before[at(game.players.first)] += game.first_points;
        if (game.players.second >= 0) before[at(game.players.second)] += game.second_points;
      }
    }
    for (const TournamentGame& game : games) {
      if (game.round + 1 != round || game.how == GameHow::annulled) continue;
      const auto [first, second] = game.players;
      const int more = second < 0 ? 1 : before[at(first)] - before[at(second)];
      past_[at(first)].floated = more > 0 ? 1 : more < 0 ? -1 : 0;
      if (second >= 0) past_[at(second)].floated = -past_[at(first)].floated;
    }
    for (Past& past : past_) settle_wish(past);
    for (std::size_t i = 0; i < entrants.size(); ++i)
      if (entrants[i].here) order_.push_back(static_cast<int>(i));
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
      return std::pair(of(a).points, entrants_[at(a)].strength) > std::pair(of(b).points, entrants_[at(b)].strength);
    });
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Past& past = past_[at(order_[i])];
      const Past* above = i > 0 ? &of(order_[i - 1]) : nullptr;
      if (!above || above->points != past.points) sizes_.push_back(0);
      past.group = static_cast<int>(sizes_.size()) - 1;
      past.place = sizes_.back()++;
    }
  }

  const std::vector<int>& order() const { return order_; }  // of those who are here, the best first; -1 is no player
  const Past& of(int player) const { return past_[at(player)]; }

  // Of one pair; b may be -1, the bye.
  SwissFaults faults(int a, int b) const {
    SwissFaults faults{};
    if (b < 0) {
      faults[1] = of(a).had_bye ? 1 : 0;
      faults[3] = of(a).points - of(order_.back()).points;
      faults[6] = of(a).floated > 0 ? 1 : 0;
      faults[7] = from_end(a);
      return faults;
    }
    if (of(a).group > of(b).group) std::swap(a, b);
    const Past &high = of(a), &low = of(b);
    const bool clash = high.wish != 0 && high.wish == low.wish;
    const int urgency = std::min(high.urgency, low.urgency);
    const std::int64_t gap = high.points - low.points;
    faults[0] = std::count(high.met.begin(), high.met.end(), b);
    faults[2] = clash && urgency == 3 ? 1 : 0;
    faults[4] = gap * gap;
    faults[5] = clash ? std::min(urgency, 2) : 0;
    if (gap > 0) {
      faults[6] = (high.floated > 0 ? 1 : 0) + (low.floated < 0 ? 1 : 0);
      faults[7] = from_end(a) + low.place;
    } else {
      const int size = sizes_[at(high.group)], half = size / 2;
      const bool same_half = (high.place < half) == (low.place < half);
      faults[7] = std::abs(std::abs(high.place - low.place) - half) + (same_half ? size : 0);
    }
    return faults;
  }

  // Who of the two has the first move; a stands before b. `board` counts from 0.
  Pairing sides(int a, int b, int board) const {
    const Past &better = of(a), &worse = of(b);
    const auto gives = [&](int player, int side) {
      return (player == a) == (side > 0) ? Pairing{a, b} : Pairing{b, a};
    };
    if (better.wish == 0 && worse.wish == 0) return gives(a, board % 2 == 0 ? 1 : -1);
    if (better.wish != worse.wish) return better.wish != 0 ? gives(a, better.wish) : gives(b, worse.wish);
    const auto need = [](const Past& past) { return std::pair(past.urgency, std::abs(past.difference)); };
    if (need(better) != need(worse)) return need(better) > need(worse) ? gives(a, better.wish) : gives(b, worse.wish);
    // Both alike: other than when they last had different sides; else as the better one likes.
    for (std::size_t back = 1; back <= std::min(better.sides.size(), worse.sides.size()); ++back) {
      const int his = better.sides[better.sides.size() - back], hers = worse.sides[worse.sides.size() - back];
      if (his != hers) return gives(a, -his);
    }
    return gives(a, better.wish);
  }

 private:
  static std::size_t at(int player) { return static_cast<std::size_t>(player); }
  std::int64_t from_end(int player) const { return sizes_[at(of(player).group)] - 1 - of(player).place; }

  void take(const TournamentGame& game) {
    const auto [first, second] = game.players;
    past_[at(first)].points += game.first_points;
    if (second >= 0) past_[at(second)].points += game.second_points;
    if (game.how == GameHow::bye && game.first_points == 2) past_[at(first)].had_bye = true;
    if (game.how == GameHow::forfeit) {
      if (game.first_points == 2) past_[at(first)].had_bye = true;
      if (game.second_points == 2) past_[at(second)].had_bye = true;
    }
    if (game.how != GameHow::played && game.how != GameHow::open) return;
    const auto met = [&](int player, int other, int side) {
      past_[at(player)].met.push_back(other);
      past_[at(player)].sides.push_back(side);
      past_[at(player)].difference += side;
    };
    met(first, second, 1);
    met(second, first, -1);
  }

  std::span<const Entrant> entrants_;
  std::vector<Past> past_;
  std::vector<int> order_;
  std::vector<int> sizes_;  // of the groups
};

// One number for all rules: a fault of one rule weighs more than all faults that there can be of those below it.
class Scale {
 public:
  Scale(const Swiss& swiss, const std::vector<int>& who) {
    SwissFaults most{};  // of one pair
    for (const int a : who)
      for (const int b : who) {
        if (a == b || a < 0) continue;
        const SwissFaults faults = swiss.faults(a, b);
        for (std::size_t rule = 0; rule < faults.size(); ++rule) most[rule] = std::max(most[rule], faults[rule]);
      }
    MatchingCost unit = 1;
    for (std::size_t rule = most.size(); rule-- > 0;) {
      units_[rule] = unit;
      unit *= static_cast<MatchingCost>(most[rule]) * static_cast<MatchingCost>(who.size() / 2) + 1;
    }
  }
  MatchingCost cost(const SwissFaults& faults) const {
    MatchingCost sum = 0;
    for (std::size_t rule = 0; rule < faults.size(); ++rule)
      sum += units_[rule] * static_cast<MatchingCost>(faults[rule]);
    return sum;
  }

 private:
  std::array<MatchingCost, std::tuple_size_v<SwissFaults>> units_{};
};

std::vector<SwissRemark> remarks_of(const Swiss& swiss, const std::vector<Pairing>& pairings) {
  using Kind = SwissRemark::Kind;
  std::vector<SwissRemark> remarks;
  for (const Pairing& pair : pairings) {
    const Past& first = swiss.of(pair.first);
    if (pair.second < 0) {
      if (first.had_bye) remarks.push_back({Kind::second_bye, pair.first, pair});
      continue;
    }
    if (std::count(first.met.begin(), first.met.end(), pair.second) > 0)
      remarks.push_back({Kind::rematch, pair.first, pair});
    for (const auto& [player, side] : {std::pair(pair.first, 1), std::pair(pair.second, -1)}) {
      const Past& past = swiss.of(player);
      const std::size_t games = past.sides.size();
      if (games >= 2 && past.sides[games - 1] == side && past.sides[games - 2] == side)
        remarks.push_back({Kind::third_time, player, pair});
      if (std::abs(past.difference + side) > 2) remarks.push_back({Kind::imbalance, player, pair});
    }
  }
  return remarks;
}

}  // namespace

SwissRound pair_swiss(std::span<const Entrant> entrants, std::span<const TournamentGame> games, int round) {
  const Swiss swiss(entrants, games, round);
  std::vector<int> who = swiss.order();
  assert(who.size() <= static_cast<std::size_t>(kMaxSwissEntrants));
  if (who.size() % 2 == 1) who.push_back(-1);
  const std::size_t n = who.size();
  const Scale scale(swiss, who);
  std::vector<MatchingCost> cost(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      cost[i * n + j] = cost[j * n + i] = scale.cost(swiss.faults(who[i], who[j]));
  const auto partner = cheapest_matching(static_cast<int>(n), cost);

  SwissRound result;
  for (std::size_t i = 0; i < n; ++i) {  // the better of a pair comes first, so the boards are in order
    const auto j = static_cast<std::size_t>(partner[i]);
    if (j < i) continue;
    if (who[j] < 0)
      result.pairings.push_back({who[i], -1});
    else
      result.pairings.push_back(swiss.sides(who[i], who[j], static_cast<int>(result.pairings.size())));
  }
  std::stable_partition(result.pairings.begin(), result.pairings.end(), [](const Pairing& p) { return p.second >= 0; });
  result.remarks = remarks_of(swiss, result.pairings);
  return result;
}

SwissFaults swiss_faults(std::span<const Entrant> entrants, std::span<const TournamentGame> games, int round,
                         std::span<const Pairing> pairings) {
  const Swiss swiss(entrants, games, round);
  SwissFaults sum{};
  for (const Pairing& pair : pairings) {
    const SwissFaults faults = swiss.faults(pair.first, pair.second);
    for (std::size_t rule = 0; rule < sum.size(); ++rule) sum[rule] += faults[rule];
  }
  return sum;
}

int swiss_rounds(int players) {
  int rounds = 0;
  while ((1 << rounds) < players) ++rounds;
  return rounds;
}

}  // namespace cairn
