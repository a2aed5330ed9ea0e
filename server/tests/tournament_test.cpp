// Random tournaments of every kind, played to the end.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "server/tests/tournament_simulation.h"

namespace cairn {
namespace {

using Kind = TournamentSetup::Kind;
using EntryKind = TournamentEntry::Kind;
using End = Tournament::End;
using GameHow = TournamentGame::How;

// Half points: 2 for each meeting that counts, but for those where neither came.
void check_points(const Tournament& t) {
  int wanted = 0, there = 0;
  for (const auto& meeting : t.meetings())
    if (meeting.as_game.how != GameHow::annulled && meeting.winner != kNobody) wanted += 2;
  for (const StandingsRow& row : t.table()) there += row.points;
  EXPECT_EQ(there, wanted);
}

void choose_match(Simulation& world) {
  using Match = TournamentSetup::Match;
  world.setup.match = static_cast<Match>(world.below(3));
  world.setup.games = world.below(2) == 0 ? 3 : 5;
}

TEST(Tournament, EverybodyMeetsEverybodyInARoundRobin) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Simulation world(Kind::round_robin, seed);
    choose_match(world);
    world.setup.cycles = 1 + world.below(2);
    const int players = 2 + world.below(7);
    world.enter(players);
    const Tournament t = world.play_to_the_end(seed % 2 == 0 ? 0 : 0.3);
    std::map<std::pair<int, int>, int> met, firsts;
    for (const auto& meeting : t.meetings()) {
      const auto [first, second] = meeting.as_game.players;
      ++met[std::minmax(first, second)];
      ++firsts[{first, second}];
    }
    EXPECT_EQ(met.size(), static_cast<std::size_t>(players * (players - 1) / 2));
    for (const auto& [pair, count] : met) EXPECT_EQ(count, world.setup.cycles);
    for (const auto& [pair, count] : firsts) EXPECT_EQ(count, 1) << "the sides are changed";
    EXPECT_EQ(t.round(), t.rounds());
    check_points(t);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Tournament, ASwissHasItsRoundsAndNoPairTwice) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Simulation world(Kind::swiss, seed);
    choose_match(world);
    const bool calm = seed % 2 == 0;
    const int players = 2 + world.below(14);
    world.setup.rounds = world.below(3) == 0 ? 0 : 1 + world.below(6);
    world.enter(players);
    const Tournament t = world.play_to_the_end(calm ? 0 : 0.3);
    check_points(t);
    EXPECT_LE(t.round(), t.rounds());
    EXPECT_TRUE(!calm || t.round() == t.rounds());
    std::set<std::pair<int, int>> met;
    std::map<std::pair<int, int>, int> in_round;  // round and player
    std::map<int, int> byes;
    int again = 0;
    for (const auto& meeting : t.meetings()) {
      const auto [first, second] = meeting.as_game.players;
      EXPECT_EQ((++in_round[{meeting.as_game.round, first}]), 1);
      if (second < 0) {
        ++byes[first];
        continue;
      }
      EXPECT_EQ((++in_round[{meeting.as_game.round, second}]), 1);
      if (meeting.as_game.how == GameHow::played && !met.insert(std::minmax(first, second)).second) ++again;
    }
    for (int round = 1; calm && round <= t.rounds(); ++round)
      for (int player = 0; player < players; ++player) EXPECT_EQ((in_round[{round, player}]), 1);
    if (calm && players >= 2 * t.rounds()) {
      EXPECT_EQ(again, 0);
      for (const auto& [player, count] : byes) EXPECT_EQ(count, 1);
    }
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Tournament, AKnockOutLeavesOne) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    Simulation world(Kind::knockout, seed);
    choose_match(world);
    world.setup.replays = world.below(3);
    const int players = 2 + world.below(16);
    world.enter(players);
    const Tournament t = world.play_to_the_end(seed % 2 == 0 ? 0 : 0.3);
    const auto bracket = t.bracket();
    ASSERT_TRUE(bracket && bracket->over);
    EXPECT_TRUE(bracket->ignored.empty()) << "every result was of a match that was to be played";
    std::map<int, int> lost;
    int last_strength = 1 << 30;
    for (const auto& player : t.players()) {
      EXPECT_LE(player.strength, last_strength) << "seeds stand in their order";
      last_strength = player.strength;
    }
    for (const auto& meeting : t.meetings()) {
      if (meeting.winner == kTied) continue;
      for (const int player : {meeting.as_game.players.first, meeting.as_game.players.second})
        if (player != meeting.winner) ++lost[player];
    }
    for (const auto& [player, count] : lost) EXPECT_EQ(count, 1) << "who loses is out";
    EXPECT_FALSE(lost.contains(bracket->champion));
    EXPECT_TRUE(seed % 2 == 1 || bracket->champion >= 0);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Tournament, ALadderGoesOn) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Simulation world(Kind::ladder, seed);
    world.enter(4 + world.below(6));
    world.must({{EntryKind::start, ++world.now, 1}});
    std::int64_t newcomer = 500;
    for (int steps = 0; steps < 150; ++steps) {
      const Tournament t = world.read();
      const auto& rungs = t.ladder()->rungs();
      world.now += 1'000;
      const int from = world.below(static_cast<int>(rungs.size())), to = world.below(static_cast<int>(rungs.size()));
      const auto challenger = rungs[static_cast<std::size_t>(from)].player,
                 challenged = rungs[static_cast<std::size_t>(to)].player;
      const auto open = t.open_game_of(challenger);
      const int what = world.below(10);
      if (what == 0 && rungs.size() > 3) {
        world.must(t.withdrawal(challenger, 0, world.now));
        EXPECT_FALSE(world.read().open_game_of(challenger));
      } else if (what == 1) {
        ++newcomer;
        world.must({{EntryKind::enter, world.now, newcomer, std::to_string(newcomer) + " 1500"}});
      } else if (open) {
        End end{what == 2 ? GameHow::annulled : GameHow::played, what == 2 ? -1 : world.below(3) - 1};
        const auto& game = t.games()[static_cast<std::size_t>(*open)];
        const int winner = end.winner < 0 ? -1 : end.winner == 0 ? game.players.first : game.players.second;
        const int defends = game.players.first == game.challenger ? game.players.second : game.players.first;
        const auto before = *t.ladder()->rung_of(defends);
        world.must({Tournament::ending(*open, end, 0, world.now)});
        const Ladder ladder = *world.read().ladder();
        EXPECT_TRUE(ladder.challenges().size() + 1 == t.ladder()->challenges().size());
        EXPECT_EQ(ladder.rung_of(winner == game.challenger ? game.challenger : defends), before);
        EXPECT_NE(world.read().settled(*open), "");
      } else {
        const auto said = world.write(
            t.challenging(challenger, challenged, 0, world.now, [&] { return "t" + std::to_string(++world.tables); }));
        const bool may = to < from && from - to <= world.setup.reach && !t.open_game_of(challenged);
        EXPECT_EQ(said.empty(), may) << said;
      }
      world.serve();
      world.check_nobody_plays_twice();
      if (::testing::Test::HasFailure()) return;
    }
    const Tournament t = world.read();
    EXPECT_EQ(t.ladder()->rungs().size(), static_cast<std::size_t>(std::count_if(t.players().begin(), t.players().end(),
                                                                                 [](auto& p) { return p.here; })));
    world.must({{EntryKind::cancel, ++world.now, 1}});
    EXPECT_EQ(world.read().due_ms(), 0);
  }
}

// Late players are paired from the next round on, with what the setup gives for the rounds they have missed.
TEST(Tournament, ASwissTakesLatePlayersUntilARound) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Simulation world(Kind::swiss, seed);
    world.setup.rounds = 5;
    world.setup.late = 3;
    world.setup.late_points = static_cast<int>(seed % 2);
    const int players = 4 + world.below(6);
    world.setup.most = players + 3;
    world.enter(players);
    world.must({{EntryKind::start, ++world.now, 1}});
    world.serve();
    std::map<std::int64_t, int> missed;  // by late player
    for (int games = 0; games < 500 && world.read().state() == Tournament::State::running; ++games) {
      const Tournament t = world.read();
      if (world.below(4) == 0) {
        const std::int64_t person = 500 + games;
        const auto said = world.write({{EntryKind::enter, ++world.now, person, std::to_string(person) + " 1500"}});
        EXPECT_EQ(said.empty(), t.round() < 3 && missed.size() < 3) << said << " in round " << t.round();
        if (said.empty()) missed[person] = t.round();
      }
      world.play_one(0);
      world.serve();
      world.check_nobody_plays_twice();
      if (::testing::Test::HasFailure()) return;
    }
    const Tournament t = world.read();
    EXPECT_EQ(t.state(), Tournament::State::over);
    for (const auto& [person, rounds] : missed) {
      const int player = *t.player_of(person);
      int points = 0, paired = 0, byes = 0;
      for (const auto& meeting : t.meetings()) {
        const auto [first, second] = meeting.as_game.players;
        if (first != player && second != player) continue;
        EXPECT_GT(meeting.as_game.round, rounds);
        ++paired;
        byes += second < 0 ? 1 : 0;
        points += first == player ? meeting.as_game.first_points : meeting.as_game.second_points;
      }
      EXPECT_EQ(paired, 5 - rounds) << "in every round that was left";
      EXPECT_LE(byes, 1);
      for (const StandingsRow& row : t.table())
        if (row.player == player) {
          EXPECT_EQ(row.points, points + rounds * world.setup.late_points);
        }
    }
  }
}

TEST(Tournament, WhoHasWithdrawnDoesNotComeBackLate) {
  Simulation world(Kind::swiss, 1);
  world.setup.rounds = 3;
  world.setup.late = 3;
  world.enter(4);
  world.must({{EntryKind::start, ++world.now, 1}});
  world.serve();
  world.must(world.read().withdrawal(0, 0, ++world.now));
  EXPECT_NE(world.write({{EntryKind::enter, ++world.now, 100, "100 1500"}}).find("withdrawn"), std::string::npos);
  Simulation round_robin(Kind::round_robin, 1);
  round_robin.setup.late = 3;
  round_robin.enter(3);
  round_robin.must({{EntryKind::start, ++round_robin.now, 1}});
  EXPECT_NE(round_robin.write({{EntryKind::enter, ++round_robin.now, 9, "9 1500"}}).find("has started"),
            std::string::npos);
}

}  // namespace
}  // namespace cairn
