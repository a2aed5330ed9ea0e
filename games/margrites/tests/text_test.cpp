// Whole games in notation: reading, forgiving, naming what cannot be accepted, mending, writing (rules.md 9).
#include "games/margrites/text.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "games/margrites/actions.h"
#include "games/margrites/tests/help.h"
#include "tests/reference/effort.h"

namespace cairn::margrites {
namespace {

using Json = nlohmann::json;

const std::string kHead = "B: a2 b2 c2 d2 e2 f2 g2 h2\nW: b7 c7 d7 e7 f7 g7 h7 i7\n";

Json games() {
  std::ifstream in(std::string(CAIRN_VECTORS) + "/margrites_games.json");
  return Json::parse(in)["games"];
}

// A game of the vectors as a text: corrected, or as it was printed.
std::string text_of(const Json& record, bool printed) {
  const auto squares = [&](const char* side) { return join(record[side].get<std::vector<std::string>>(), " "); };
  std::string text = "B: " + squares("black_formation") + "\nW: " + squares("white_formation") + '\n' +
                     record["final_score"].get<std::string>() + '\n';
  for (const Json& turn : record["turns"]) {
    text += turn["turn"].dump() + ". ";
    int number = 0;
    for (const Json& step : turn["steps"]) {
      auto word = step.get<std::string>();
      ++number;
      for (const Json& erratum : record["errata"])
        if (printed && erratum["turn"] == turn["turn"] && erratum["step"] == number)
          word = erratum["printed"].get<std::string>();
      text += (number == 1 ? "" : "; ") + word;
    }
    text += ".\n";
  }
  return text;
}

std::string fault_of(const std::string& text) {
  const Reading reading = read_game(text);
  return reading.fault ? to_text(*reading.fault) : "";
}

std::vector<std::string> remarks_of(const std::string& text) {
  std::vector<std::string> remarks;
  for (const Remark& remark : read_game(text).remarks) remarks.push_back(to_text(remark));
  return remarks;
}

std::string steps_of(const std::string& text) {
  const Reading reading = read_game(text);
  std::string words;
  Margrites game = reading.game.start();
  for (const Step step : reading.game.steps) {
    const Action action = make_step(step.from, step.to);
    words += (words.empty() ? "" : " ") + game.format(action);
    game.apply(game.turn().seat, action, NoEvents{});
  }
  return words;
}

TEST(MargritesText, TheAnnotatedGamesReadCleanAndAreWrittenAsTheyStand) {
  for (const Json& record : games()) {
    const std::string text = text_of(record, false);
    const Reading reading = read_game(text);
    EXPECT_FALSE(reading.fault) << to_text(*reading.fault);
    EXPECT_TRUE(reading.remarks.empty()) << to_text(reading.remarks[0]);
    EXPECT_EQ(reading.game.end().score_text(), record["final_score"].get<std::string>());
    // the squares of a formation are put in order; all else is written as it stood
    EXPECT_EQ(write_game(reading.game), text);
  }
}

TEST(MargritesText, TheFirstPrintedSlipThatShowsIsNamedByTurnAndStep) {
  std::vector<std::string> faults;
  for (const Json& record : games()) {
    const std::string fault = fault_of(text_of(record, true));
    EXPECT_EQ(fault.substr(0, 5), "turn ") << record["title"];
    faults.push_back(fault.substr(0, fault.find(':', fault.find('>'))));
  }
  EXPECT_EQ(faults, (std::vector<std::string>{"turn 3 step 2: f4>f5", "turn 2 step 3: f7>g5", "turn 1 step 4: f3>f4"}));
}

void expect_mended(const Json& record) {
  SCOPED_TRACE(record["title"]);
  const Reading reading = read_game(text_of(record, true), Slips::correct);
  ASSERT_FALSE(reading.fault) << to_text(*reading.fault);
  EXPECT_LE(reading.corrections, static_cast<int>(record["errata"].size()));
  EXPECT_GT(reading.corrections, 0);
  EXPECT_EQ(reading.game.end().score_text(), record["final_score"].get<std::string>());
  EXPECT_EQ(static_cast<int>(reading.remarks.size()), reading.corrections);  // every printed capture happens
  const std::string first = to_text(reading.remarks[0]);
  const Json& erratum = record["errata"][0];
  EXPECT_EQ(first, "turn " + erratum["turn"].dump() + " step " + erratum["step"].dump() + ": " +
                       erratum["here"].get<std::string>() + " instead of " + erratum["printed"].get<std::string>());
}

TEST(MargritesText, PrintedGamesAreMendedByNoMoreChangesThanTheErrataCount) {
  expect_mended(games()[2]);
}

TEST(MargritesText, LongTheHarderPrintedGamesAreMended) {
  if (!in_long_run()) GTEST_SKIP() << "set CAIRN_LONG=1";
  expect_mended(games()[0]);
  expect_mended(games()[1]);
}

TEST(MargritesText, MendingLeavesAGoodGameAlone) {
  for (const Json& record : games()) {
    const Reading reading = read_game(text_of(record, false), Slips::correct);
    EXPECT_EQ(reading.corrections, 0);
    EXPECT_EQ(write_game(reading.game), text_of(record, false));
  }
}

TEST(MargritesText, IsReadForgivingly) {
  const std::string wanted = "d2>d3 d3>d4 e2>e3 e3>e4 d7>d6";
  for (const std::string turns : {"1. d2>d3; d3>d4; e2>e3; e3>e4.\n2. d7>d6.", "1. d2>d3; d3>d4; e2>e3; e3>e4 2. d7>d6",
                                  "1 d2>d3 d3>d4 e2>e3 e3>e4 2 d7>d6", "d2>d3 d3>d4 e2>e3 e3>e4 d7>d6",
                                  "1. D2-D3, D3-D4, E2 E3, e3:e4.2.d7d6", "1.d2>d3;d3>d4;e2>e3;e3>e4;.;\n\n2.d7>d6;",
                                  "# a comment 9. x\n1. d2>d3; {another; 7.} d3>d4;\r\n e2>e3; e3>e4.\r\n2. d7>d6.",
                                  "0(0)-0(0)\n1. d2>d3; d3>d4; e2>e3; e3>e4. 2. d7>d6. 0 (0) - 0 (0)"}) {
    EXPECT_EQ(fault_of(kHead + turns), "") << turns;
    EXPECT_EQ(steps_of(kHead + turns), wanted) << turns;
    EXPECT_TRUE(remarks_of(kHead + turns).empty()) << turns;
  }
  for (const std::string head : {"W: b7,c7,d7,e7,f7,g7,h7,i7 B: a2,b2,c2,d2,e2,f2,g2,h2",
                                 "black: H2 G2 F2 E2 D2 C2 B2 A2\nWhite = b7; c7; d7; e7; f7; g7; h7; i7"})
    EXPECT_EQ(steps_of(head + "\n1. d2>d3"), "d2>d3") << head;
}

TEST(MargritesText, WhatCannotBeAcceptedIsNamedByTurnAndStep) {
  const auto fault = [](const std::string& turns) { return fault_of(kHead + turns); };
  EXPECT_EQ(fault("1. d2>d3; d3>d5"),
            "turn 1 step 2: d3>d5: that is too far for one step; near it: d3>d4, d3>c4, d3>e4, d3>c3, d3>e3");
  EXPECT_EQ(fault("1. d2>d3; d3>d2"),
            "turn 1 step 2: d3>d2: the piece started this turn there; it cannot return in the same turn; near it: "
            "c2>d2, d3>d4, d3>c4, d3>e4, "
            "d3>c3, d3>e3");
  EXPECT_EQ(fault("1. d2>d3; d4>d5"), "turn 1 step 2: d4>d5: you have no piece there");
  EXPECT_EQ(fault("1. d2>d3; hello"), "turn 1 step 2: \"hello\" is not a step: that is not a move of this game");
  EXPECT_EQ(fault("1. d2>j3"), "turn 1 step 1: \"d2>j3\" is not a step: that point is not on this board");
  EXPECT_EQ(fault("1. d2>d3; d3>d4. 2. d7>d6"), "turn 2 step 1: the previous turn is not over: 2 more steps to play");
  EXPECT_EQ(fault("1. d2>d3; d3>d4; e2>e3; e3>e4; a2>a3"), "turn 2 step 1: a2>a3: you have no piece there");
  EXPECT_EQ(fault_of("1. d2>d3"), "Black's formation is missing: \"B: \" and eight squares");
  EXPECT_EQ(fault_of("B: a2 b2 c2 d2 e2 f2 g2 h2"), "White's formation is missing: \"W: \" and eight squares");
  EXPECT_EQ(fault_of("B: a2 b2 c2"), "Black's formation: a formation has eight squares: \"a2 b2 c2\"");
  EXPECT_EQ(fault_of("B: a2 b2 c2 d2 e2 f2 g2 h3"),
            "Black's formation: a square is outside the player's own two rows: \"a2 b2 c2 d2 e2 f2 g2 h3\"");
  EXPECT_EQ(fault_of("W: b7 b7 c7 d7 e7 f7 g7 h7").substr(0, 44), "White's formation: a square is named twice: ");
  EXPECT_EQ(fault_of(kHead + "Options: two_for_three\n"), "write a match as its two games, without two_for_three");
  EXPECT_NE(fault_of(kHead + "Options: size=3\n").find("size"), std::string::npos);
  EXPECT_EQ(fault_of(std::string(kMostText + 1, ' ')), "the text is longer than 200000 letters");
  EXPECT_EQ(read_game(kHead + "1. d2>d3; d3>d4; zz").game.steps.size(), 2U);  // up to the fault
}

TEST(MargritesText, WrongNotesAreRemarkedAndTheGameIsRead) {
  using Words = std::vector<std::string>;
  const std::string turn = "1. d2>d3; d3>d4; e2>e3; e3>e4";
  EXPECT_EQ(remarks_of(kHead + "1. d2>d3(xd4)"), Words{"turn 1 step 1: d2>d3 captures nothing, not xd4"});
  EXPECT_EQ(remarks_of(kHead + turn + " 4. d7>d6"), Words{"turn 2 step 1: the text numbers it as turn 4"});
  EXPECT_EQ(remarks_of(kHead + "1(0)-0(0) " + turn), Words{"turn 1: the score is 0(0)-0(0)"});
  EXPECT_EQ(fault_of(kHead + "1. d2>d3(xd4)"), "");
}

TEST(MargritesText, AResignationStandsBeforeTheScore) {
  const Reading reading = read_game(kHead + "0(0)-R0(0)\n1. d2>d3");
  ASSERT_TRUE(reading.game.resigned);
  EXPECT_EQ(*reading.game.resigned, Side::white);
  EXPECT_EQ(result_of(reading.game.end()), "B+R");
  EXPECT_EQ(write_game(reading.game), kHead + "0(0)-R0(0)\n1. d2>d3.\n");
}

TEST(MargritesText, ASlipThatNothingMendsKeepsItsFault) {
  const Reading reading = read_game(kHead + "1. d2>d3; d3>d5; d5>?", Slips::correct);
  ASSERT_TRUE(reading.fault);
  EXPECT_EQ(to_text(*reading.fault), "turn 1 step 3: \"d5>?\" is not a step: that is not a move of this game");
  EXPECT_EQ(reading.game.steps.size(), 2U);
  const Reading mended = read_game(kHead + "1. d2>d3; d3>d5; d4>e4; e4>e5", Slips::correct);
  EXPECT_FALSE(mended.fault);
  ASSERT_EQ(mended.remarks.size(), 1U);
  EXPECT_EQ(to_text(mended.remarks[0]), "turn 1 step 2: d3>d4 instead of d3>d5");
}

// A random game under random variations, broken off or played out.
GameText random_game(Rng& rng) {
  GameText text;
  Options& options = text.options;
  options.black = Formation::ranked(static_cast<int>(rng.below(kFormations)));
  options.white = Formation::ranked(static_cast<int>(rng.below(kFormations)));
  options.returning = rng.below(3) == 0;
  options.black_handicap = rng.below(3) == 0;
  options.white_rebuttal = rng.below(3) == 0;
  options.hostile = static_cast<Hostile>(rng.below(3));
  Margrites game = text.start();
  ActionList list;
  for (auto left = rng.below(700); left > 0 && !game.to_act().empty(); --left) {
    game.legal(game.turn().seat, list);
    const Action action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    text.steps.push_back({from_of(action), to_of(action)});
    game.apply(game.turn().seat, action, NoEvents{});
  }
  if (rng.below(3) == 0 && !game.to_act().empty()) text.resigned = static_cast<Side>(rng.below(2));
  return text;
}

TEST(MargritesText, EveryWrittenGameReadsBackAsItself) {
  Rng rng(9);
  int scored = 0, over = 0, resigned = 0;
  for (int i = 0; i < 300; ++i) {
    const GameText game = random_game(rng);
    const std::string text = write_game(game);
    const Reading reading = read_game(text);
    ASSERT_FALSE(reading.fault) << to_text(*reading.fault) << '\n' << text;
    ASSERT_TRUE(reading.remarks.empty()) << to_text(reading.remarks[0]) << '\n' << text;
    ASSERT_EQ(reading.game.steps, game.steps);
    ASSERT_EQ(reading.game.resigned, game.resigned);
    ASSERT_EQ(option_values(reading.game.options), option_values(game.options));
    ASSERT_EQ(reading.game.end().hash(), game.end().hash());
    ASSERT_EQ(write_game(reading.game), text);
    scored += text.find("++") != std::string::npos;
    over += game.end().to_act().empty() && !game.resigned;
    resigned += game.resigned.has_value();
  }
  EXPECT_GT(scored, 50);
  EXPECT_GT(over, 20);
  EXPECT_GT(resigned, 20);
}

// Any change of some letters is read to a game that is written and read back alike, or to a fault.
TEST(MargritesText, MutatedTextsAreReadOrNamed) {
  Rng rng(11);
  const std::string letters = "abij0189>+-.;:()[]{}x# \nBWR=,?";
  int faults = 0, read = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string text = i % 4 == 0 ? text_of(games()[rng.below(3)], true) : write_game(random_game(rng)).substr(0, 900);
    for (auto changes = 1 + rng.below(4); changes > 0; --changes) {
      const auto at = rng.below(static_cast<std::uint32_t>(text.size()));
      const char c = letters[rng.below(static_cast<std::uint32_t>(letters.size()))];
      if (rng.below(3) == 0)
        text.erase(at, 1 + rng.below(5));
      else if (rng.below(2) == 0)
        text.insert(at, 1, c);
      else
        text[at] = c;
      if (text.empty()) text = " ";
    }
    const Reading reading = read_game(text);
    faults += reading.fault.has_value();
    read += !reading.fault;
    if (!reading.game.options.black || !reading.game.options.white) {
      ASSERT_TRUE(reading.fault);
      continue;
    }
    const std::string written = write_game(reading.game);
    const Reading again = read_game(written);
    ASSERT_FALSE(again.fault) << text << to_text(*again.fault);
    ASSERT_EQ(again.game.steps, reading.game.steps) << text;
    ASSERT_EQ(write_game(again.game), written);
  }
  EXPECT_GT(faults, 300);
  EXPECT_GT(read, 30);
}

}  // namespace
}  // namespace cairn::margrites
