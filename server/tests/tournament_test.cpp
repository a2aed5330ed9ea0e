// Random tournaments of every kind, played to the end by random results: with matches of several games, draws, people
// who do not come, withdraw or are ruled against, and a server that reads everything anew between any two steps.
#include "server/tournaments/tournament.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/rng.h"

namespace cairn {
namespace {

using Kind = TournamentSetup::Kind;
using EntryKind = TournamentEntry::Kind;
using End = Tournament::End;
using GameHow = TournamentGame::How;

struct Simulation {
  TournamentSetup setup;
  std::vector<TournamentEntry> log;
  Rng rng;
  std::int64_t now = 1'000;
  int tables = 0;
  std::map<std::string, int> made;  // how often
  std::set<std::int64_t> withdrawn;

  Simulation(Kind kind, std::uint64_t seed) : rng(seed) {
    setup.name = "Cup";
    setup.game = "row";
    setup.kind = kind;
    setup.most = most_players(kind);
    setup.no_show_ms = 60'000;
  }
  int below(int n) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(n))); }

  // Folded anew each time: as another server would see it.
  Tournament read() const {
    auto opened = Tournament::open(setup, log);
    EXPECT_TRUE(opened.tournament) << opened.error;
    return std::move(*opened.tournament);
  }
  std::string write(const std::vector<TournamentEntry>& entries) {
    Tournament now_there = read();
    if (auto error = now_there.take(entries); !error.empty()) return error;
    log.insert(log.end(), entries.begin(), entries.end());
    const Tournament again = read();
    EXPECT_EQ(again.number(), now_there.number());
    EXPECT_EQ(again.state(), now_there.state());
    EXPECT_EQ(again.due_ms(), now_there.due_ms());
    EXPECT_EQ(again.table(), now_there.table());
    return {};
  }
  void must(const std::vector<TournamentEntry>& entries) { EXPECT_EQ(write(entries), ""); }
  void enter(int players) {
    for (int i = 0; i < players; ++i)
      must({{EntryKind::enter, ++now, 100 + i, std::to_string(100 + i) + " " + std::to_string(1'000 + below(1'000))}});
  }
  // What a server does by itself until there is nothing to do but wait.
  void serve() {
    for (int steps = 0; steps < 10'000; ++steps) {
      const Tournament t = read();
      ++now;
      if (const auto games = t.to_make(); !games.empty()) {
        EXPECT_LE(t.due_ms(), now);
        for (const int game : games) ++made[t.games()[static_cast<std::size_t>(game)].table];
        must({{EntryKind::made, now, 0, std::to_string(t.games().size())}});
        continue;
      }
      if (const auto games = t.to_close(); !games.empty()) {
        EXPECT_LE(t.due_ms(), now);
        for (const int game : games) must({{EntryKind::closed, now, 0, std::to_string(game)}});
        continue;
      }
      if (const auto games = t.to_rate(now); !games.empty()) {
        EXPECT_LE(t.due_ms(), now);
        for (const int game : games) must({{EntryKind::rated, now, 0, std::to_string(game)}});
        continue;
      }
      const auto entries = t.next(now, [&] { return "t" + std::to_string(++tables); });
      if (entries.empty()) {
        EXPECT_TRUE(t.due_ms() == 0 || t.due_ms() > now) << "something is said to be due, but nothing is";
        return;
      }
      EXPECT_LE(t.due_ms(), now);
      check_pace(t, entries);
      must(entries);
    }
    ADD_FAILURE() << "it does not come to rest";
  }
  // A round begins when the one before is over.
  static void check_pace(const Tournament& t, const std::vector<TournamentEntry>& entries) {
    for (const TournamentEntry& entry : entries) {
      if (entry.kind != EntryKind::pair) continue;
      const int round = std::stoi(entry.words);
      for (const auto& game : t.games()) {
        EXPECT_LE(game.round, round);
        EXPECT_TRUE(game.round == round || game.end) << "round " << round << " begins while " << game.round << " runs";
      }
    }
  }
  void play_one(double trouble) {
    const Tournament t = read();
    std::vector<int> open;
    for (std::size_t i = 0; i < t.games().size(); ++i)
      if (!t.games()[i].end) open.push_back(static_cast<int>(i));
    ASSERT_FALSE(open.empty());
    const int game = open[static_cast<std::size_t>(below(static_cast<int>(open.size())))];
    const auto& players = t.games()[static_cast<std::size_t>(game)].players;
    const double luck = below(1'000) / 1000.0;
    ++now;
    if (luck < trouble / 3) {
      const int player = below(2) == 0 ? players.first : players.second;
      withdrawn.insert(t.players()[static_cast<std::size_t>(player)].person);
      return must(t.withdrawal(player, 0, now));
    }
    if (luck < trouble * 2 / 3) {
      const int winner = below(3) == 0 ? -2 : below(2);
      return must({Tournament::ending(game, {GameHow::forfeit, winner, true}, 0, now)});
    }
    if (luck < trouble && setup.kind != Kind::knockout)
      return must({Tournament::ending(game, {GameHow::annulled, -1}, 7, now)});
    End end{GameHow::played, below(5) == 0 ? -1 : below(2)};
    end.tally = {below(5), below(5)};
    end.gives_up = end.winner >= 0 && setup.match == TournamentSetup::Match::two_games_and_tally && below(8) == 0;
    must({Tournament::ending(game, end, 0, now)});
  }
  void check_nobody_plays_twice() const {
    const Tournament t = read();
    std::set<int> busy;
    for (const auto& game : t.games()) {
      if (game.end) continue;
      for (const int player : {game.players.first, game.players.second}) EXPECT_TRUE(busy.insert(player).second);
    }
  }
  Tournament play_to_the_end(double trouble) {
    must({{EntryKind::start, ++now, 1}});
    serve();
    for (int games = 0; games < 5'000 && read().state() == Tournament::State::running; ++games) {
      play_one(trouble);
      serve();
      check_nobody_plays_twice();
      if (::testing::Test::HasFailure()) break;
    }
    Tournament t = read();
    EXPECT_EQ(t.state(), Tournament::State::over);
    EXPECT_EQ(t.due_ms(), 0);
    for (const auto& game : t.games())
      EXPECT_EQ(made.contains(game.table) ? made[game.table] : 0, game.table.empty() ? 0 : 1) << game.table;
    for (const auto& meeting : t.meetings()) EXPECT_TRUE(meeting.over);
    return t;
  }
};

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
  EXPECT_NE(round_robin.write({{EntryKind::enter, ++round_robin.now, 9, "9 1500"}}).find("begun"), std::string::npos);
}

// --- single rules

TEST(Tournament, EntersAndStarts) {
  Simulation world(Kind::swiss, 1);
  world.setup.most = 3;
  world.setup.least = 3;
  world.setup.starts_ms = 77'000;
  world.enter(2);
  EXPECT_EQ(world.read().due_ms(), 77'000);
  EXPECT_NE(world.write({{EntryKind::start, 2'000, 1}}).find("3 players"), std::string::npos);
  EXPECT_NE(world.write({{EntryKind::enter, 2'000, 100, "100 1500"}}).find("already"), std::string::npos);
  world.must({{EntryKind::enter, 2'000, 9, "9 1500"}});
  EXPECT_NE(world.write({{EntryKind::enter, 2'000, 10, "10 1500"}}).find("full"), std::string::npos);
  world.must({{EntryKind::withdraw, 2'000, 100, "100"}});
  EXPECT_EQ(world.read().players().size(), 2U);
  EXPECT_NE(world.write({{EntryKind::withdraw, 2'000, 100, "100"}}), "");
  world.must({{EntryKind::enter, 2'000, 100, "100 1500"}});
  EXPECT_EQ(*world.read().player_of(100), 2) << "he comes last now";
  world.must({{EntryKind::start, 2'000, 1}});
  EXPECT_NE(world.write({{EntryKind::enter, 3'000, 11, "11 1500"}}).find("begun"), std::string::npos);
  EXPECT_EQ(world.read().rounds(), 2) << "as many as it takes for three";
}

TEST(Tournament, WhoDoesNotComeIsLookedForOnce) {
  Simulation world(Kind::round_robin, 1);
  world.enter(4);
  world.must({{EntryKind::start, ++world.now, 1}});
  world.serve();
  const Tournament t = world.read();
  ASSERT_EQ(t.games().size(), 2U);
  EXPECT_EQ(t.due_ms(), t.games()[0].at_ms + 60'000);
  EXPECT_TRUE(t.to_look_at(t.due_ms() - 1).empty());
  EXPECT_EQ(t.to_look_at(t.due_ms()), (std::vector<int>{0, 1}));
  world.must(
      {{EntryKind::shown, t.due_ms(), 0, "0"}, Tournament::ending(1, {GameHow::forfeit, -2, true}, 0, t.due_ms())});
  EXPECT_TRUE(world.read().to_look_at(t.due_ms()).empty());
  EXPECT_EQ(world.read().to_close(), std::vector<int>{1});
  for (const StandingsRow& row : world.read().table()) EXPECT_EQ(row.points, 0) << "both lose";
}

TEST(Tournament, AnEndMayBeChangedUntilOthersRestOnIt) {
  Simulation world(Kind::knockout, 1);
  world.enter(4);
  world.must({{EntryKind::start, ++world.now, 1}});
  world.serve();
  world.must({Tournament::ending(0, {GameHow::played, 0}, 0, ++world.now)});
  world.must({Tournament::ending(0, {GameHow::annulled, -1}, 1, ++world.now)});
  world.serve();
  ASSERT_EQ(world.read().games().size(), 3U) << "it is played again";
  EXPECT_EQ(world.read().games()[2].players, world.read().games()[0].players);
  EXPECT_NE(world.read().settled(0), "");
  world.must({Tournament::ending(2, {GameHow::played, 0}, 0, ++world.now)});
  world.must({Tournament::ending(2, {GameHow::forfeit, 1, true}, 1, ++world.now)});
  world.must({Tournament::ending(1, {GameHow::played, 0}, 0, ++world.now)});
  world.serve();
  ASSERT_EQ(world.read().games().size(), 4U);
  const auto final_players = world.read().games()[3].players;
  const int advanced = world.read().games()[2].players.second;
  EXPECT_TRUE(final_players.first == advanced || final_players.second == advanced);
  EXPECT_NE(world.write({Tournament::ending(2, {GameHow::played, 0}, 1, ++world.now)}).find("next round"),
            std::string::npos);
}

// Logs from before may hold such rulings: they are told of as rulings, and can be appealed against.
TEST(Tournament, WhoHasEverPlayedForRatingPointsDecidesNothingButToGiveTheirOwnAway) {
  Simulation world(Kind::round_robin, 1);
  world.setup.rated = true;
  world.enter(4);
  world.must({{EntryKind::start, ++world.now, 1}});
  world.serve();
  const Tournament t = world.read();
  const auto [first, second] = t.games()[0].players;
  const auto person = [&](int player) { return t.players()[static_cast<std::size_t>(player)].person; };
  const std::int64_t own = person(first);
  const auto refused = [&](int game, const End& end) {
    return world.write({Tournament::ending(game, end, own, ++world.now)}) != "";
  };
  const End lost{GameHow::forfeit, 1, true}, won{GameHow::forfeit, 0, true}, annulled{GameHow::annulled, -1};
  const auto refuses_all = [&] {
    return refused(0, won) && refused(0, annulled) && refused(1, won) && refused(1, lost);
  };
  EXPECT_TRUE(refuses_all());
  EXPECT_NE(world.write(t.withdrawal(second, own, ++world.now)), "") << "nor takes anybody out";
  world.must(t.withdrawal(first, own, ++world.now));
  EXPECT_TRUE(world.read().rulings().empty()) << "who gives their own away rules on nothing";
  EXPECT_TRUE(refuses_all());

  world.log.push_back(Tournament::ending(0, won, own, ++world.now));
  ASSERT_EQ(world.read().rulings().size(), 1U);
  EXPECT_EQ(world.read().rulings()[0].by, own);
  world.must({Tournament::appealing(0, "it is their own game", person(second), ++world.now)});
}

TEST(Tournament, ARulingIsFinalWhenNobodyCanAppealAgainstIt) {
  for (const bool appealed : {false, true}) {
    Simulation world(Kind::round_robin, 1);
    world.setup.rated = true;
    world.setup.no_show_ms = 0;
    world.enter(4);
    world.must({{EntryKind::start, ++world.now, 1}});
    world.serve();
    const auto rule = [&](int winner) {
      return world.write({Tournament::ending(0, {GameHow::forfeit, winner, true}, 7, ++world.now)});
    };
    EXPECT_EQ(rule(1), "");
    world.serve();
    Tournament t = world.read();
    const std::int64_t last = t.rulings()[0].at_ms + kAppealMs;
    EXPECT_EQ(t.due_ms(), last + 1);
    EXPECT_TRUE(t.to_rate(last).empty());
    EXPECT_EQ(t.to_rate(last + 1), std::vector<int>{0});
    const std::int64_t loser = t.players()[static_cast<std::size_t>(t.games()[0].players.first)].person;
    if (appealed) {
      world.must({Tournament::appealing(0, "I had won", loser, ++world.now)});
      EXPECT_TRUE(world.read().to_rate(last + 1).empty()) << "as long as nobody has decided";
      EXPECT_EQ(world.read().due_ms(), 0);
      world.must({{EntryKind::upheld, ++world.now, 8, "0"}});
    } else {
      world.now = last + 1;
      EXPECT_NE(world.write({Tournament::appealing(0, "I had won", loser, world.now)}), "");
    }
    world.serve();
    EXPECT_TRUE(world.read().games()[0].rated);
    EXPECT_EQ(world.read().due_ms(), 0);
    EXPECT_NE(rule(0).find("final"), std::string::npos);
  }
}

TEST(Tournament, AMatchIsOverWhenItIsDecided) {
  Simulation world(Kind::round_robin, 1);
  world.setup.match = TournamentSetup::Match::two_games_and_tally;
  world.enter(2);
  world.must({{EntryKind::start, ++world.now, 1}});
  world.serve();
  world.must({Tournament::ending(0, {GameHow::played, 0, false, {1, 4}}, 0, ++world.now)});
  world.serve();
  const Tournament t = world.read();
  ASSERT_EQ(t.games().size(), 2U);
  EXPECT_EQ(t.games()[1].players.first, t.games()[0].players.second) << "the sides are changed";
  // A game each, and the captures of both games: 1 + 2 against 4 + 0.
  world.must({Tournament::ending(1, {GameHow::played, 0, false, {0, 2}}, 0, ++world.now)});
  ASSERT_EQ(world.read().state(), Tournament::State::over);
  const auto meeting = world.read().meetings().at(0);
  EXPECT_EQ(meeting.winner, t.games()[0].players.second);
}

TEST(Tournament, ADamagedLogIsReported) {
  Simulation world(Kind::swiss, 1);
  world.enter(2);
  for (const TournamentEntry& bad : std::vector<TournamentEntry>{{EntryKind::enter, 5, 0, "x 5"},
                                                                 {EntryKind::pair, 5, 0, "1 0 0 0 1 t"},
                                                                 {EntryKind::end, 5, 0, "0 1 0 0 0 0"},
                                                                 {EntryKind::made, 5, 0, "1"},
                                                                 {EntryKind::challenge, 5, 0, "1 0"},
                                                                 {EntryKind::here, 5, 0, "999"}}) {
    auto log = world.log;
    log.push_back(bad);
    const auto opened = Tournament::open(world.setup, log);
    EXPECT_FALSE(opened.tournament) << bad.words;
    EXPECT_NE(opened.error.find("entry 3"), std::string::npos) << opened.error;
  }
}

}  // namespace
}  // namespace cairn
