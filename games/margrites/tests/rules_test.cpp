// The rules in sentences; the numbers are those of rules.md. Pictures show rows 8 to 1.
#include <set>

#include "games/margrites/actions.h"
#include "games/margrites/tests/help.h"

namespace cairn::margrites {
namespace {

using Start = cairn::Setup;  // gtest takes the name Setup inside a test
using Words = std::vector<std::string>;

std::size_t count_legal(const Margrites& game, int seat) {
  ActionList list;
  game.legal(seat_at(seat), list);
  for (const Action action : list)
    if (game.check(seat_at(seat), action) != Reason::none) ADD_FAILURE() << game.format(action);
  return list.size();
}

std::vector<std::string> happens(Margrites& game, std::string_view word, int seat) {
  std::vector<std::string> kinds;
  game.apply(seat_at(seat), game.parse(seat_at(seat), word).action,
             [&](const Event& event) { kinds.emplace_back(to_word(event.kind)); });
  return kinds;
}

// ---- 1, 2, 3: board and setups

TEST(MargritesSetup, EveryFormationHasItsNumberInTheOrderOfItsText) {  // 2.1
  for (const Side side : {Side::black, Side::white}) {
    std::string before;
    for (int rank = 0; rank < kFormations; ++rank) {
      const Formation formation = Formation::ranked(rank);
      const std::string text = formation.text(side);
      ASSERT_LT(before, text);
      ASSERT_EQ(formation.squares(side).size(), kPieces);
      ASSERT_EQ(read_formation(side, text).formation, formation);
      before = text;
    }
  }
  EXPECT_EQ(Formation::ranked(0).text(Side::black), "a1,a2,b1,b2,c1,c2,d1,d2");
  EXPECT_EQ(Formation::ranked(kFormations - 1).text(Side::white), "f7,f8,g7,g8,h7,h8,i7,i8");
}

TEST(MargritesSetup, BothArrangeAtOnceAndBlackBeginsWhenBothAccept) {  // 2.1, 2.2
  Margrites game{Options{}};
  EXPECT_EQ(game.to_act(), SeatSet::first(2));
  EXPECT_EQ(count_legal(game, 0), std::size_t{kFormations} + 1);  // and `hostile`
  EXPECT_EQ(refusal(game, "accept", 1), "no-piece");
  EXPECT_EQ(happens(game, kWhiteLine, 1), Words{"arranged"});
  EXPECT_EQ(refusal(game, "accept", 0), "no-piece");  // his own is missing
  EXPECT_EQ(happens(game, kBlackLine, 0), Words{"arranged"});
  EXPECT_EQ(rows_of(game)[1], ".WWWWWWWW");  // in sight of both
  EXPECT_EQ(rows_of(game)[6], "BBBBBBBB.");
  EXPECT_EQ(count_legal(game, 1), std::size_t{kFormations} + 1);  // all others, `accept` and `hostile`
  EXPECT_EQ(happens(game, "accept", 0), Words{"consented"});
  EXPECT_EQ(game.turn().seat, seat_at(1));  // who is waited for
  EXPECT_EQ(refusal(game, "accept", 0), "repetition");
  EXPECT_EQ(happens(game, "accept", 1), Words{"consented"});
  EXPECT_EQ(game.phase(), Phase::playing);
  EXPECT_EQ(game.to_act(), SeatSet::of(seat_at(0)));
  EXPECT_EQ(game.turn_number(), 1);
  EXPECT_EQ(refusal(game, "b7>b6", 1), "not-your-turn");
  EXPECT_EQ(refusal(game, kBlackLine, 0), "unknown-move");  // too late
}

TEST(MargritesSetup, WhoSpeaksFirstIsWhoLacksAFormationThenWhoHasNotAccepted) {
  Margrites game{Options{}};
  const auto next = [&game] { return game.view(Viewer::spectator).next; };
  EXPECT_EQ(next(), seat_at(0));
  happens(game, kBlackLine, 0);
  EXPECT_EQ(next(), seat_at(1));
  happens(game, kWhiteLine, 1);
  EXPECT_EQ(next(), seat_at(0));
  happens(game, "accept", 0);
  EXPECT_EQ(next(), seat_at(1));
  happens(game, "accept", 1);
  EXPECT_FALSE(next().has_value());  // now there is a turn
}

// Whoever has a formation can do no more before the other has one.
TEST(MargritesSetup, WhoHasArrangedIsNotWaitedFor) {
  for (int first = 0; first < 2; ++first) {
    Margrites game{Options{}};
    const std::array lines{kBlackLine, kWhiteLine};
    EXPECT_EQ(game.awaited(), SeatSet::first(2));
    happens(game, lines[static_cast<std::size_t>(first)], first);
    EXPECT_EQ(game.awaited(), SeatSet::of(seat_at(1 - first)));
    happens(game, lines[static_cast<std::size_t>(1 - first)], 1 - first);
    EXPECT_EQ(game.awaited(), SeatSet::first(2));
    happens(game, "accept", first);
    EXPECT_EQ(game.awaited(), SeatSet::of(seat_at(1 - first)));
  }
}

TEST(MargritesSetup, AChangeWithdrawsBothConsents) {  // 2.3
  Margrites game{Options{}};
  happens(game, kBlackLine, 0);
  happens(game, kWhiteLine, 1);
  happens(game, "accept", 1);
  EXPECT_EQ(refusal(game, kBlackLine, 0), "repetition");
  EXPECT_EQ(happens(game, "i2,b2,c2,d2,e2,f2,g2,h2", 0), (Words{"arranged", "withdrawn"}));
  EXPECT_EQ(fact_of(game, "white_accepts"), "no");
  happens(game, "accept", 0);
  happens(game, "a7,b7,c7,d7,e7,f7,g7,h7", 1);  // the one who changes has not accepted, the other has
  EXPECT_EQ(fact_of(game, "black_accepts"), "no");
  EXPECT_EQ(game.phase(), Phase::arranging);
}

TEST(MargritesSetup, AfterThirtyFormationsOnlyAcceptAndHostileAreLeft) {  // 2.4
  Margrites game{Options{}};
  happens(game, kWhiteLine, 1);
  for (int i = 0; i < kArrangements; ++i) happens(game, Formation::ranked(i).text(Side::black), 0);
  EXPECT_EQ(refusal(game, kBlackLine, 0), "repetition");
  ActionList list;
  game.legal(seat_at(0), list);
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(count_legal(game, 1), std::size_t{kFormations} + 1);
}

TEST(MargritesSetup, FormationsOutsideTheHomeOrNotOfEightAreRefused) {  // 1.2, 2.1
  const Margrites game{Options{}};
  EXPECT_EQ(refusal(game, "a2,b2,c2,d2,e2,f2,g2,h3", 0), "off-board");
  EXPECT_EQ(refusal(game, kWhiteLine, 0), "off-board");
  EXPECT_EQ(refusal(game, "a2,a2,c2,d2,e2,f2,g2,h2", 0), "occupied");
  EXPECT_EQ(refusal(game, "a2,b2,c2,d2,e2,f2,g2", 0), "unknown-move");
  EXPECT_EQ(refusal(game, "a2,b2,c2,d2,e2,f2,g2,h2,i2", 0), "unknown-move");
  EXPECT_EQ(refusal(game, "a2,b2,c2,d2,e2,f2,g2,j2", 0), "unknown-move");
  EXPECT_EQ(refusal(game, "H2 G2 f2 e2 d2 c2 b2 a2", 0), "");  // any order, blanks, capitals
  EXPECT_EQ(refusal(game, "b2", 0), "unknown-move");
  EXPECT_EQ(refusal(game, "b2>b3", 0), "unknown-move");
}

TEST(MargritesSetup, EitherMayDemandTheHostileSetup) {  // 2.5, 3.1, 3.2
  Margrites game{Options{}};
  happens(game, kBlackLine, 0);
  EXPECT_EQ(happens(game, "hostile", 1), Words{"resumed"});
  EXPECT_EQ(rows_of(game)[6], ".........");
  EXPECT_EQ(game.to_act(), SeatSet::of(seat_at(0)));
  EXPECT_EQ(count_legal(game, 0), 18U);
  EXPECT_EQ(refusal(game, "b7", 0), "off-board");
  EXPECT_EQ(refusal(game, "b3", 0), "off-board");
  EXPECT_EQ(refusal(game, "b7", 1), "not-your-turn");
  EXPECT_EQ(refusal(game, "accept", 0), "unknown-move");
  for (int i = 0; i < kPieces; ++i) {
    const std::string file(1, static_cast<char>('a' + i));
    EXPECT_EQ(play(game, file + "2"), "");
    if (i == 0) {
      EXPECT_EQ(play(game, "a7"), "");
      EXPECT_EQ(refusal(game, "a2"), "occupied");
      EXPECT_EQ(count_legal(game, 0), 17U);
    } else {
      EXPECT_EQ(play(game, file + "8"), "");
    }
  }
  EXPECT_EQ(game.phase(), Phase::playing);
  EXPECT_EQ(game.turn_number(), 1);
  EXPECT_EQ(game.turn().number, 18);  // the talk and sixteen placings before
  EXPECT_EQ(rows_of(game), (Words{".WWWWWWW.", "W........", ".........", ".........", ".........", ".........",
                                  "BBBBBBBB.", "........."}));
}

// ---- 4: a turn

TEST(MargritesTurn, FourStepsOfAnyPiecesInAnyDirection) {  // 4.1
  Margrites game = pieces_game("d4 a1", "h8");
  const Turn turn = game.turn();
  EXPECT_EQ(legal_words(game),
            (Words{"a1>a2", "a1>b1", "a1>b2", "d4>c3", "d4>c4", "d4>c5", "d4>d3", "d4>d5", "d4>e3", "d4>e4", "d4>e5"}));
  for (const char* word : {"d4>e5", "a1>b2", "e5>e4"}) {
    EXPECT_EQ(play(game, word), "");
    EXPECT_EQ(game.turn(), turn);  // stands still within a turn
  }
  EXPECT_EQ(fact_of(game, "steps_left"), "1");
  EXPECT_EQ(play(game, "b2>b1"), "");
  EXPECT_EQ(game.turn(), (Turn{seat_at(1), 2}));
}

TEST(MargritesTurn, StepsThatAreNoneAreRefusedWithTheirReason) {  // 4.1
  const Margrites game = pieces_game("d4 d5 e8", "h4");
  EXPECT_EQ(refusal(game, "d4>d5"), "occupied");
  EXPECT_EQ(refusal(game, "d4>d6"), "too-far");
  EXPECT_EQ(refusal(game, "d4>d4"), "too-far");
  EXPECT_EQ(refusal(game, "d4>B++"), "too-far");
  EXPECT_EQ(refusal(game, "h4>h5"), "no-piece");
  EXPECT_EQ(refusal(game, "a1>a2"), "no-piece");
  EXPECT_EQ(refusal(game, "a1>a0"), "off-board");
  EXPECT_EQ(refusal(game, "j4>i4"), "off-board");
  EXPECT_EQ(refusal(game, "e8>W++"), "unknown-move");
  EXPECT_EQ(refusal(game, "B++>e8"), "unknown-move");
  EXPECT_EQ(refusal(game, "pass"), "unknown-move");
  EXPECT_EQ(refusal(game, ""), "unknown-move");
  EXPECT_EQ(refusal(game, "d4>e5>f6"), "unknown-move");
  EXPECT_EQ(game.check(seat_at(0), Action{0xFFFF'FFFFU}), Reason::unknown_move);
}

TEST(MargritesTurn, AStepOffTheFarRowScoresThePiece) {  // 4.2
  Margrites game = pieces_game("e8 a1", "f1 i5");
  EXPECT_EQ(happens(game, "e8>B++", 0), Words{"scored"});
  EXPECT_EQ(game.score_text(), "1(0)-0(0)");
  EXPECT_EQ(rows_of(game)[0], ".........");
  EXPECT_EQ(game.board().steps_left(), 3);
  Margrites other = pieces_game("e8 a1", "f1 i5", Side::white);
  EXPECT_EQ(play(other, "f1>W++"), "");
  EXPECT_EQ(other.score_text(), "0(0)-1(0)");
  EXPECT_EQ(refusal(pieces_game("a1", "i5"), "a1>B++"), "too-far");  // his own back row is no way out
}

TEST(MargritesTurn, NoPieceGoesBackToWhereItBeganTheTurn) {  // 4.3
  Margrites game = pieces_game("d4 d5 a1", "h8");
  play_all(game, {"d4>e4"});
  EXPECT_EQ(refusal(game, "e4>d4"), "stalling");
  play_all(game, {"d5>d4"});  // another piece may
  EXPECT_EQ(refusal(game, "d4>d5"), "stalling");
  EXPECT_EQ(refusal(game, "e4>d5"), "");
  play_all(game, {"e4>d5", "a1>a2"});
  Margrites later = pieces_game("d4", "h8");
  play_all(later, {"d4>d5", "d5>d6", "d6>e6", "e6>e5", "h8>h7", "h7>h6", "h6>i5", "i5>i4"});
  EXPECT_EQ(refusal(later, "e5>d4"), "");  // a new turn began
  const auto marks = game.view(Viewer::spectator).marks;
  EXPECT_EQ(marks[0].kind, "last");
}

TEST(MargritesTurn, NoStepMayEndInCapture) {  // 4.4
  EXPECT_EQ(refusal(pieces_game("d4 a1", "c6 e6"), "d4>d5"), "martyrdom");
  EXPECT_EQ(refusal(pieces_game("d4 a1", "c6"), "d4>d5"), "");
  // ill. 7.d: it would take and be taken at once
  EXPECT_EQ(refusal(pieces_game("b4 d7 e5 e7", "d6 c6"), "b4>c5"), "martyrdom");
}

TEST(MargritesTurn, MartyrdomAtALaterStageOfTheCascade) {  // 4.4
  const Margrites game = board_game(
      {".........", ".........", "..W......", "..WBW.W..", "..BBW.B..", "....W....", ".........", "........."},
      Side::black);
  // c4>d3 stands at first, two against it and d4; but d5 has lost c4 and falls, then d4, then it
  EXPECT_EQ(refusal(game, "c4>d3"), "martyrdom");
  Margrites friendly = pieces_game("d5 c4 d4 g4 c3", "c6 c5 e5 g5 e4 e3");  // with c3 beside them only d5 falls
  EXPECT_EQ(refusal(friendly, "c4>d3"), "");
  EXPECT_EQ(play(friendly, "c4>d3"), "d5");
}

TEST(MargritesTurn, ASideWithoutAStepForfeitsItsTurn) {         // 4.6
  const Margrites stuck = pieces_game("a1", "c1 c2 c3 a3 b3");  // every step of Black's is martyrdom
  EXPECT_EQ(stuck.turn(), (Turn{seat_at(1), 2}));
  EXPECT_EQ(fact_of(stuck, "quiet_turns"), "1");
  Margrites game = pieces_game("a1", "c1 c2 c3 b3 a4 i8", Side::white);
  play_all(game, {"i8>i7", "i7>i6", "i6>i5"});
  EXPECT_EQ(happens(game, "a4>a3", 1), (Words{"moved", "forfeited"}));
  EXPECT_EQ(game.turn(), (Turn{seat_at(1), 4}));  // turn 3 was Black's
  EXPECT_EQ(game.board().steps_left(), kTurnSteps);
}

// ---- 5: capture

TEST(MargritesCapture, TwiceAsManyEnemiesAsFriendsAndItself) {  // 5.1
  // ill. 7.b.1: three enemies and two allies: nothing falls; ill. 7.b.2: the fourth enemy comes
  Margrites game = pieces_game("f4 g4 e3", "g5 h5 h4 i2", Side::white);
  EXPECT_TRUE(game.board().settled());
  EXPECT_EQ(play(game, "i2>h3"), "g4");
  EXPECT_EQ(game.score_text(), "0(0)-0(1)");
  EXPECT_EQ(rows_of(game)[4], ".....B.W.");  // f4 stays: one enemy, itself and e3
}

TEST(MargritesCapture, ASecondCaptureFollowsTheFirst) {  // 5.2, ill. 7.c
  Margrites game = pieces_game("c4 d4 i1", "b5 c5 e4 d3 e6", Side::white);
  EXPECT_TRUE(game.board().settled());
  EXPECT_EQ(play(game, "e6>e5"), "c4 d4");
  EXPECT_EQ(game.board().captures(Side::white), 2);
}

TEST(MargritesCapture, AStepMayCostFriendsAndTheyCountForTheOpponent) {  // 5.2, 5.3
  Margrites game = pieces_game("b4 c4 h1", "a3 a5 h8");
  EXPECT_EQ(play(game, "c4>d4"), "b4");  // it has lost its only friend
  EXPECT_EQ(game.score_text(), "0(0)-0(1)");
}

// ---- 6, 7: ends

TEST(MargritesEnd, WhenASideIsBareInMidTurn) {  // 6.1, 7.1
  Margrites game = pieces_game("e8", "a4 b4");
  EXPECT_EQ(happens(game, "e8>B++", 0), (Words{"scored", "ended"}));
  EXPECT_TRUE(game.to_act().empty());
  EXPECT_EQ(result_of(game), "B+1");
  EXPECT_EQ(refusal(game, "a4>a5", 1), "game-over");
  EXPECT_EQ(winner(game.outcome(), 2), 0);
  EXPECT_EQ(game.outcome().half_points[0], 2);

  Margrites captured = pieces_game("c3 e3 a1", "d5");
  play_all(captured, {"c3>c4"});
  EXPECT_EQ(play(captured, "e3>e4"), "d5");
  EXPECT_EQ(result_of(captured), "B+1c");  // points level
}

TEST(MargritesEnd, LevelPointsAndCapturesAreADraw) {  // 6.1
  Margrites game = pieces_game("e8 d7", "f1 i4");
  play_all(game, {"e8>B++", "d7>d6", "d6>d5", "d5>d4", "f1>W++", "i4>i3", "i3>i2", "i2>i1"});
  EXPECT_EQ(game.score_text(), "1(0)-1(0)");
  play_all(game, {"d4>d5", "d5>d6", "d6>d7", "d7>d8", "i1>W++"});
  EXPECT_EQ(result_of(game), "W+1");
  EXPECT_EQ(result_of(pieces_game("a1", "")), "0");  // nothing was scored nor captured
  EXPECT_EQ(winner(pieces_game("a1", "").outcome(), 2), -1);
}

TEST(MargritesEnd, ResigningAndTimeOut) {  // 6.2
  Margrites game = lines_game();
  game.retire(seat_at(0), Leave::resigned, NoEvents{});
  EXPECT_EQ(result_of(game), "W+R");
  EXPECT_EQ(game.score_text(), "R0(0)-0(0)");
  EXPECT_TRUE(game.view(Viewer::spectator).sides[0].retired);
  Margrites late = lines_game();
  late.retire(seat_at(1), Leave::timed_out, NoEvents{});
  EXPECT_EQ(result_of(late), "B+T");
  EXPECT_EQ(winner(late.outcome(), 2), 0);
  late.retire(seat_at(0), Leave::resigned, NoEvents{});
  EXPECT_EQ(result_of(late), "B+T");  // over is over
  Margrites talk{Options{}};
  talk.retire(seat_at(1), Leave::resigned, NoEvents{});
  EXPECT_EQ(result_of(talk), "B+R");
}

TEST(MargritesEnd, SixtyQuietTurnsAreADrawWhateverTheCount) {  // 7.3
  Margrites game = pieces_game("a1 c1 e8", "g8 i8");
  play_all(game, {"e8>B++"});
  Rng rng(7);
  for (int turns = 0; !game.to_act().empty() && turns < 100;) {
    Words quiet;  // nothing scores; Black stays below row 5, White above it
    for (const std::string& word : legal_words(game))
      if (word.size() == 5 && (game.board().mover() == Side::black ? word[4] <= '4' : word[4] >= '6'))
        quiet.push_back(word);
    const int before = game.turn_number();
    EXPECT_EQ(play(game, quiet[rng.below(static_cast<std::uint32_t>(quiet.size()))]), "");
    turns += game.turn_number() != before;
  }
  EXPECT_EQ(game.turn_number(), 61);  // the score was in the first
  EXPECT_EQ(result_of(game), "0");
  EXPECT_EQ(game.score_text(), "1(0)-0(0)");
}

TEST(MargritesEnd, APositionToStartFromMustBeSettled) {  // 7.4
  const Words empty(kRows, ".........");
  const auto with = [&](int row, const std::string& line, Words rows) {
    rows[static_cast<std::size_t>(kRows - row)] = line;
    return rows;
  };
  const auto refused = [&](const Words& rows, const std::string& side = "") { return error_of("", Start{rows, side}); };
  const Words good = with(8, "B.......W", empty);
  EXPECT_EQ(refused(good), "");
  EXPECT_EQ(refused(good, "White"), "");
  EXPECT_NE(refused(good, "red").find("\"to_move\" is \"red\""), std::string::npos);
  EXPECT_NE(refused(with(4, "BWB......", empty)).find("a captured piece"), std::string::npos);
  EXPECT_NE(refused(with(4, "BBBBBBBBB", empty)).find("more than eight pieces B"), std::string::npos);
  EXPECT_NE(refused(with(4, "BX.......", empty)).find("row 4 contains a letter"), std::string::npos);
  EXPECT_NE(refused(with(4, "B.......", empty)).find("row 4 has 8 squares"), std::string::npos);
  EXPECT_NE(refused(Words(7, ".........")).find("7 rows"), std::string::npos);
  EXPECT_NE(error_of("two_for_three", Start{good, ""}).find("match"), std::string::npos);
  EXPECT_EQ(pieces_game("a1", "i8", Side::white).turn_number(), 2);
}

// ---- 9: words

TEST(MargritesWords, AreReadForgivingly) {  // 9.1
  const Margrites game = pieces_game("d4 e8 a1", "h4 h5");
  for (const char* word :
       {"d4>d5", "D4>D5", " d4 > d5 ", "d4-d5", "d4 d5", "d4d5", "d4:d5", "d4->d5",
        "d4\xE2\x86\x92"
        "d5",
        "d4>d5;", "d4>d5.", "d4>d5(xd6)", "d4>d5 (xd6, xe6)", "d4>d5[xd6;e6]", "d4>d5xd6", "d4>d5(xd6"}) {
    const Parsed parsed = game.parse(seat_at(0), word);
    EXPECT_EQ(parsed.refused, Reason::none) << word;
    EXPECT_EQ(game.format(parsed.action), "d4>d5") << word;
  }
  for (const char* word : {"e8>B++", "e8: B++", "e8>b++", "e8>++", "e8 B+", "E8>B++."})
    EXPECT_EQ(game.format(game.parse(seat_at(0), word).action), "e8>B++") << word;
  for (const char* word : {"d4>d5(", "d4>d5(x", "d4>d5()"})
    EXPECT_EQ(game.parse(seat_at(0), word).refused, Reason::none) << word;
  for (const char* word : {"d4>d5(q)", "d4>", ">d5", "d4>d55", "++>++", "d4>d5 and more", "d", "4"})
    EXPECT_EQ(game.parse(seat_at(0), word).refused, Reason::unknown_move) << word;
  EXPECT_EQ(game.parse(seat_at(0), "d4>d5(xz9)").refused, Reason::off_board);
}

TEST(MargritesWords, OfEveryLegalActionReadBackAsItself) {
  for (const Margrites& game : {Margrites{Options{}}, Margrites(options_of("hostile")), lines_game(),
                                pieces_game("e8 d7", "f1 i4"), pieces_game("e8 d7", "f1 i4", Side::white)}) {
    ActionList list;
    const Seat seat = game.turn().seat;
    game.legal(seat, list);
    std::set<std::string> words;
    for (const Action action : list) {
      const std::string word = game.format(action);
      const Parsed parsed = game.parse(seat, word);
      ASSERT_EQ(parsed.refused, Reason::none) << word;
      ASSERT_EQ(parsed.action, action) << word;
      words.insert(word);
    }
    EXPECT_EQ(words.size(), list.size());
  }
}

// ---- what is told of captures and refusals

TEST(MargritesTells, WhoOutnumbersWhomStageByStage) {  // 5.1, 5.2
  Margrites game = pieces_game("d4 e4 d5 d7 f3", "e5 e6 a8");
  Words told;
  game.apply(seat_at(0), game.parse(seat_at(0), "f3>f4").action, [&](const Event& event) {
    if (event.kind == Event::Kind::removed)
      told.push_back(game.name(event.at) + " in stage " + std::to_string(event.stage) + ": " +
                     std::to_string(event.enemies) + " to " + std::to_string(event.friends + 1));
  });
  EXPECT_EQ(told, (Words{"e5 in stage 1: 4 to 2", "e6 in stage 2: 2 to 1"}));
  EXPECT_EQ(game.board().captures(Side::black), 2);
}

TEST(MargritesTells, WhoWouldCaptureAPieceThatMayNotGoThere) {  // 4.4
  const auto shown = [](const Margrites& game, int seat, std::string_view word) {
    Words texts;
    for (const View::Mark& mark : game.refusal_marks(seat_at(seat), game.parse(seat_at(seat), word).action)) {
      texts.push_back(mark.kind + ':');
      for (const Point at : mark.points) texts.back() += ' ' + game.name(at);
    }
    return texts;
  };
  const Margrites alone = pieces_game("d3 f3", "e5", Side::white);
  EXPECT_EQ(alone.check(seat_at(1), alone.parse(seat_at(1), "e5>e4").action), kMartyrdom);
  EXPECT_EQ(shown(alone, 1, "e5>e4"), (Words{"against: d3 f3"}));
  EXPECT_EQ(shown(alone, 1, "e5>e6"), Words{});  // legal
  EXPECT_EQ(shown(alone, 1, "e5>e8"), Words{});  // too far: that says it all
  const Margrites helped = pieces_game("d3 e3 f3 f4", "e5 d5", Side::white);
  EXPECT_EQ(shown(helped, 1, "e5>e4"), (Words{"against: d3 e3 f3 f4", "beside: d5"}));
}

}  // namespace
}  // namespace cairn::margrites
