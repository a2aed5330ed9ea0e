#include "server/tournaments/swiss.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/rng.h"

namespace cairn {
namespace {

using GameHow = TournamentGame::How;
using RemarkKind = SwissRemark::Kind;

std::string text(const SwissRound& round) {
  std::string all;
  for (const Pairing& pair : round.pairings)
    all += (all.empty() ? "" : " ") + std::to_string(pair.first) + "-" +
           (pair.second < 0 ? "bye" : std::to_string(pair.second));
  return all;
}
TournamentGame played(int round, int first, int second, int first_points) {
  return {round, {first, second}, GameHow::played, first_points, 2 - first_points};
}
std::vector<Entrant> field(int players) {
  std::vector<Entrant> all;
  for (int i = 0; i < players; ++i) all.push_back({2000 - 10 * i, true});
  return all;
}

TEST(Swiss, TheFirstRoundFoldsTheFieldAndAlternatesSides) {
  EXPECT_EQ(text(pair_swiss(field(8), {}, 1)), "0-4 5-1 2-6 7-3");
  EXPECT_EQ(text(pair_swiss(field(7), {}, 1)), "0-3 4-1 2-5 6-bye");
  EXPECT_EQ(text(pair_swiss(field(2), {}, 1)), "0-1");
  EXPECT_EQ(text(pair_swiss(field(1), {}, 1)), "0-bye");
  EXPECT_EQ(text(pair_swiss({}, {}, 1)), "");
}

TEST(Swiss, StrengthCountsNotTheOrderOfEntry) {
  const std::vector<Entrant> entrants = {{1000, true}, {1500, true}, {900, false}, {1200, true}, {1300, true}};
  EXPECT_EQ(text(pair_swiss(entrants, {}, 1)), "1-3 0-4");
}

// 0..3 have won: they meet each other, as do the losers, and everybody changes sides.
TEST(Swiss, EqualsMeetInTheSecondRound) {
  const std::vector<TournamentGame> games = {played(1, 0, 4, 2), played(1, 5, 1, 0), played(1, 2, 6, 2),
                                             played(1, 7, 3, 0)};
  const auto round = pair_swiss(field(8), games, 2);
  EXPECT_EQ(text(round), "3-0 1-2 4-7 6-5");
  EXPECT_TRUE(round.remarks.empty());
  const std::vector<Pairing> other = {{0, 2}, {1, 3}, {4, 6}, {5, 7}};
  EXPECT_EQ(swiss_faults(field(8), games, 2, other)[5], 8) << "the plain fold would ask both for the same side";
  EXPECT_EQ(swiss_faults(field(8), games, 2, round.pairings)[5], 0);
}

TEST(Swiss, AnOddGroupFloatsOneDown) {
  // After a round: 0, 1, 2 have a point (2 by a bye), 3 and 4 none.
  const std::vector<TournamentGame> games = {played(1, 0, 3, 2), played(1, 4, 1, 0), {1, {2, -1}, GameHow::bye, 2, 0}};
  EXPECT_EQ(text(pair_swiss(field(5), games, 2)), "1-0 3-2 4-bye") << "2 floated down by its bye, yet sides weigh more";
}

// Points 2, 1, 1, 0 (by half byes and byes in earlier rounds): two short floats rather than a long one.
TEST(Swiss, TwoShortFloatsAreBetterThanALongOne) {
  const std::vector<TournamentGame> games = {{1, {0, -1}, GameHow::bye, 2, 0},
                                             {2, {0, -1}, GameHow::bye, 2, 0},
                                             {1, {1, -1}, GameHow::bye, 2, 0},
                                             {1, {2, -1}, GameHow::bye, 1, 0},
                                             {2, {2, -1}, GameHow::bye, 1, 0}};
  const auto round = pair_swiss(field(4), games, 4);
  EXPECT_EQ(text(round), "0-1 3-2");
  EXPECT_EQ(swiss_faults(field(4), games, 4, round.pairings)[4], 2 * 2 + 2 * 2);
  EXPECT_EQ(swiss_faults(field(4), games, 4, std::vector<Pairing>{{0, 3}, {1, 2}})[4], 4 * 4);
}

TEST(Swiss, WhatCannotBeAvoidedIsSaid) {
  const std::vector<TournamentGame> games = {played(1, 0, 1, 2)};
  const auto round = pair_swiss(field(2), games, 2);
  EXPECT_EQ(text(round), "1-0");
  ASSERT_EQ(round.remarks.size(), 1U);
  EXPECT_EQ(round.remarks[0], (SwissRemark{RemarkKind::rematch, 1, {1, 0}}));
  const std::vector<TournamentGame> half = {{1, {0, -1}, GameHow::bye, 1, 0}};
  EXPECT_TRUE(pair_swiss(field(1), half, 2).remarks.empty()) << "half a point for a missed round is no bye";
  const std::vector<TournamentGame> bye = {{1, {0, -1}, GameHow::bye, 2, 0}};
  const auto again = pair_swiss(field(1), bye, 2);
  ASSERT_EQ(again.remarks.size(), 1U);
  EXPECT_EQ(again.remarks[0].kind, RemarkKind::second_bye);
}

TEST(Swiss, WhoWonByForfeitMayMeetTheOtherAgainButHasNoBye) {
  const std::vector<TournamentGame> games = {{1, {2, 1}, GameHow::forfeit, 2, 0}, {1, {0, -1}, GameHow::bye, 2, 0}};
  const auto round = pair_swiss(field(3), games, 2);
  EXPECT_EQ(round.pairings.back(), (Pairing{1, -1}));
  EXPECT_TRUE(round.remarks.empty());
}

TEST(Swiss, RoundsForAField) {
  EXPECT_EQ(swiss_rounds(1), 0);
  EXPECT_EQ(swiss_rounds(2), 1);
  EXPECT_EQ(swiss_rounds(16), 4);
  EXPECT_EQ(swiss_rounds(17), 5);
}

// The best pairing by trying all.
SwissFaults by_force(const std::vector<Entrant>& entrants, const std::vector<TournamentGame>& games, int round,
                     std::vector<int> left, std::vector<Pairing>& chosen) {
  if (left.empty()) return swiss_faults(entrants, games, round, chosen);
  const int a = left.front();
  left.erase(left.begin());
  SwissFaults best;
  best.fill(INT64_MAX);
  const auto attempt = [&](Pairing pair, const std::vector<int>& rest) {
    chosen.push_back(pair);
    best = std::min(best, by_force(entrants, games, round, rest, chosen));
    chosen.pop_back();
  };
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::vector<int> rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    attempt({a, left[i]}, rest);
  }
  const bool bye_given = std::any_of(chosen.begin(), chosen.end(), [](const Pairing& p) { return p.second < 0; });
  if (left.size() % 2 == 0 && !bye_given) attempt({a, -1}, left);
  return best;
}

struct Totals {
  int rounds = 0, forced = 0, rematches = 0, byes = 0, thirds = 0, imbalances = 0;
};

// One random tournament. Checks every round from the list of games alone, with nothing of the pairing's own.
class PairedEvent {
 public:
  PairedEvent(std::uint64_t seed, int players, int rounds, bool restless)
      : rng_(seed), rounds_(rounds), restless_(restless) {
    for (int i = 0; i < players; ++i) entrants_.push_back({static_cast<int>(rng_.below(1000)), true});
  }
  void play(Totals& totals) {
    for (int round = 1; round <= rounds_ && !::testing::Test::HasFailure(); ++round) {
      const SwissRound paired = pair_swiss(entrants_, games_, round);
      EXPECT_EQ(text(paired), text(pair_swiss(entrants_, games_, round)));
      check(paired, round, totals);
      ++totals.rounds;
      for (const Pairing& pair : paired.pairings) finish(pair, round);
      if (restless_) come_and_go();
    }
  }

 private:
  void check(const SwissRound& paired, int round, Totals& totals) {
    std::set<int> here, seen;
    for (std::size_t i = 0; i < entrants_.size(); ++i)
      if (entrants_[i].here) here.insert(static_cast<int>(i));
    std::vector<SwissRemark> expected;
    bool bye = false;
    for (const Pairing& pair : paired.pairings) {
      EXPECT_TRUE(here.count(pair.first) == 1 && seen.insert(pair.first).second);
      if (pair.second < 0) {
        EXPECT_FALSE(bye) << "one bye";
        bye = true;
        if (free_point(pair.first)) expected.push_back({RemarkKind::second_bye, pair.first, pair});
        continue;
      }
      EXPECT_TRUE(here.count(pair.second) == 1 && seen.insert(pair.second).second);
      if (met(pair.first, pair.second)) expected.push_back({RemarkKind::rematch, pair.first, pair});
      for (const int player : {pair.first, pair.second}) {
        std::string sides = sides_of(player) + (player == pair.first ? "F" : "S");
        const auto firsts = std::count(sides.begin(), sides.end(), 'F');
        const std::string end = sides.size() >= 3 ? sides.substr(sides.size() - 3) : "";
        if (end == "FFF" || end == "SSS") expected.push_back({RemarkKind::third_time, player, pair});
        if (std::abs(2 * static_cast<int>(firsts) - static_cast<int>(sides.size())) > 2)
          expected.push_back({RemarkKind::imbalance, player, pair});
      }
    }
    EXPECT_EQ(seen, here) << "everybody who is here, and nobody else";
    EXPECT_EQ(bye, here.size() % 2 == 1);
    EXPECT_EQ(paired.remarks, expected);
    for (const SwissRemark& remark : expected) {
      totals.rematches += remark.kind == RemarkKind::rematch ? 1 : 0;
      totals.byes += remark.kind == RemarkKind::second_bye ? 1 : 0;
      totals.thirds += remark.kind == RemarkKind::third_time ? 1 : 0;
      totals.imbalances += remark.kind == RemarkKind::imbalance ? 1 : 0;
    }
    const SwissFaults faults = swiss_faults(entrants_, games_, round, paired.pairings);
    if (here.size() <= 8) {
      std::vector<Pairing> chosen;
      EXPECT_EQ(faults, by_force(entrants_, games_, round, {here.begin(), here.end()}, chosen));
      ++totals.forced;
    }
    // Where everybody has met fewer than half of the others, a round without a rematch exists (Dirac's theorem).
    if (here.size() % 2 == 0 && static_cast<int>(here.size()) >= 2 * round) {
      EXPECT_EQ(faults[0], 0);
    }
  }
  bool met(int a, int b) const {
    return std::any_of(games_.begin(), games_.end(), [&](const TournamentGame& g) {
      return g.how == GameHow::played && (g.players == Pairing{a, b} || g.players == Pairing{b, a});
    });
  }
  bool free_point(int player) const {
    return std::any_of(games_.begin(), games_.end(), [&](const TournamentGame& g) {
      return (g.how == GameHow::bye && g.players.first == player) ||
             (g.how == GameHow::forfeit && ((g.players.first == player && g.first_points == 2) ||
                                            (g.players.second == player && g.second_points == 2)));
    });
  }
  std::string sides_of(int player) const {
    std::string sides;
    for (const TournamentGame& g : games_)
      if (g.how == GameHow::played && (g.players.first == player || g.players.second == player))
        sides += g.players.first == player ? "F" : "S";
    return sides;
  }
  void finish(const Pairing& pair, int round) {
    if (pair.second < 0) return games_.push_back({round, pair, GameHow::bye, 2, 0});
    const unsigned result = rng_.below(20);
    if (restless_ && result == 0) return games_.push_back({round, pair, GameHow::forfeit, 2, 0});
    if (restless_ && result == 1) return games_.push_back({round, pair, GameHow::forfeit, 0, 2});
    if (restless_ && result == 2) return games_.push_back({round, pair, GameHow::forfeit, 0, 0});
    games_.push_back(played(round, pair.first, pair.second, static_cast<int>(rng_.below(3))));
  }
  void come_and_go() {
    for (Entrant& entrant : entrants_) {
      if (rng_.below(25) == 0) entrant.here = false;
      if (rng_.below(40) == 0) entrant.here = true;
    }
    if (entrants_.size() < 60 && rng_.below(4) == 0) entrants_.push_back({static_cast<int>(rng_.below(1000)), true});
  }

  Rng rng_;
  int rounds_;
  bool restless_;
  std::vector<Entrant> entrants_;
  std::vector<TournamentGame> games_;
};

TEST(Swiss, RandomTournamentsKeepEveryRuleThatCanBeKept) {
  Totals totals;
  for (int players = 2; players <= 60; ++players)
    for (std::uint64_t seed = 1; seed <= (players <= 9 ? 30 : 4) && !HasFailure(); ++seed) {
      SCOPED_TRACE(std::to_string(players) + " players, seed " + std::to_string(seed));
      PairedEvent(seed * 100 + static_cast<unsigned>(players), players, 9, true).play(totals);
    }
  EXPECT_GT(totals.forced, 1000) << "rounds compared with the best by trying all";
  RecordProperty("rounds", totals.rounds);
}

// A tournament of usual length: nothing at all has to be broken.
TEST(Swiss, UsualTournamentsNeedNoException) {
  Totals totals;
  for (int players = 16; players <= 60; players += 4)
    for (std::uint64_t seed = 1; seed <= 10 && !HasFailure(); ++seed) {
      SCOPED_TRACE(std::to_string(players) + " players, seed " + std::to_string(seed));
      PairedEvent(seed, players, swiss_rounds(players), false).play(totals);
    }
  EXPECT_EQ(totals.rematches, 0);
  EXPECT_EQ(totals.byes, 0);
  EXPECT_EQ(totals.thirds, 0);
  EXPECT_EQ(totals.imbalances, 0);
}

}  // namespace
}  // namespace cairn
