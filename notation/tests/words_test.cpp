#include "notation/words.h"

#include <gtest/gtest.h>

#include "games/registry.h"

namespace cairn {
namespace {

using Words = std::vector<std::string>;

Position make(std::string_view game, std::string_view options = "") {
  return find_game(game)->make({parse_option_words(options), {}}).position;
}

Attempt play(Position& position, std::string_view word) {
  EventLog log;
  return play_word(position, position.view(Viewer::referee), word, log);
}

TEST(ReadWords, CutsAtBlanksAndSemicolons) {
  EXPECT_EQ(read_words(" A1\tC1\n A3 "), (Words{"A1", "C1", "A3"}));
  EXPECT_EQ(read_words("d2>d3;d3>d4; e2>e3"), (Words{"d2>d3", "d3>d4", "e2>e3"}));
  EXPECT_EQ(read_words(""), Words{});
}

TEST(ReadWords, DropsCapturesTurnNumbersAndDots) {
  EXPECT_EQ(read_words("12. b5>a4; a4>a3; c5>b5(xd5); b5>a4."), (Words{"b5>a4", "a4>a3", "c5>b5", "b5>a4"}));
  EXPECT_EQ(read_words("e5>f4(xg5, xh5) e8>B++."), (Words{"e5>f4", "e8>B++"}));
  EXPECT_EQ(read_words("e5>f4 (xg5 , xh5)"), Words{"e5>f4"});
  EXPECT_EQ(read_words("1.A1 2.C1 3. A3 ..."), (Words{"A1", "C1", "A3"}));
}

TEST(ReadWords, KeepsABracketThatNeverCloses) {
  EXPECT_EQ(read_words("e5>f4(xg5 A1 (x"), (Words{"e5>f4(xg5", "A1", "(x"}));
}

TEST(PlayWord, GivesTheGamesOwnSpelling) {
  Position position = make("spargo");
  const Attempt attempt = play(position, "c3");
  EXPECT_EQ(attempt.refused, Reason::none);
  EXPECT_EQ(attempt.word, "C3");
  EXPECT_EQ(attempt.side, "white");
  EXPECT_EQ(play(position, "c3").refused, Reason::unsupported);
  EXPECT_EQ(play(position, "zz9x").refused, Reason::unknown_move);
}

TEST(PlayWord, TakesTheSideThatAWordNames) {
  Position position = make("spargo");
  EXPECT_EQ(play(position, "black:A1").refused, Reason::not_your_turn);
  EXPECT_EQ(play(position, "WHITE:A1").refused, Reason::none);
  EXPECT_EQ(play(position, "nobody:A1").refused, Reason::unknown_move);
}

TEST(PlayWord, PlaysForWhoeverMayInAnAgreement) {
  Position position = make("go", "size=5");
  for (const auto word : {"C3", "pass", "pass"}) ASSERT_EQ(play(position, word).refused, Reason::none);
  ASSERT_EQ(position.to_act().size(), 2);
  EXPECT_EQ(play(position, "accept").side, "white");  // whose turn it would be
  EXPECT_EQ(play(position, "accept").side, "black");  // the only one who has not accepted
  EXPECT_TRUE(position.to_act().empty());
}

TEST(PlayWord, ResignsForTheMoverOrANamedSide) {
  Position first = make("spargo");
  EXPECT_EQ(play(first, "resign").word, "resign");
  EXPECT_EQ(first.view(Viewer::spectator).result, "B+R");
  EXPECT_EQ(play(first, "resign").refused, Reason::game_over);
  Position second = make("spargo");
  EXPECT_EQ(play(second, "black:resign").side, "black");
  EXPECT_EQ(second.view(Viewer::spectator).result, "W+R");
}

TEST(PlayWord, NobodyLeavesTwice) {
  Position position = make("margo", "size=4 players=3");
  EXPECT_EQ(play(position, "red:resign").refused, Reason::none);
  EXPECT_EQ(play(position, "red:resign").refused, Reason::not_your_turn);
}

TEST(PlayWord, ChangesNothingWhenRefused) {
  Position position = make("spargo");
  const auto before = position.hash();
  for (const auto word : {"", ":", "white:", "A2", "Z99", "\xff\xfe", "resig", "swap"}) {
    EXPECT_NE(play(position, word).refused, Reason::none) << word;
    EXPECT_EQ(position.hash(), before) << word;
  }
}

}  // namespace
}  // namespace cairn
