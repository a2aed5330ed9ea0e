// The single rules of a tournament: entries, no-shows, ends that are changed, rulings and appeals, damaged logs.
#include <gtest/gtest.h>

#include "server/tests/tournament_simulation.h"

namespace cairn {
namespace {

using Kind = TournamentSetup::Kind;
using EntryKind = TournamentEntry::Kind;
using End = Tournament::End;
using GameHow = TournamentGame::How;

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
  EXPECT_NE(world.write({{EntryKind::enter, 3'000, 11, "11 1500"}}).find("has started"), std::string::npos);
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
