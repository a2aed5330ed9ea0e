// Round robin, standings, matches of several games, knock-out and ladder. Swiss has a file of its own.
#include <gtest/gtest.h>
// after gtest
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/rng.h"
#include "server/tournaments/knockout.h"
#include "server/tournaments/ladder.h"
#include "server/tournaments/match.h"
#include "server/tournaments/round_robin.h"
#include "server/tournaments/standings.h"

namespace cairn {
namespace {

using GameHow = TournamentGame::How;

// Anything from..to alike; of its own accord the generator would prefer the lower end.
int pick(int from, int to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

// As the printed tables have it, from 1: "1-8 2-7 3-6 4-5"; a bye is "3-0".
std::string round_text(const std::vector<Pairing>& round) {
  std::string text;
  for (const Pairing& pair : round)
    text += (text.empty() ? "" : " ") + std::to_string(pair.first + 1) + "-" + std::to_string(pair.second + 1);
  return text;
}

TEST(RoundRobin, TheBergerTableOfFour) {
  const auto rounds = round_robin(4);
  ASSERT_EQ(rounds.size(), 3U);
  EXPECT_EQ(round_text(rounds[0]), "1-4 2-3");
  EXPECT_EQ(round_text(rounds[1]), "4-3 1-2");
  EXPECT_EQ(round_text(rounds[2]), "2-4 3-1");
}

TEST(RoundRobin, TheBergerTableOfEight) {
  const char* const table[] = {"1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3",
                               "3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"};
  const auto rounds = round_robin(8);
  ASSERT_EQ(rounds.size(), 7U);
  for (std::size_t r = 0; r < 7; ++r) EXPECT_EQ(round_text(rounds[r]), table[r]);
}

TEST(RoundRobin, WithAnOddNumberWhoWouldMeetTheLastHasABye) {
  const auto rounds = round_robin(5);
  ASSERT_EQ(rounds.size(), 5U);
  EXPECT_EQ(round_text(rounds[0]), "2-5 3-4 1-0");
  EXPECT_EQ(round_text(rounds[1]), "5-3 1-2 4-0");
}

TEST(RoundRobin, TheSecondCycleChangesSides) {
  const auto rounds = round_robin(4, 2);
  ASSERT_EQ(rounds.size(), 6U);
  EXPECT_EQ(round_text(rounds[0]), "1-4 2-3");
  EXPECT_EQ(round_text(rounds[1]), "2-4 3-1") << "the last two of the first cycle have changed places";
  EXPECT_EQ(round_text(rounds[2]), "4-3 1-2");
  EXPECT_EQ(round_text(rounds[3]), "4-1 3-2");
}

TEST(RoundRobin, EverybodyMeetsEverybodyWithSidesInBalance) {
  for (int players = 2; players <= 33; ++players)
    for (const int cycles : {1, 2}) {
      SCOPED_TRACE(std::to_string(players) + " players, cycles " + std::to_string(cycles));
      std::map<std::pair<int, int>, int> met;
      std::vector<int> difference(static_cast<std::size_t>(players)), byes(difference), running(difference);
      for (const auto& round : round_robin(players, cycles)) {
        std::set<int> seen;
        for (const Pairing& pair : round) {
          EXPECT_TRUE(seen.insert(pair.first).second);
          if (pair.second < 0) {
            ++byes[static_cast<std::size_t>(pair.first)];
            continue;
          }
          EXPECT_TRUE(seen.insert(pair.second).second);
          ++met[{pair.first, pair.second}];
          for (const auto& [player, side] : {std::pair(pair.first, 1), std::pair(pair.second, -1)}) {
            const auto i = static_cast<std::size_t>(player);
            difference[i] += side;
            running[i] = running[i] * side > 0 ? running[i] + side : side;
            if (cycles == 2) {
              EXPECT_LE(std::abs(running[i]), 2) << "player " << player;
            }
          }
        }
        EXPECT_EQ(static_cast<int>(seen.size()), players);
      }
      for (int a = 0; a < players; ++a) {
        const int lean = difference[static_cast<std::size_t>(a)];
        EXPECT_LE(std::abs(lean), cycles == 1 && players % 2 == 0 ? 1 : 0);
        EXPECT_EQ(byes[static_cast<std::size_t>(a)], players % 2 * cycles);
        for (int b = 0; b < a; ++b) {
          EXPECT_EQ((met[{a, b}] + met[{b, a}]), cycles);
          EXPECT_LE((met[{a, b}]), 1);
        }
      }
    }
}

TournamentGame game(int round, int first, int second, int first_points, GameHow how = GameHow::played) {
  return {round, {first, second}, how, first_points, second < 0 || how == GameHow::open ? 0 : 2 - first_points};
}
std::string places(const std::vector<StandingsRow>& rows) {
  std::string text;
  for (const auto& row : rows)
    text += (text.empty() ? "" : " ") + std::to_string(row.place) + ":" + std::to_string(row.player);
  return text;
}

TEST(Standings, PointsThenBuchholzThenSonnebornBerger) {
  const std::vector<Entrant> entrants = {{40}, {30}, {20}, {10}};
  // 0 beats 2, 1 beats 3, 0 draws 1, 2 beats 3
  const std::vector<TournamentGame> games = {game(1, 0, 2, 2), game(1, 1, 3, 2), game(2, 1, 0, 1), game(2, 3, 2, 0)};
  const auto rows = standings(entrants, games);
  EXPECT_EQ(places(rows), "1:0 2:1 3:2 4:3");
  EXPECT_EQ(rows[0].points, 3);
  EXPECT_EQ(rows[0].buchholz, 2 + 3);
  EXPECT_EQ(rows[1].buchholz, 0 + 3);
  EXPECT_EQ(rows[0].sonneborn_berger, 2 * 2 + 3 * 1);
  EXPECT_EQ(rows[0].wins, 1);
  ASSERT_EQ(rows[1].cells.size(), 2U);
  EXPECT_EQ(rows[1].cells[1], (StandingsCell{2, 0, true, 1, GameHow::played}));
  EXPECT_EQ(rows[0].cells[1], (StandingsCell{2, 1, false, 1, GameHow::played}));
}

TEST(Standings, DirectEncounterDecidesBetweenWhoeverAllMet) {
  const std::vector<Entrant> entrants = {{40}, {30}, {20}, {10}};
  // 1 beats 0; 0 beats 2 and 3; 1 beats 2, loses to 3; 2 and 3 draw.
  const std::vector<TournamentGame> games = {game(1, 1, 0, 2), game(2, 0, 2, 2), game(3, 0, 3, 2),
                                             game(3, 1, 2, 2), game(2, 1, 3, 0), game(1, 2, 3, 1)};
  StandingsRule rule;
  rule.tie_breaks = {TieBreak::direct};
  const auto rows = standings(entrants, games, rule);
  EXPECT_EQ(places(rows), "1:1 2:0 3:3 4:2");
  EXPECT_EQ(rows[0].direct, 2);
  EXPECT_EQ(rows[1].direct, 0);
  EXPECT_EQ(rows[2].direct, -1) << "nobody was tied with it";
  // Without the game between the leaders nothing can be said of them; the stronger stands first, and they share the
  // place.
  EXPECT_EQ(places(standings(entrants, std::vector(games.begin() + 1, games.begin() + 2), rule)), "1:0 2:1 2:2 2:3");
}

TEST(Standings, ByesAndForfeitsCountAsOneselfAndBringNoWin) {
  const std::vector<Entrant> entrants = {{40}, {30}, {20}};
  const std::vector<TournamentGame> games = {game(1, 0, 1, 2, GameHow::forfeit), game(1, 2, -1, 2, GameHow::bye),
                                             game(2, 0, 2, 2), game(3, 1, 2, 2, GameHow::annulled),
                                             game(3, 0, 1, 0, GameHow::open)};
  const auto rows = standings(entrants, games);
  EXPECT_EQ(places(rows), "1:0 2:2 3:1");
  EXPECT_EQ(rows[0].points, 4);
  EXPECT_EQ(rows[0].wins, 1);
  EXPECT_EQ(rows[0].buchholz, 4 + 2) << "itself for the forfeit, and player 2";
  EXPECT_EQ(rows[1].sonneborn_berger, 2 * 2) << "the bye";
  EXPECT_EQ(rows[1].cells[0].opponent, -1);
  EXPECT_EQ(rows[2].cells.size(), 1U) << "open and annulled games do not stand in the table";
  EXPECT_EQ(standings(entrants, games, round_robin_standings())[0].sonneborn_berger, 0 * 2 + 2 * 2);
}

RC_GTEST_PROP(StandingsProperties, OrderIsThatOfPointsAndNobodyIsMissing, ()) {
  const int players = pick(2, 8);
  std::vector<Entrant> entrants;
  for (int i = 0; i < players; ++i) entrants.push_back({pick(0, 2), true});
  std::vector<TournamentGame> games;
  int points = 0, number = 0;
  for (const auto& round : round_robin(players)) {
    ++number;
    for (const Pairing& pair : round) {
      const GameHow how = pair.second < 0
                              ? GameHow::bye
                              : *rc::gen::element(GameHow::open, GameHow::played, GameHow::forfeit, GameHow::annulled);
      games.push_back(game(number, pair.first, pair.second, how == GameHow::open ? 0 : pick(0, 2), how));
      if (how == GameHow::bye) points += games.back().first_points;
      if (how == GameHow::played || how == GameHow::forfeit) points += 2;
    }
  }
  const auto rows = standings(entrants, games);
  std::set<int> seen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    seen.insert(rows[i].player);
    points -= rows[i].points;
    if (i == 0) continue;
    RC_ASSERT(rows[i - 1].points >= rows[i].points);
    RC_ASSERT(rows[i].place == rows[i - 1].place || rows[i].place == static_cast<int>(i) + 1);
    if (rows[i].place == rows[i - 1].place) {
      RC_ASSERT(rows[i].points == rows[i - 1].points && rows[i].buchholz == rows[i - 1].buchholz);
      RC_ASSERT(entrants[static_cast<std::size_t>(rows[i - 1].player)].strength >=
                entrants[static_cast<std::size_t>(rows[i].player)].strength);
    }
  }
  RC_ASSERT(points == 0);
  RC_ASSERT(seen.size() == entrants.size());
  std::reverse(games.begin(), games.end());
  RC_ASSERT(standings(entrants, games) == rows);  // the order of the list does not matter
}

TEST(Match, BestOfThreeEndsWithTheSecondWin) {
  const std::vector<MatchGame> games = {{1}, {-1}, {0}};
  EXPECT_FALSE(match_state(best_of(3), std::span(games).first(2)).over);
  EXPECT_EQ(match_state(best_of(3), std::span(games).first(1)).first, 1) << "sides alternate";
  const auto tied = match_state(best_of(3), games);
  EXPECT_TRUE(tied.over);
  EXPECT_EQ(tied.winner, -1);
  EXPECT_EQ(tied.half_points(0), 1);
  const auto quick = match_state(best_of(3), std::vector<MatchGame>{{1}, {1}, {0}});
  EXPECT_TRUE(quick.over);
  EXPECT_EQ(quick.played, 2);
  EXPECT_EQ(quick.half_points(1), 2);
  EXPECT_EQ(match_state(best_of(3), std::vector<MatchGame>{{-1}, {-1}, {0}}).winner, 0) << "one win and two draws";
}

TEST(Match, TwoGamesAndTheTally) {
  const auto state = [](const std::vector<MatchGame>& games) { return match_state(two_games_and_tally(), games); };
  EXPECT_FALSE(state({{0, {5, 4}}}).over);
  const auto split = state({{0, {5, 4}}, {1, {2, 5}}});
  EXPECT_EQ(split.points, (std::array{1, 2})) << "a game each, and more captures over both: 9 to 7";
  EXPECT_EQ(split.winner, 1);
  const auto tied = state({{0, {5, 4}}, {-1, {2, 5}}});
  EXPECT_TRUE(tied.over);
  EXPECT_EQ(tied.winner, -1) << "1-1";
  EXPECT_EQ(state({{0, {5, 4}}, {-1, {2, 3}}}).winner, -1) << "1-0 is not enough";
  EXPECT_EQ(state({{0, {5, 4}}, {-1, {2, 2}}}).winner, 0) << "2-0";
  const auto gone = state({{1, {5, 0}, true}});
  EXPECT_TRUE(gone.over);
  EXPECT_EQ(gone.winner, 1) << "who resigns loses the match";
}

TEST(Knockout, SeedsMeetAsLateAsTheyCan) {
  EXPECT_EQ(bracket(8), (std::vector{0, 7, 3, 4, 1, 6, 2, 5}));
  for (int places = 2; places <= 64; places *= 2)
    for (int of = 2; of <= places; of *= 2) {
      // The first `of` seeds lie in different blocks of places / of.
      const auto seeds = bracket(places);
      std::set<std::size_t> blocks;
      for (std::size_t i = 0; i < seeds.size(); ++i)
        if (seeds[i] < of) blocks.insert(i / static_cast<std::size_t>(places / of));
      EXPECT_EQ(static_cast<int>(blocks.size()), of);
    }
}

TEST(Knockout, FiveWithByesAndAReplay) {
  const auto start = knockout(5, {});
  ASSERT_EQ(start.rounds.size(), 3U);
  using State = KnockoutMatch::State;
  EXPECT_EQ(start.rounds[0][0].winner, 0) << "a bye";
  EXPECT_EQ(start.rounds[0][1].state, State::ready);
  EXPECT_EQ(start.rounds[0][1].players, (Pairing{3, 4}));
  EXPECT_EQ(start.rounds[1][0].state, State::waiting);
  EXPECT_EQ(start.rounds[1][0].players, (Pairing{0, -1}));
  EXPECT_EQ(start.rounds[1][1].players, (Pairing{1, 2}));
  std::vector<KnockoutResult> results = {{1, 1, 4}, {2, 0, kTied}};
  auto now = knockout(5, results);
  EXPECT_EQ(now.rounds[1][0].players, (Pairing{4, 0})) << "replayed with the sides changed";
  EXPECT_EQ(now.rounds[1][0].replays, 1);
  results.push_back({2, 0, kTied});
  now = knockout(5, results);
  EXPECT_EQ(now.rounds[1][0].winner, 0) << "the better seed goes on";
  EXPECT_EQ(now.rounds[2][0].state, State::waiting);
  results.push_back({2, 1, 2});
  results.push_back({3, 0, 0});
  now = knockout(5, results);
  EXPECT_TRUE(now.over);
  EXPECT_EQ(now.champion, 0);
  EXPECT_TRUE(now.ignored.empty());
  EXPECT_EQ(knockout(4, std::vector<KnockoutResult>{{1, 0, kTied}}, {.replays = 0}).rounds[0][0].winner, 0);
}

TEST(Knockout, WhoNeverComesLetsTheOtherThrough) {
  const auto now = knockout(4, std::vector<KnockoutResult>{{1, 0, kNobody}, {1, 1, 2}, {1, 1, 1}, {9, 0, 0}});
  EXPECT_TRUE(now.over);
  EXPECT_EQ(now.champion, 2);
  EXPECT_EQ(now.rounds[1][0].players, (Pairing{2, -1}));
  EXPECT_EQ(now.ignored.size(), 2U) << "a match that was decided, a round that is none";
  const auto nobody = knockout(4, std::vector<KnockoutResult>{{1, 0, kNobody}, {1, 1, kNobody}});
  EXPECT_TRUE(nobody.over);
  EXPECT_EQ(nobody.champion, kNobody);
}

RC_GTEST_PROP(KnockoutProperties, EndsWithOneChampionWhoNeverLost, ()) {
  const int players = pick(2, 39);
  const int replays = pick(0, 2);
  std::vector<KnockoutResult> results;
  std::set<int> lost;
  Knockout now = knockout(players, results, {replays});
  while (!now.over) {
    std::vector<KnockoutMatch> ready;
    for (const auto& round : now.rounds)
      for (const auto& match : round)
        if (match.state == KnockoutMatch::State::ready) ready.push_back(match);
    RC_ASSERT(!ready.empty());
    const auto match = *rc::gen::elementOf(ready);
    RC_ASSERT(lost.count(match.players.first) + lost.count(match.players.second) == 0U);
    const int winner = *rc::gen::element(match.players.first, match.players.second, kTied);
    results.push_back({match.round, match.match, winner});
    now = knockout(players, results, {replays});
    const auto& after = now.rounds[static_cast<std::size_t>(match.round - 1)][static_cast<std::size_t>(match.match)];
    RC_ASSERT((after.state == KnockoutMatch::State::decided) == (winner >= 0 || match.replays == replays));
    if (after.state == KnockoutMatch::State::decided)
      lost.insert(after.winner == match.players.first ? match.players.second : match.players.first);
  }
  RC_ASSERT(static_cast<int>(lost.size()) == players - 1);
  RC_ASSERT(lost.count(now.champion) == 0U);
  RC_ASSERT(now.ignored.empty());
}

constexpr std::int64_t kOneDayMs = 86'400'000;

std::string rungs(const Ladder& ladder) {
  std::string text;
  for (const auto& rung : ladder.rungs()) text += std::to_string(rung.player);
  return text;
}
Ladder ladder_of(int players, const LadderRule& rule = {}) {
  Ladder ladder(rule);
  for (int player = 0; player < players; ++player) EXPECT_EQ(ladder.join(player, 0), "");
  return ladder;
}

TEST(Ladder, WhoWinsFromBelowTakesTheRung) {
  Ladder ladder = ladder_of(6);
  EXPECT_EQ(ladder.challenge(4, 1, 10), "");
  EXPECT_EQ(ladder.result(4, Ladder::Result::challenger, 20), "");
  EXPECT_EQ(rungs(ladder), "041235");
  EXPECT_EQ(ladder.challenge(4, 0, 30), "");
  EXPECT_EQ(ladder.result(4, Ladder::Result::challenged, 40), "");
  EXPECT_EQ(ladder.challenge(1, 0, 50), "");
  EXPECT_EQ(ladder.result(1, Ladder::Result::draw, 60), "");
  EXPECT_EQ(rungs(ladder), "041235");
  EXPECT_EQ(ladder.challenge(2, 4, 70), "");
  EXPECT_EQ(ladder.decline(4, 80), "");
  EXPECT_EQ(rungs(ladder), "024135");
}

TEST(Ladder, SaysWhomOneMayChallenge) {
  Ladder ladder = ladder_of(6);
  EXPECT_EQ(ladder.challenge(4, 0, 1),
            "player 0 is 4 rungs above you; you can challenge players at most 3 rungs above");
  EXPECT_EQ(ladder.challenge(1, 2, 1), "player 2 is not above you on the ladder; challenge a player above you");
  EXPECT_EQ(ladder.challenge(9, 2, 1), "player 9 is not on the ladder; join first");
  EXPECT_EQ(ladder.challenge(3, 9, 1), "player 9 is not on the ladder");
  EXPECT_EQ(ladder.challenge(3, 2, 1), "");
  EXPECT_EQ(ladder.challenge(5, 3, 1), "player 3 is in a challenge already; wait until it ends");
  EXPECT_EQ(ladder.result(2, Ladder::Result::draw, 1),
            "player 2 has not challenged anybody, or the challenge has expired");
  EXPECT_EQ(ladder.decline(3, 1), "player 3 is not challenged, or the challenge has expired");
  EXPECT_EQ(ladder.join(3, 1), "player 3 is on the ladder already");
  EXPECT_EQ(ladder.leave(9, 1), "player 9 is not on the ladder");
  EXPECT_EQ(ladder.leave(2, 1), "");
  EXPECT_EQ(rungs(ladder), "01345");
  EXPECT_TRUE(ladder.challenges().empty());
}

TEST(Ladder, AChallengeThatIsNotPlayedIsWon) {
  Ladder ladder = ladder_of(3);
  EXPECT_EQ(ladder.challenge(2, 0, 100), "");
  EXPECT_EQ(ladder.due(), 100 + 7 * kOneDayMs);
  ladder.advance(99 + 7 * kOneDayMs);
  EXPECT_EQ(rungs(ladder), "012");
  ladder.advance(100 + 7 * kOneDayMs);
  EXPECT_EQ(rungs(ladder), "201");
}

TEST(Ladder, TheIdleSink) {
  Ladder ladder = ladder_of(4);
  EXPECT_EQ(ladder.challenge(2, 1, 20 * kOneDayMs), "");
  EXPECT_EQ(ladder.result(2, Ladder::Result::draw, 21 * kOneDayMs), "");
  EXPECT_EQ(ladder.due(), 30 * kOneDayMs);
  ladder.advance(30 * kOneDayMs);
  EXPECT_EQ(rungs(ladder), "1023") << "0 has not played; 3 stands lowest as it is";
  ladder.advance(51 * kOneDayMs - 1);
  EXPECT_EQ(rungs(ladder), "1023");
}

// What happens is a matter of when, not of how often somebody looks.
TEST(Ladder, LookingChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 200 && !HasFailure(); ++seed) {
    Rng rng(seed);
    Ladder seldom = ladder_of(8, {.reach = 3, .patience_ms = 7, .idle_ms = 1 + rng.below(30)}), often = seldom;
    for (std::int64_t now = 0; now < 300; ++now) {
      often.advance(now);
      if (rng.below(6) != 0) continue;
      const int who = static_cast<int>(rng.below(8)), whom = static_cast<int>(rng.below(8));
      for (Ladder* ladder : {&seldom, &often}) {
        std::string refused;
        if (now % 3 == 0) refused = ladder->challenge(who, whom, now);
        if (now % 3 == 1) refused = ladder->result(who, static_cast<Ladder::Result>(whom % 3), now);
        if (now % 3 == 2) refused = ladder->decline(who, now);
      }
      EXPECT_EQ(seldom, often) << "seed " << seed << " at " << now;
      std::set<int> players;
      for (const auto& rung : seldom.rungs()) players.insert(rung.player);
      EXPECT_EQ(players.size(), 8U);
    }
  }
}

}  // namespace
}  // namespace cairn
