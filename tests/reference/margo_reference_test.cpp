#include "tests/reference/margo_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/reference/effort.h"
#include "tests/reference/vectors.h"

namespace cairn::reference {
namespace {

using Words = std::vector<std::string>;

MargoOptions of_size(int size) {
  MargoOptions options;
  options.size = size;
  return options;
}

Margo position(const json& board, int size, const std::string& to_move) {
  return Margo::from_position(of_size(size), board.get<Words>(), to_move);
}

std::string colour_of(const std::string& letter) {
  return letter == "W" ? "white" : "black";
}

TEST(MargoReference, RealGamesRunMoveByMove) {
  int plies = 0;
  const json vectors = read_vectors("margo_games.json");
  for (const json& record : vectors["games"]) {
    Margo game(of_size(record["n"]));
    int ply = 0;
    for (const std::string move : record["moves"]) {
      ++ply, ++plies;
      ASSERT_EQ(game.reason(move), "") << record["gamerz_game"] << " ply " << ply;
      const Words removed = game.play(move);
      const std::size_t expected = record["captured"].value(std::to_string(ply), std::size_t{0});
      ASSERT_EQ(removed.size(), expected) << record["gamerz_game"] << " ply " << ply;
    }
  }
  EXPECT_EQ(plies, 92);
}

TEST(MargoReference, TheLongCycleOfGame254NeedsSituationalKo) {
  const json record = read_vectors("margo_games.json")["games"][0];
  MargoOptions options = of_size(record["n"]);
  options.ko = "positional";
  Margo game(options);
  std::string refused;
  for (const std::string move : record["moves"]) {
    refused = game.reason(move);
    if (!refused.empty()) break;
    game.play(move);
  }
  EXPECT_EQ(refused, "repetition");
}

TEST(MargoReference, CaptureDiagrams) {
  int diagrams = 0;
  const json vectors = read_vectors("margo_positions.json");
  for (const json& diagram : vectors["transitions"]) {
    ++diagrams;
    Words board = diagram["before"];
    std::size_t removed = 0;
    for (const json& move : diagram["moves"]) {
      // Each move starts from a set-up position: the diagrams tell no history.
      Margo game = position(board, diagram["n"], colour_of(move[0]));
      ASSERT_EQ(game.reason(move[1]), "") << diagram;
      removed += game.play(move[1]).size();
      board = game.board();
    }
    EXPECT_EQ(board, diagram["after"].get<Words>()) << "page " << diagram["page"];
    if (diagram.contains("removed")) {
      EXPECT_EQ(removed, diagram["removed"].get<std::size_t>()) << "page " << diagram["page"];
    }
  }
  EXPECT_EQ(diagrams, 26);
}

TEST(MargoReference, Claims) {
  const json claims = read_vectors("margo_positions.json")["claims"];
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(position(claims[0]["pos"], claims[0]["n"], "white").reason("E7"), "suicide");

  for (const std::string side : {"white", "black"}) {
    const Margo stuck = position(claims[1]["pos"], claims[1]["n"], side);
    EXPECT_TRUE(stuck.over());
    EXPECT_TRUE(stuck.legal().empty());
    EXPECT_EQ(stuck.reason("A1"), "game-over");
  }

  Margo puzzle = position(claims[2]["pos"], claims[2]["n"], "white");
  for (const std::string move : {"F2", "D2", "E3"}) puzzle.play(move);
  EXPECT_TRUE(puzzle.over());
  EXPECT_EQ(puzzle.score(), (std::map<std::string, int>{{"white", 10}, {"black", 9}}));
  EXPECT_EQ(puzzle.result(), "W+1");
}

TEST(MargoReference, NamesAndReasons) {
  Margo game(of_size(6));
  EXPECT_EQ(game.legal().size(), 36u);
  EXPECT_EQ(game.reason("a1"), "");
  EXPECT_EQ(game.reason("K11"), "");
  EXPECT_EQ(game.reason("B2"), "unsupported");
  EXPECT_EQ(game.reason("C3"), "");
  for (const std::string off : {"A2", "B1", "M1", "A13", "AA1", "A0"}) EXPECT_EQ(game.reason(off), "off-board") << off;
  for (const std::string odd : {"", "A", "1", "A1B", "pass", "swap", "A1x", "A01", "e e"})
    EXPECT_EQ(game.reason(odd), "unknown-move") << odd;
  game.play("A1");
  EXPECT_EQ(game.reason("A1"), "occupied");
  EXPECT_EQ(game.board(), (Words{"....../....../....../....../....../W....."}));
  EXPECT_EQ(game.to_move(), "black");
  EXPECT_EQ(Margo(of_size(19)).reason("AK37"), "");
}

TEST(MargoReference, ANameMeansTheLowestEmptyPointOfItsColumn) {
  Margo game = Margo::from_position(of_size(4), {"..../WBB./BWWB/WBW.", ".../.W./BW."}, "black");
  EXPECT_EQ(game.reason("C3"), "unsupported");  // the level-2 point of the column wants four balls below it
  EXPECT_EQ(game.reason("B4"), "");             // level 1
  game.play("B4");
  game.play("A7");
  EXPECT_EQ(game.reason("C3"), "");
  game.play("C3");
  EXPECT_EQ(game.board().back(), "../B.");
  EXPECT_EQ(game.reason("C3"), "occupied");
  EXPECT_THROW(Margo::from_position(of_size(3), {"WBW/BWB/WB.", "BW/WB"}, "white"), std::invalid_argument);
}

TEST(MargoReference, HeightOneIsAFlatBoard) {
  MargoOptions options = of_size(3);
  options.height = 1;
  Margo game(options);
  for (const std::string move : {"A1", "C1", "A3", "C3"}) game.play(move);
  EXPECT_EQ(game.reason("B2"), "off-board");
  EXPECT_EQ(game.reason("C3"), "occupied");
}

TEST(MargoReference, SwapIsBlacksAnswerToTheFirstMoveOnly) {
  MargoOptions options = of_size(4);
  options.swap = true;
  Margo game(options);
  EXPECT_EQ(game.reason("swap"), "unknown-move");
  game.play("C3");
  EXPECT_EQ(game.legal().back(), "swap");
  Margo declined = game;
  declined.play("E3");
  EXPECT_EQ(declined.reason("swap"), "unknown-move");
  const Words before = game.board();
  game.play("SWAP");
  EXPECT_EQ(game.board(), before);
  EXPECT_EQ(game.to_move(), "black");
  EXPECT_EQ(game.reason("swap"), "unknown-move");
  EXPECT_EQ(game.legal().size(), 15u);
}

TEST(MargoReference, PassesOfAllPlayersEndTheGame) {
  MargoOptions options = of_size(4);
  options.can_pass = true;
  options.players = 3;
  Margo game(options);
  game.play("A1");
  game.play("pass");
  game.play("pass");
  EXPECT_FALSE(game.over());
  game.play("C1");
  for (int i = 0; i < 3; ++i) game.play("pass");
  EXPECT_TRUE(game.over());
  EXPECT_EQ(game.result(), "W+2");
  EXPECT_TRUE(game.legal().empty());
}

TEST(MargoReference, BeginnersGameEndsWithTheFirstCapture) {
  MargoOptions options = of_size(4);
  options.beginner = true;
  Margo game(options);
  for (const std::string move : {"A1", "C1", "G7"}) game.play(move);
  EXPECT_EQ(game.play("A3"), Words{"A1"});
  EXPECT_EQ(game.result(), "B+C");
}

TEST(MargoReference, ABlockerBelongsToNobody) {
  MargoOptions options = of_size(4);
  options.testing = true;
  Margo game(options);
  EXPECT_EQ(game.legal().size(), 32u);
  game.play("A1");
  game.play("c1X");
  EXPECT_EQ(game.play("a3x"), Words{"A1"});  // the mover's own ball falls too: nothing is skipped
  EXPECT_EQ(game.board(), (Words{"..../..../X.../.X.."}));
  EXPECT_EQ(game.score(), (std::map<std::string, int>{{"white", 0}, {"black", 0}}));
  EXPECT_EQ(game.reason("A1"), "suicide");
  EXPECT_EQ(game.reason("A1x"), "");
}

TEST(MargoReference, KoRulesOnTheEdge) {
  // White takes one ball at A1, and Black may not take straight back.
  for (const std::string ko : {"simple", "situational", "positional", "none"}) {
    MargoOptions options = of_size(5);
    options.ko = ko;
    const Words board = {"...../...../W..../BW.../.B..."};
    Margo game = Margo::from_position(options, board, "white");
    ASSERT_EQ(game.play("A1"), Words{"A3"}) << ko;
    EXPECT_EQ(game.reason("A3"), ko == "none" ? "" : "repetition") << ko;
  }
}

TEST(MargoReference, AWholePositionThreeTimesIsADraw) {
  MargoOptions options = of_size(5);
  options.ko = "none";
  Margo game = Margo::from_position(options, {"...../...../W..../BW.../.B..."}, "white");
  int plies = 0;
  while (!game.over() && plies < 20) {
    game.play(plies % 2 == 0 ? "A1" : "A3");
    ++plies;
  }
  // A whole position knows its last board, which the start has not: plies 1, 3 and 5 are the first three alike.
  EXPECT_EQ(plies, 5);
  EXPECT_EQ(game.result(), "0");
}

TEST(MargoReference, AllFreedomsCountsPlayablePointsAbove) {
  for (const bool all_freedoms : {false, true}) {
    MargoOptions options = of_size(2);
    options.all_freedoms = all_freedoms;
    Margo game = Margo::from_position(options, {".W/WB"}, "black");
    EXPECT_EQ(game.play("A3"), (all_freedoms ? Words{} : Words{"A1", "C3"}));
  }
}

TEST(MargoReference, ThreePlayersShareTheEnemyPhaseAndFirstPlace) {
  MargoOptions options = of_size(2);
  options.players = 3;
  Margo game = Margo::from_position(options, {"R./WB"}, "red");
  // C3 takes black's last freedom; white's A1 had none left before: both fall in red's one enemy phase.
  EXPECT_EQ(game.play("C3"), (Words{"A1", "C1"}));
  options.can_pass = true;
  game = Margo::from_position(options, {"R./WB"}, "white");
  for (int i = 0; i < 3; ++i) game.play("pass");
  EXPECT_EQ(game.result(), "0");
}

// The value of the game for the side to move, in balls, searched to the end.
int solve(const Margo& game, int alpha, int beta) {
  if (game.over()) {
    const auto score = game.score();
    return score.at("white") - score.at("black");
  }
  const bool white = game.to_move() == "white";
  int best = white ? -100 : 100;
  for (const std::string& word : game.legal()) {
    Margo after = game;
    after.play(word);
    const int value = solve(after, alpha, beta);
    best = white ? std::max(best, value) : std::min(best, value);
    (white ? alpha : beta) = white ? std::max(alpha, best) : std::min(beta, best);
    if (alpha >= beta) break;
  }
  return best;
}

TEST(MargoReference, SizeTwoIsAFirstPlayerWinByOne) {
  EXPECT_EQ(solve(Margo(of_size(2)), -100, 100), 1);
}

struct Averages {
  double plies = 0, legal = 0;
};

Averages play_at_random(int size, int games) {
  std::mt19937 random(20120101u + static_cast<unsigned>(size));
  double plies = 0, moves = 0;
  for (int i = 0; i < games; ++i) {
    Margo game(of_size(size));
    while (!game.over()) {
      const Words words = game.legal();
      EXPECT_FALSE(words.empty());
      plies += 1;
      moves += static_cast<double>(words.size());
      game.play(words[random() % words.size()]);
    }
  }
  return {plies / games, moves / plies};
}

TEST(MargoReference, RandomGamesHaveThePublishedLength) {
  if (in_short_run()) GTEST_SKIP() << "a mean of many games";
  const Averages four = play_at_random(4, 1000);
  RecordProperty("plies4", std::to_string(four.plies));
  EXPECT_NEAR(four.plies, 44, 4);
  EXPECT_NEAR(four.legal, 6.2, 0.4);
  const Averages five = play_at_random(5, 200);
  RecordProperty("plies5", std::to_string(five.plies));
  EXPECT_NEAR(five.plies, 94, 12);
  EXPECT_NEAR(five.legal, 8.6, 0.7);
}

}  // namespace
}  // namespace cairn::reference
