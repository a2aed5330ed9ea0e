#include "tests/reference/margrites_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/reference/vectors.h"

namespace cairn::reference {
namespace {

using Words = std::vector<std::string>;

const Words kBlackRow = {"a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"};
const Words kWhiteRow = {"b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7"};

// A board with these pieces on it.
Words pieces(const Words& black, const Words& white) {
  Words rows(8, ".........");
  const auto put = [&](const Words& squares, char piece) {
    for (const std::string& s : squares)
      rows[static_cast<std::size_t>('8' - s[1])][static_cast<std::size_t>(s[0] - 'a')] = piece;
  };
  put(black, 'B');
  put(white, 'W');
  return rows;
}

Margrites position(const Words& black, const Words& white, const std::string& to_move = "black",
                   const MargritesOptions& options = {}) {
  return Margrites::from_position(options, pieces(black, white), to_move);
}

std::string score_of(const Margrites& game) {
  const auto one = [&](const std::string& side) {
    return std::to_string(game.points(side)) + "(" + std::to_string(game.captures(side)) + ")";
  };
  return one("black") + "-" + one("white");
}

// The captures that a step's text names, sorted: `e5>f4(xg5, xh5)`.
Words named_captures(const std::string& step) {
  Words squares;
  for (std::size_t i = step.find('('); i < step.size(); ++i)
    if (step[i] == 'x') squares.push_back(step.substr(i + 1, 2));
  std::sort(squares.begin(), squares.end());
  return squares;
}

TEST(MargritesReference, AnnotatedGames) {
  const json vectors = read_vectors("margrites_games.json");
  int steps = 0;
  for (const json& record : vectors["games"]) {
    MargritesOptions options;
    options.black_formation = record["black_formation"].get<Words>();
    options.white_formation = record["white_formation"].get<Words>();
    Margrites game(options);
    for (const json& turn : record["turns"]) {
      const std::string where = record["game"].get<std::string>() + " " + turn["turn"].dump();
      ASSERT_EQ(game.turn_number(), turn["turn"].get<int>()) << where;
      ASSERT_EQ(game.to_move(), turn["side"].get<std::string>()) << where;
      for (const std::string step : turn["steps"]) {
        ASSERT_EQ(game.reason(step), "") << where << " " << step;
        EXPECT_EQ(game.play(step), named_captures(step)) << where << " " << step;
        ++steps;
      }
      EXPECT_EQ(game.board(), turn["board"].get<Words>()) << where;
      EXPECT_EQ(score_of(game), turn["score"].get<std::string>()) << where;
    }
    EXPECT_EQ(score_of(game), record["final_score"].get<std::string>());
    EXPECT_EQ(game.over(), record["over"].get<bool>());
    if (game.over()) {
      EXPECT_EQ(game.result(), "B+1");
    }
  }
  EXPECT_EQ(steps, 216);
}

TEST(MargritesReference, ThePrintedSlipsAreIllegal) {
  // Each erratum was printed at a place where the corrected game stands; most of the printed steps are impossible.
  const json vectors = read_vectors("margrites_games.json");
  std::map<std::string, int> reasons;
  for (const json& record : vectors["games"]) {
    MargritesOptions options;
    options.black_formation = record["black_formation"].get<Words>();
    options.white_formation = record["white_formation"].get<Words>();
    Margrites game(options);
    for (const json& turn : record["turns"]) {
      int number = 0;
      for (const std::string step : turn["steps"]) {
        ++number;
        for (const json& erratum : record["errata"])
          if (erratum["turn"] == turn["turn"] && erratum["step"] == number) ++reasons[game.reason(erratum["printed"])];
        game.play(step);
      }
    }
  }
  EXPECT_GT(reasons["no-piece"], 0);
  EXPECT_GT(reasons["too-far"], 0);
  EXPECT_GT(reasons["martyrdom"], 0);
}

TEST(MargritesReference, CaptureIllustrations) {
  const json vectors = read_vectors("margrites_positions.json");
  int cases = 0;
  for (const json& illustration : vectors["positions"]) {
    const Margrites game = position(illustration["black"], illustration["white"]);
    Words expected = illustration["captured_now"];
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(game.captured_if_settled(), expected) << illustration["name"];
    ++cases;
  }
  EXPECT_EQ(cases, 3);
}

TEST(MargritesReference, Reasons) {
  Margrites game = position({"d4", "e8", "a1"}, {"f4", "g5", "h8"});
  EXPECT_EQ(game.reason("d4>e5"), "");
  EXPECT_EQ(game.reason("D4 > e5"), "unknown-move");
  EXPECT_EQ(game.reason("D4>E5 (xf4)"), "");
  EXPECT_EQ(game.reason("d4>d6"), "too-far");
  EXPECT_EQ(game.reason("d4>d4"), "too-far");
  EXPECT_EQ(game.reason("f4>e4"), "no-piece");
  EXPECT_EQ(game.reason("a1>a0"), "off-board");
  EXPECT_EQ(game.reason("j4>i4"), "off-board");
  EXPECT_EQ(game.reason("d4>B++"), "too-far");
  EXPECT_EQ(game.reason("e8>B++"), "");
  EXPECT_EQ(game.reason("e8>W++"), "unknown-move");
  EXPECT_EQ(game.reason("B++>e8"), "unknown-move");
  for (const std::string odd : {"", "d4", "pass", ">", "d4>", "d4>e5>f6"}) EXPECT_EQ(game.reason(odd), "unknown-move");
  game.play("d4>d5");
  EXPECT_EQ(game.reason("d5>d4"), "stalling");
  EXPECT_EQ(game.steps_left(), 3);
  EXPECT_EQ(position({"d4", "e4"}, {"a8"}).reason("d4>e4"), "occupied");
  EXPECT_EQ(position({"d4"}, {"f4", "f5"}).reason("d4>e5"), "martyrdom");
  EXPECT_EQ(position({"d4", "e4"}, {"f4", "f5"}).reason("d4>e5"), "");
}

TEST(MargritesReference, AStepThatTakesAndIsTakenAtOnceIsMartyrdom) {
  // On c5 the piece would have c6 and d6 against it, and d6 four against itself and c6: both fall together.
  EXPECT_EQ(position({"b4", "d7", "e5", "e7"}, {"d6", "c6"}).reason("b4>c5"), "martyrdom");
  EXPECT_EQ(position({"c5", "d7", "e5", "e7"}, {"d6", "c6"}).captured_if_settled(), (Words{"c5", "d6"}));
}

TEST(MargritesReference, CapturesCascadeAndMayTakeTheMoversOwn) {
  // c4>d4 lets b4 fall: it has lost its only friend.
  Margrites game = position({"b4", "c4", "h1"}, {"a3", "a5", "h8"});
  EXPECT_EQ(game.play("c4>d4"), Words{"b4"});
  EXPECT_EQ(game.captures("white"), 1);
  EXPECT_EQ(game.captures("black"), 0);
}

TEST(MargritesReference, TheGameEndsWhenASideHasNoPieceInMidTurn) {
  Margrites game = position({"e8"}, {"a4", "b4"});
  game.play("e8>B++");
  EXPECT_TRUE(game.over());
  EXPECT_EQ(game.result(), "B+1");
  EXPECT_EQ(game.to_move(), "");
  EXPECT_EQ(game.reason("a4>a5"), "game-over");

  game = position({"c3", "e3", "a1"}, {"d5"});
  game.play("c3>c4");
  EXPECT_EQ(game.play("e3>e4"), Words{"d5"});
  EXPECT_EQ(game.result(), "B+1c");
}

TEST(MargritesReference, ATurnWithoutAStepIsForfeit) {
  // Black's only piece is in the corner: every step is martyrdom.
  Margrites game = position({"a1"}, {"c1", "c2", "c3", "a3", "b3"});
  EXPECT_EQ(game.to_move(), "white");
  EXPECT_EQ(game.turn_number(), 2);
  EXPECT_EQ(game.quiet_turns(), 1);
}

TEST(MargritesReference, SixtyQuietTurnsAreADraw) {
  Margrites game = position({"a1", "c1"}, {"g8", "i8"});
  int turns = 0;
  std::mt19937 random(7);
  while (!game.over() && turns < 100) {
    const int turn = game.turn_number();
    // Any quiet step: nothing scores, and black stays below row 4, white above row 5.
    Words quiet;
    for (const std::string& step : game.legal())
      if (step[3] != 'B' && step[3] != 'W' && (game.to_move() == "black" ? step[4] <= '4' : step[4] >= '6'))
        quiet.push_back(step);
    ASSERT_FALSE(quiet.empty());
    game.play(quiet[random() % quiet.size()]);
    if (game.over() || game.turn_number() != turn) ++turns;
  }
  EXPECT_EQ(turns, 60);
  EXPECT_EQ(game.result(), "0");
}

TEST(MargritesReference, HostileSetupPlacesInTurn) {
  MargritesOptions options;
  options.hostile = true;
  Margrites game(options);
  EXPECT_EQ(game.turn_number(), 0);
  EXPECT_EQ(game.legal().size(), 18u);
  EXPECT_EQ(game.reason("c3"), "off-board");
  for (std::size_t i = 0; i < 8; ++i) {
    game.play(kBlackRow[i]);
    EXPECT_EQ(game.to_move(), "white");
    EXPECT_EQ(game.reason(kBlackRow[i]), "off-board");
    game.play(kWhiteRow[i]);
    if (i == 0) {
      EXPECT_EQ(game.reason(kBlackRow[0]), "occupied");
    }
  }
  EXPECT_EQ(game.turn_number(), 1);
  EXPECT_EQ(game.to_move(), "black");
  EXPECT_EQ(game.board(), pieces(kBlackRow, kWhiteRow));
  EXPECT_EQ(game.reason("a1"), "unknown-move");
}

TEST(MargritesReference, FormationsAreChecked) {
  MargritesOptions options;
  EXPECT_THROW(Margrites{options}, std::invalid_argument);
  options.black_formation = kBlackRow;
  options.white_formation = kWhiteRow;
  EXPECT_FALSE(Margrites{options}.over());
  options.white_formation.back() = "i6";
  EXPECT_THROW(Margrites{options}, std::invalid_argument);
}

TEST(MargritesReference, BlackHandicapIsAFirstTurnOfTwoSteps) {
  MargritesOptions options;
  options.black_formation = kBlackRow;
  options.white_formation = kWhiteRow;
  options.black_handicap = true;
  Margrites game(options);
  game.play("a2>a3");
  game.play("b2>b3");
  EXPECT_EQ(game.to_move(), "white");
  for (const std::string step : {"b7>b6", "c7>c6", "d7>d6", "e7>e6"}) game.play(step);
  EXPECT_EQ(game.to_move(), "black");
  EXPECT_EQ(game.steps_left(), 4);
}

TEST(MargritesReference, WhiteRebuttalIsTwoMoreSteps) {
  MargritesOptions options;
  options.white_rebuttal = true;
  Margrites game = position({"e8"}, {"a2", "d1"}, "black", options);
  game.play("e8>B++");
  EXPECT_FALSE(game.over());
  EXPECT_EQ(game.to_move(), "white");
  EXPECT_EQ(game.steps_left(), 2);
  game.play("a2>a1");
  game.play("a1>W++");
  EXPECT_EQ(game.result(), "0");

  // A game that ends on White's turn knows no rebuttal.
  game = position({"e7", "f6"}, {"a1"}, "white", options);
  game.play("a1>W++");
  EXPECT_EQ(game.result(), "W+1");
}

TEST(MargritesReference, AScoredPieceReturnsToItsSquare) {
  MargritesOptions options;
  options.returning = true;
  Margrites game = position({"e7", "c8", "a1"}, {"h4", "i4"}, "black", options);
  game.play("c8>B++");
  EXPECT_EQ(game.reason("B++>c8"), "stalling");  // it began this turn there
  game.play("e7>e8");
  game.play("e8>B++");
  EXPECT_EQ(game.points("black"), 2);
  EXPECT_EQ(game.reason("B++>d8"), "no-piece");
  game.play("B++>e8");
  EXPECT_EQ(game.points("black"), 1);
  EXPECT_EQ(game.to_move(), "white");
  for (const std::string step : {"h4>h5", "h5>h6", "h6>h7", "h7>h6"}) game.play(step);
  EXPECT_EQ(game.reason("B++>c8"), "");
  const Words legal = game.legal();
  EXPECT_EQ(std::count(legal.begin(), legal.end(), "B++>c8"), 1);
}

TEST(MargritesReference, DancingMustBeBrokenByTheOneWhoBeganIt) {
  MargritesOptions options;
  options.hostile_full = true;
  Margrites game = position({"a1", "b1", "e1"}, {"h8", "i8", "e8"}, "black", options);
  // Four steps that leave the formation as it was: two pieces change places.
  const std::map<std::string, Words> dances[2] = {
      {{"black", {"a1>a2", "b1>a1", "a2>b2", "b2>b1"}}, {"white", {"i8>i7", "h8>i8", "i7>h7", "h7>h8"}}},
      {{"black", {"b1>b2", "a1>b1", "b2>a2", "a2>a1"}}, {"white", {"h8>h7", "i8>h8", "h7>i7", "i7>i8"}}}};
  for (int round = 0; round < 2; ++round)
    for (const std::string side : {"black", "white"}) {
      ASSERT_EQ(game.to_move(), side);
      for (const std::string& step : dances[round].at(side)) game.play(step);
    }
  const Words& again = dances[0].at("black");
  for (std::size_t i = 0; i < 3; ++i) game.play(again[i]);
  EXPECT_EQ(game.reason(again[3]), "repetition");
  game.play("e1>e2");
  // Black has changed its position, so White may dance on.
  for (const std::string& step : dances[0].at("white")) game.play(step);
  EXPECT_EQ(game.to_move(), "black");
}

TEST(MargritesReference, RandomGamesEndAndKeepTheirCount) {
  std::mt19937 random(8);
  for (int i = 0; i < 40; ++i) {
    MargritesOptions options;
    options.black_formation = kBlackRow;
    options.white_formation = kWhiteRow;
    options.returning = i % 2 == 1;
    options.white_rebuttal = i % 3 == 1;
    Margrites game(options);
    int steps = 0;
    while (!game.over() && steps < 20000) {
      const Words legal = game.legal();
      ASSERT_FALSE(legal.empty());
      game.play(legal[random() % legal.size()]);
      ++steps;
      std::string all;
      for (const std::string& row : game.board()) all += row;
      const auto on_board = [&](char piece) { return static_cast<int>(std::count(all.begin(), all.end(), piece)); };
      ASSERT_EQ(on_board('B') + game.points("black") + game.captures("white"), 8);
      ASSERT_EQ(on_board('W') + game.points("white") + game.captures("black"), 8);
    }
    EXPECT_TRUE(game.over());
  }
}

}  // namespace
}  // namespace cairn::reference
