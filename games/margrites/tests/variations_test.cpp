// The variations (rules.md 8), one by one, and their options.
#include <map>

#include "games/margrites/tests/help.h"

namespace cairn::margrites {
namespace {

using Words = std::vector<std::string>;

TEST(MargritesOptions, AreReadAndWritten) {
  const GameInfo& info = *find_game("MARGRITES");
  const auto value = [&](std::string_view given, std::string_view name) {
    for (const auto& [key, text] : info.complete(parse_option_words(given)))
      if (key == name) return text;
    return std::string("?");
  };
  EXPECT_EQ(value("", "hostile"), "no");
  EXPECT_EQ(value("hostile", "hostile"), "yes");
  EXPECT_EQ(value("hostile=full", "hostile"), "full");
  EXPECT_EQ(value("hostile=FULL", "hostile"), "full");
  EXPECT_EQ(value("", "black"), "");
  EXPECT_EQ(value("black=h2,g2,f2,e2,d2,c2,b2,a2 white=b7,c7,d7,e7,f7,g7,h7,i7", "black"), kBlackLine);
  EXPECT_EQ(value("returning two_for_three=no", "returning"), "yes");
  for (const auto set : info.variety) EXPECT_EQ(error_of(set), "") << set;
  EXPECT_NE(error_of("hostile=maybe").find("no|yes|full"), std::string::npos);
  EXPECT_NE(error_of("black=a2,b2,c2,d2,e2,f2,g2,h2").find("both formations or neither"), std::string::npos);
  EXPECT_NE(error_of("black=a2,b2,c2,d2,e2,f2,g2,h3").find("eight squares of rows 1 and 2"), std::string::npos);
  EXPECT_NE(error_of("size=4").find("returning"), std::string::npos);  // the right ones are named
}

TEST(MargritesVariations, HostileStartsWithPlacing) {  // 8.1
  Margrites game(options_of("hostile"));
  EXPECT_EQ(game.phase(), Phase::placing);
  EXPECT_EQ(play(game, "i1"), "");
  EXPECT_EQ(refusal(game, "hostile"), "unknown-move");
  EXPECT_EQ(play(game, "i8"), "");
  EXPECT_EQ(rows_of(game)[0], "........W");
}

// 8.2. Two turns of dancing each, Black's first.
TEST(MargritesVariations, FullHostilityEndsTheDanceOfWhoBeganIt) {
  const Words black[2] = {{"a1>a2", "b1>a1", "a2>b2", "b2>b1"}, {"b1>b2", "a1>b1", "b2>a2", "a2>a1"}};
  const Words white[2] = {{"i8>i7", "h8>i8", "i7>h7", "h7>h8"}, {"h8>h7", "i8>h8", "h7>i7", "i7>i8"}};
  Margrites game = pieces_game("a1 b1 e1", "h8 i8 e8", Side::black, "hostile=full");
  Margrites free = pieces_game("a1 b1 e1", "h8 i8 e8", Side::black, "hostile");
  EXPECT_TRUE(game.view(Viewer::spectator).steps_bind);
  EXPECT_FALSE(free.view(Viewer::spectator).steps_bind);
  for (const int round : {0, 1})
    for (const auto* dance : {&black[round], &white[round]})
      for (const std::string& word : *dance) {
        ASSERT_EQ(fact_of(game, "must_change"), "");
        ASSERT_EQ(play(game, word), "");
        ASSERT_EQ(play(free, word), "");
      }
  EXPECT_EQ(fact_of(game, "must_change"), "yes");
  play_all(game, {"a1>a2", "b1>a1", "a2>b2"});
  play_all(free, {"a1>a2", "b1>a1", "a2>b2"});
  EXPECT_EQ(refusal(game, "b2>b1"), "repetition");
  EXPECT_EQ(refusal(free, "b2>b1"), "");
  const auto legal = legal_words(game);
  EXPECT_EQ(std::count(legal.begin(), legal.end(), "b2>b1"), 0);
  EXPECT_EQ(play(game, "b2>b3"), "");
  // White danced second and may go on; and Black is free again
  for (const std::string& word : white[0]) ASSERT_EQ(play(game, word), "");
  EXPECT_EQ(fact_of(game, "must_change"), "");
}

TEST(MargritesVariations, AScoredPieceReturnsToItsSquareForAStepAndItsPoint) {  // 8.3
  Margrites game = pieces_game("e7 c8 a1", "h4 i4", Side::black, "returning");
  EXPECT_EQ(refusal(game, "B++>c8"), "no-piece");
  play_all(game, {"c8>B++"});
  EXPECT_EQ(refusal(game, "B++>c8"), "stalling");  // it began this turn there
  play_all(game, {"e7>e8", "e8>B++"});
  EXPECT_EQ(game.score_text(), "2(0)-0(0)");
  EXPECT_EQ(fact_of(game, "black_returns"), "c8 e8");
  EXPECT_EQ(refusal(game, "B++>d8"), "no-piece");
  EXPECT_EQ(refusal(game, "B++>e7"), "no-piece");
  EXPECT_EQ(play(game, "B++>e8"), "");
  EXPECT_EQ(game.score_text(), "1(0)-0(0)");
  EXPECT_EQ(fact_of(game, "black_returns"), "c8");
  EXPECT_EQ(refusal(game, "W++>a1"), "no-piece");  // White has scored nothing
  play_all(game, {"h4>h5", "h5>h6", "h6>h7", "h7>h6"});
  EXPECT_EQ(refusal(game, "B++>c8"), "");
  play_all(game, {"e8>d8", "d8>c8"});
  EXPECT_EQ(refusal(game, "B++>c8"), "occupied");
  EXPECT_EQ(refusal(pieces_game("e7", "h4", Side::black, ""), "B++>c8"), "unknown-move");
}

TEST(MargritesVariations, APieceMayNotReturnIntoCapture) {  // 8.3
  Margrites game = pieces_game("c8 a1", "b6 d6 i4", Side::black, "returning");
  play_all(game, {"c8>B++", "a1>a2", "a2>a3", "a3>a4", "b6>b7", "d6>d7", "i4>i5", "i5>i6"});
  EXPECT_EQ(refusal(game, "B++>c8"), "martyrdom");
}

TEST(MargritesVariations, OfTwoThatLeftFromOneSquareTheOneComesBackThatMay) {  // 8.3
  Margrites game = pieces_game("e8 e7 a1", "h4", Side::black, "returning");
  play_all(game, {"e8>B++", "e7>e8", "e8>B++"});
  EXPECT_EQ(fact_of(game, "black_returns"), "e8 e8");
  EXPECT_EQ(refusal(game, "B++>e8"), "");  // the one that began on e7
  const auto legal = legal_words(game);
  EXPECT_EQ(std::count(legal.begin(), legal.end(), "B++>e8"), 1);
}

TEST(MargritesVariations, BlacksHandicapIsAFirstTurnOfTwoSteps) {  // 8.5
  Margrites game = lines_game("black_handicap");
  EXPECT_EQ(fact_of(game, "steps_left"), "2");
  play_all(game, {"a2>a3", "b2>b3"});
  EXPECT_EQ(game.turn(), (Turn{seat_at(1), 2}));
  play_all(game, {"b7>b6", "c7>c6", "d7>d6", "e7>e6"});
  EXPECT_EQ(game.board().steps_left(), kTurnSteps);
  EXPECT_EQ(pieces_game("a1", "i8", Side::white, "black_handicap").board().steps_left(), kTurnSteps);
}

TEST(MargritesVariations, WhitesRebuttalIsTwoMoreSteps) {  // 8.6
  Margrites game = pieces_game("e8", "a2 d1", Side::black, "white_rebuttal returning");
  EXPECT_EQ(play(game, "e8>B++"), "");
  EXPECT_EQ(fact_of(game, "phase"), "rebuttal");
  EXPECT_EQ(game.turn(), (Turn{seat_at(1), 2}));
  EXPECT_EQ(game.board().steps_left(), kRebuttalSteps);
  Margrites back = game;
  play_all(back, {"d1>W++"});
  EXPECT_EQ(refusal(back, "W++>d1"), "no-piece");  // nothing returns in the rebuttal
  play_all(game, {"a2>a1", "a1>W++"});
  EXPECT_EQ(result_of(game), "0");

  // the game that ends on White's turn knows none, nor does one in which White is bare
  Margrites whites = pieces_game("e7 f6", "a1", Side::white, "white_rebuttal");
  play_all(whites, {"a1>W++"});
  EXPECT_EQ(result_of(whites), "W+1");
  Margrites bare = pieces_game("c4 e3 a1", "d5", Side::black, "white_rebuttal");
  EXPECT_EQ(play(bare, "e3>e4"), "d5");
  EXPECT_EQ(result_of(bare), "B+1c");
  // without the option the count comes at once
  Margrites plain = pieces_game("e8", "a2 d1", Side::black, "");
  play_all(plain, {"e8>B++"});
  EXPECT_EQ(result_of(plain), "B+1");
}

// ---- 8.7: the match of two

// Plays at random, but rather forward for the side that is to win, to the end of the game at hand.
void play_game(Margrites& game, Side rather, Rng& rng) {
  const int number = game.game_number();
  while (!game.to_act().empty() && game.game_number() == number) {
    const Words legal = legal_words(game);
    std::string word = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    if (game.board().mover() == rather)
      for (const std::string& better : legal)
        if (better.find('+') != std::string::npos ||
            (word.find('+') == std::string::npos && (better[4] > word[4]) == (rather == Side::black)))
          word = better;
    play(game, word);
  }
}

TEST(MargritesMatch, TwoGamesEachSideOnceBlack) {
  Rng rng(3);
  std::map<std::string, int> results;
  for (int i = 0; i < 60; ++i) {
    Margrites game = lines_game("two_for_three");
    EXPECT_EQ(game.turn(), (Turn{seat_at(0), 1}));
    play_game(game, static_cast<Side>(rng.below(2)), rng);
    ASSERT_EQ(game.game_number(), 2);
    EXPECT_EQ(result_of(game), "");
    const std::string first = fact_of(game, "first_game");
    EXPECT_EQ(game.turn().seat, seat_at(1));  // the second player is Black now
    EXPECT_GT(game.turn().number, 1);         // the turns of the match go on
    EXPECT_EQ(game.turn_number(), 1);
    EXPECT_EQ(game.view(Viewer::spectator).sides[0].seat, seat_at(1));
    EXPECT_EQ(rows_of(game), rows_of(lines_game()));
    EXPECT_EQ(game.score_text(), "0(0)-0(0)");
    const std::string before = fact_of(game, "match");
    EXPECT_EQ(before, first == "0" ? "0-0" : first[0] == 'B' ? "1-0" : "0-1");
    play_game(game, static_cast<Side>(rng.below(2)), rng);
    ASSERT_TRUE(game.to_act().empty());
    const std::string result = result_of(game);
    EXPECT_NE(result.find("(games " + first + " "), std::string::npos) << result;
    const int one = result[0] - '0', two = result[2] - '0';
    EXPECT_LE(one + two, 3);
    EXPECT_EQ(winner(game.outcome(), 2), one >= 2 ? 0 : two >= 2 ? 1 : -1) << result;
    EXPECT_EQ(game.outcome().half_points[0], 2 * one);
    // a point a game, and one for the captures
    const auto dash = result.rfind('-'), blank = result.rfind(' ');
    const int mine = *parse_int(std::string_view(result).substr(blank + 1, dash - blank - 1));
    const int theirs = *parse_int(std::string_view(result).substr(dash + 1, result.size() - dash - 2));
    const std::string second = result.substr(result.find(first) + first.size() + 1, 1);
    EXPECT_EQ(one, (first[0] == 'B') + (second == "W") + (mine > theirs)) << result;
    EXPECT_EQ(two, (first[0] == 'W') + (second == "B") + (mine < theirs)) << result;
    ++results[result.substr(0, 3)];
  }
  EXPECT_GE(results.size(), 4U);  // many ways to win
}

TEST(MargritesMatch, WhoLeavesLosesTheMatch) {
  Margrites game = lines_game("two_for_three");
  game.retire(seat_at(0), Leave::resigned, NoEvents{});
  EXPECT_TRUE(game.to_act().empty());
  EXPECT_EQ(result_of(game), "W+R");
  EXPECT_EQ(winner(game.outcome(), 2), 1);

  Rng rng(1);
  Margrites second = lines_game("two_for_three");
  play_game(second, Side::black, rng);
  second.retire(seat_at(0), Leave::timed_out, NoEvents{});  // White now
  EXPECT_EQ(result_of(second), "B+T");
  EXPECT_EQ(winner(second.outcome(), 2), 1);
}

TEST(MargritesMatch, TheSecondGameIsArrangedAnew) {
  Rng rng(5);
  for (const std::string_view options : {"two_for_three", "two_for_three hostile"}) {
    Margrites game(options_of(options));
    Rng choice(2);
    while (game.game_number() == 1) {
      if (game.phase() == Phase::arranging) {
        play_all(game, {std::string(kBlackLine)});
        play(game, kWhiteLine, 1);
        play(game, "accept", 0);
        play(game, "accept", 1);
      } else if (game.phase() == Phase::placing) {
        const Words legal = legal_words(game);
        play(game, legal[choice.below(static_cast<std::uint32_t>(legal.size()))]);
      } else {
        play_game(game, Side::black, rng);
      }
    }
    EXPECT_EQ(game.phase(), options.size() > 13 ? Phase::placing : Phase::arranging);
    EXPECT_EQ(game.board().occupied().size(), 0);
    if (game.phase() == Phase::arranging) {
      EXPECT_EQ(play(game, kBlackLine, 1), "");  // seat 1 arranges Black's pieces
      EXPECT_EQ(refusal(game, kBlackLine, 0), "off-board");
    } else {
      EXPECT_EQ(game.turn().seat, seat_at(1));
      EXPECT_EQ(play(game, "a1"), "");
    }
  }
}

}  // namespace
}  // namespace cairn::margrites
