// The rules of Go as sentences; the numbers are those of rules.md.
#include "games/go/tests/go_helpers.h"

#include <gtest/gtest.h>

#include "games/go/scoring.h"

namespace cairn::go {
namespace {

TEST(GoRules, BlackBeginsAndASuicideOrAnOccupiedPointIsRefused) {  // 1.3, 2.1, 2.3
  Position game = start("go", "size=5");
  EXPECT_EQ(game.turn().seat, seat_at(0));
  EXPECT_EQ(play(game, "A2 C3 B1"), Reason::none);
  EXPECT_EQ(try_word(game, seat_at(1), "A1"), Reason::suicide);
  EXPECT_EQ(try_word(game, seat_at(1), "B1"), Reason::occupied);
  EXPECT_EQ(try_word(game, seat_at(1), "A6"), Reason::off_board);
  EXPECT_EQ(try_word(game, seat_at(1), "F1"), Reason::off_board);
  EXPECT_EQ(try_word(game, seat_at(1), "I1"), Reason::unknown_move);
  EXPECT_EQ(try_word(game, seat_at(1), "A01"), Reason::unknown_move);
  EXPECT_EQ(try_word(game, seat_at(1), "dead:C3"), Reason::unknown_move);
  EXPECT_EQ(try_word(game, seat_at(1), "accept"), Reason::unknown_move);
  EXPECT_EQ(try_word(game, seat_at(0), "E5"), Reason::not_your_turn);
  EXPECT_EQ(try_word(game, seat_at(1), "pass"), Reason::none);
}

TEST(GoRules, ACaptureComesBeforeTheOwnLiberties) {  // 2.2
  Position game = start("go", "", Start{{".....", ".....", "WWW..", "BBW..", ".BW.."}, "white"});
  EventLog log;
  EXPECT_EQ(game.play(seat_at(1), "a1", log), Reason::none);
  EXPECT_EQ(look(game).board, (Words{".....", ".....", "WWW..", "..W..", "W.W.."}));
  EXPECT_EQ(look(game).sides[1].captures, 3);
  ASSERT_EQ(log.size(), 4U);
  EXPECT_EQ(log[0].kind, Event::Kind::placed);
  EXPECT_EQ(log[1].kind, Event::Kind::removed);
  EXPECT_EQ(log[1].side, 0);
}

const Start kSpace{{".....", "WWW..", "BBW..", ".BW..", ".BW.."}, "black"};  // Black fills it from within

TEST(GoRules, WithTheOptionASuicideOfTwoStonesOrMoreIsAMove) {  // 2.4
  Position usual = start("go", "", kSpace), game = start("go", "suicide", kSpace);
  EXPECT_EQ(play(usual, "A1 E5 A2"), Reason::suicide);
  EXPECT_EQ(play(game, "A1 E5"), Reason::none);
  EventLog log;
  EXPECT_EQ(game.play(seat_at(0), "A2", log), Reason::none);
  EXPECT_EQ(look(game).board, (Words{"....W", "WWW..", "..W..", "..W..", "..W.."}));
  EXPECT_EQ(look(game).sides[1].captures, 6) << "they are prisoners of the opponent";
  EXPECT_EQ(log.size(), 7U);
  EXPECT_EQ(log.back().side, 0);
  EXPECT_EQ(marked(game, "last"), Words{});
  EXPECT_EQ(game.turn().seat, seat_at(1));
  // One stone's changes nothing: it stays refused, whatever the rule of ko.
  for (const std::string ko : {"simple", "situational", "positional"}) {
    game = start("go", "size=5 suicide ko=" + ko);
    EXPECT_EQ(play(game, "A2 C3 B1 A1"), Reason::suicide);
  }
}

TEST(GoRules, ASuicideThatBringsAnOldBoardBackIsARepetition) {  // 2.4, 3.2: nothing was captured before it
  for (const std::string ko : {"simple", "situational", "positional"}) {
    Position game = start("go", "suicide ko=" + ko, Start{{"...", "WW.", "..W"}, "black"});
    EXPECT_EQ(play(game, "A1 C3"), Reason::none);
    EXPECT_EQ(try_word(game, seat_at(0), "B1"), Reason::none) << "White has a stone more than at the start";
    game = start("go", "suicide ko=" + ko, Start{{"...", "WW.", "..W"}, "black"});
    EXPECT_EQ(play(game, "A1 pass"), Reason::none);
    EXPECT_EQ(try_word(game, seat_at(0), "B1"), ko == "positional" ? Reason::repetition : Reason::none) << ko;
  }
}

const Start kKo{{".....", ".BW..", "BW.W.", ".BW..", "....."}, "black"};

TEST(GoRules, SimpleKoForbidsToRetakeAtOnce) {  // 3.1
  Position game = start("go", "", kKo);
  EXPECT_EQ(play(game, "C3"), Reason::none);
  EXPECT_EQ(marked(game, "ko"), Words{"B3"});
  EXPECT_EQ(try_word(game, seat_at(1), "B3"), Reason::repetition);
  EXPECT_EQ(play(game, "E5 E1"), Reason::none);
  EXPECT_EQ(marked(game, "ko"), Words{});
  EXPECT_EQ(try_word(game, seat_at(1), "B3"), Reason::none);
}

TEST(GoRules, APassLiftsSimpleKoAndNoSuperko) {  // 3.1, 3.2
  for (const std::string ko : {"simple", "situational", "positional"}) {
    Position game = start("go", "ko=" + ko, kKo);
    EXPECT_EQ(play(game, "C3 pass pass"), Reason::none);
    EXPECT_EQ(game.to_act().size(), 2);
    EventLog log;
    EXPECT_EQ(game.play(seat_at(0), "resume", log), Reason::none);
    EXPECT_EQ(game.turn().seat, seat_at(1));
    // Retaking makes the first board again, with Black to move as then.
    EXPECT_EQ(try_word(game, seat_at(1), "B3"), ko == "simple" ? Reason::none : Reason::repetition) << ko;
  }
}

TEST(GoRules, PositionalSuperkoForbidsWhatSituationalAllows) {  // 3.2: an old board, but the other side to move
  for (const std::string ko : {"situational", "positional"}) {
    Position game = start("go", "size=2 ko=" + ko);
    EXPECT_EQ(play(game, "B2 A2 A1"), Reason::none);
    EXPECT_EQ(look(game).board, (Words{".B", "B."}));
    EXPECT_EQ(play(game, "pass B1 A2"), Reason::none);  // White takes three stones
    EXPECT_EQ(look(game).board, (Words{"W.", ".."}));
    // Black's stone makes the board after White's first move, when Black was to move; now White would be.
    EXPECT_EQ(try_word(game, seat_at(0), "B2"), ko == "situational" ? Reason::none : Reason::repetition);
  }
}

TEST(GoRules, TheThirdTimeIsNoResultUnderTerritoryAndADrawUnderArea) {  // 3.3
  for (const std::string scoring : {"area", "territory"}) {
    Position game = start("go", "size=2 scoring=" + scoring);
    EXPECT_EQ(play(game, "A2 B1 B2 A1 A2 B2 A2 B1 A1 B2 A2 A1"), Reason::none);
    EXPECT_FALSE(game.outcome().over);
    EXPECT_EQ(play(game, "A2"), Reason::none);
    EXPECT_EQ(look(game).result, scoring == "area" ? "0" : "Void");
    EXPECT_EQ(winner(game.outcome(), 2), -1);
    EXPECT_EQ(game.outcome().how, scoring == "area" ? Outcome::How::count : Outcome::How::no_result);
    EXPECT_EQ(game.to_act().size(), 0);
  }
}

TEST(GoRules, HandicapStonesStandAndWhiteBegins) {  // 1.4
  const Position game = start("go", "size=9 handicap=5");
  EXPECT_EQ(look(game).board, (Words{".........", ".........", "..B...B..", ".........", "....B....", ".........",
                                     "..B...B..", ".........", "........."}));
  EXPECT_EQ(game.turn().seat, seat_at(1));
  EXPECT_EQ(fact(look(game), "komi"), "0.5");
  EXPECT_EQ(fact(look(start("go", "handicap=2 komi=3")), "komi"), "3");
  EXPECT_EQ(look(start("go", "handicap=2")).board[3].find('B'), 15U);
  EXPECT_EQ(find_game("go")->make({parse_option_words("handicap=1"), {}}).error.empty(), false);
  EXPECT_EQ(find_game("go")->make({parse_option_words("size=8 handicap=2"), {}}).error.empty(), false);
}

TEST(GoRules, RectanglesHaveColumnsAndRows) {  // 1.1
  Position game = start("go", "size=13x9");
  EXPECT_EQ(look(game).columns, 13);
  EXPECT_EQ(look(game).rows, 9);
  EXPECT_EQ(try_word(game, seat_at(0), "N9"), Reason::none);
  EXPECT_EQ(try_word(game, seat_at(0), "O1"), Reason::off_board);
  EXPECT_EQ(try_word(game, seat_at(0), "A10"), Reason::off_board);
  EXPECT_EQ(play(game, "N9 A9 M9"), Reason::none);
  EXPECT_EQ(look(game).board.front(), "W..........BB");
  const auto text_of = [](std::string_view game, std::string_view size) {
    return find_game(game)->complete({{"size", std::string(size)}}).front().second;
  };
  EXPECT_EQ(text_of("go", "9x13"), "9x13");
  EXPECT_EQ(text_of("go", "9x9"), "9");
  EXPECT_EQ(text_of("toroidal", "3X19"), "3x19");
  const auto refused = [](std::string_view game, std::string_view options) {
    return std::string(find_game(game)->make({parse_option_words(options), {}}).error);
  };
  EXPECT_EQ(refused("go", "size=13x26"), "option size: \"13x26\" is not one of 2..25, or columns x rows such as 25x2");
  EXPECT_NE(refused("toroidal", "size=2x9"), "") << "left and right of a point would be one";
  EXPECT_NE(refused("phantom", "size=9x20"), "");
  EXPECT_EQ(refused("go", "size=13x8 handicap=2"),
            "option handicap: the star points need an odd size of at least 7, not 13x8");
}

TEST(GoRules, ASetUpRectangleTellsItsSize) {  // 1.6
  const Position game = start("go", "", Start{{"..B", "W.."}, "white"});
  EXPECT_EQ(look(game).columns, 3);
  EXPECT_EQ(look(game).rows, 2);
  EXPECT_EQ(look(game).board, (Words{"..B", "W.."}));
  const auto refused = [](std::vector<std::string> rows, std::string_view options) {
    return std::string(find_game("go")->make({parse_option_words(options), Start{std::move(rows), "black"}}).error);
  };
  EXPECT_NE(refused({"...", ".."}, "").find("row 2"), std::string::npos);
  EXPECT_NE(refused({"...", "..."}, "size=3").find("a board of size 3 has 3 rows, not 2"), std::string::npos);
  EXPECT_EQ(refused({"...", "..."}, "size=3x2"), "");
  EXPECT_NE(refused({"."}, ""), "");
  EXPECT_NE(refused({}, ""), "");
}

TEST(GoRules, RectanglesHaveStarPointsInEachDirection) {  // 1.4
  const Position game = start("go", "size=13x7 handicap=9");
  EXPECT_EQ(look(game).board, (Words{".............", ".............", "...B..B..B...", "...B..B..B...",
                                     "...B..B..B...", ".............", "............."}));
}

TEST(GoRules, UsualKomi) {  // 1.5
  const auto komi = [](std::string_view game, std::string_view options) {
    return fact(look(start(game, options)), "komi");
  };
  EXPECT_EQ(komi("go", ""), "6.5");
  EXPECT_EQ(komi("go", "size=13"), "5.5");
  EXPECT_EQ(komi("go", "size=9"), "5.5");
  EXPECT_EQ(komi("go", "size=14x12"), "5.5");
  EXPECT_EQ(komi("go", "size=9x19"), "6.5");
  EXPECT_EQ(komi("toroidal", "size=5x9"), "4.5");
  EXPECT_EQ(komi("go", "komi=-2.5"), "-2.5");
  EXPECT_EQ(komi("toroidal", ""), "4.5");
  EXPECT_NE(find_game("go")->make({parse_option_words("komi=6.3"), {}}).error.find("komi"), std::string::npos);
}

// Black holds the left, White the right; a dead white stone in the corner.
const Start kEnd{{"..BW.", "..BW.", "..BW.", "..BW.", "W.BW."}, "black"};

TEST(GoAgreement, BothConsentToTheSameMarking) {  // 5.1, 5.2
  Position game = start("go", "komi=0.5", kEnd);
  EXPECT_EQ(look(game).tally, "captures");
  EXPECT_EQ(play(game, "pass pass"), Reason::none);
  EXPECT_EQ(fact(look(game), "phase"), "agreement");
  EXPECT_EQ(look(game).tally, "points");
  EXPECT_EQ(game.legal_words(seat_at(0)), (Words{"accept", "dead:A1", "dead:C1", "dead:D1", "resume"}));
  EventLog log;
  EXPECT_EQ(game.play(seat_at(0), "accept", log), Reason::none);
  EXPECT_EQ(game.legal_words(seat_at(0)), (Words{"dead:A1", "dead:C1", "dead:D1", "resume"}));
  EXPECT_EQ(try_word(game, seat_at(0), "accept"), Reason::not_your_turn);
  log.clear();
  EXPECT_EQ(game.play(seat_at(1), "dead:a1", log), Reason::none);  // a change withdraws the consent
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[0].kind, Event::Kind::marked);
  EXPECT_EQ(log[1].kind, Event::Kind::withdrawn);
  EXPECT_EQ(marked(game, "dead"), Words{"A1"});
  EXPECT_EQ(game.play(seat_at(1), "accept", log), Reason::none);
  EXPECT_FALSE(game.outcome().over);
  EXPECT_EQ(game.play(seat_at(0), "accept", log), Reason::none);
  EXPECT_EQ(look(game).result, "B+4.5");  // 15 against 10 + 0.5
  EXPECT_EQ(look(game).tally, "points");
  EXPECT_EQ(game.to_act().size(), 0);
  EXPECT_EQ(try_word(game, seat_at(0), "accept"), Reason::game_over);
}

TEST(GoAgreement, AnyStoneNamesItsWholeChainAndASecondMarkTakesItBack) {  // 5.1
  Position game = start("go", "", kEnd);
  EXPECT_EQ(play(game, "pass pass dead:C4"), Reason::none);
  EXPECT_EQ(marked(game, "dead"), (Words{"C1", "C2", "C3", "C4", "C5"}));
  EXPECT_EQ(play(game, "dead:c1"), Reason::none);
  EXPECT_EQ(marked(game, "dead"), Words{});
  EXPECT_EQ(try_word(game, seat_at(1), "dead:B2"), Reason::no_piece);
  EXPECT_EQ(try_word(game, seat_at(1), "dead:B9"), Reason::off_board);
  EXPECT_EQ(try_word(game, seat_at(1), "B2"), Reason::unknown_move);
  EXPECT_EQ(game.format(game.parse(seat_at(0), "DEAD:d5").action), "dead:D1");
}

TEST(GoAgreement, TheOpponentOfTheResumerMovesFirst) {  // 5.3
  Position game = start("go", "komi=0.5", kEnd);
  EXPECT_EQ(play(game, "pass pass dead:A1"), Reason::none);
  EventLog log;
  EXPECT_EQ(game.play(seat_at(1), "resume", log), Reason::none);
  EXPECT_EQ(game.turn().seat, seat_at(0));
  EXPECT_EQ(marked(game, "dead"), Words{});
  EXPECT_EQ(play(game, "B1 pass A2 pass pass"), Reason::none);  // takes A1: a new stop, a new agreement
  EXPECT_EQ(fact(look(game), "phase"), "agreement");
  EXPECT_EQ(play(game, "accept accept"), Reason::none);
  EXPECT_EQ(look(game).result, "B+4.5");
}

TEST(GoAgreement, NoSecondDisputeUnderAreaEverythingLives) {  // 5.4
  Position game = start("go", "komi=0.5", kEnd);
  EXPECT_EQ(play(game, "pass pass dead:A1"), Reason::none);
  EventLog log;
  EXPECT_EQ(game.play(seat_at(1), "resume", log), Reason::none);
  EXPECT_EQ(play(game, "pass pass"), Reason::none);
  EXPECT_EQ(look(game).result, "W+6.5");  // 5 against 1 + 10 + 0.5: the left empty points reach both
  EXPECT_EQ(fact(look(game), "status"), "");
}

TEST(GoAgreement, NoSecondDisputeUnderTerritoryTheProgramJudges) {  // 5.5
  // Black is unconditionally alive with two eyes; the white stone inside has no room to live.
  const Start setup{{".BW..", "B.BW.", "BBBW.", "W.BW.", ".BBW."}, "black"};
  Position game = start("go", "scoring=territory komi=1", setup);
  EXPECT_EQ(play(game, "pass pass"), Reason::none);
  EventLog log;
  EXPECT_EQ(game.play(seat_at(0), "resume", log), Reason::none);
  EXPECT_EQ(play(game, "pass pass"), Reason::none);
  EXPECT_EQ(marked(game, "dead"), Words{"A2"});
  EXPECT_NE(fact(look(game), "status"), "");
  EXPECT_EQ(look(game).result, "W+1");  // 5 against 6 less a prisoner, and komi
}

TEST(GoAgreement, WithoutAgreementTwoPassesCount) {  // 4.1
  Position game = start("go", "komi=0.5 agreement=no", kEnd);
  EXPECT_EQ(play(game, "pass pass"), Reason::none);
  EXPECT_EQ(look(game).result, "W+6.5");
}

TEST(GoAgreement, RandomPlayProposesTheDead) {  // 5.1: the white stone has no room, the rest lives
  Position game = start("go", "",
                        Start{{"BBBBW....", "B.BBW.W..", "BBBBWW...", "BBBBW....", ".WBBW.W.W", "BBBBW....",
                               "BBBBWW.W.", "B.BBW....", "BBBBW.W.."},
                              "black"});
  EXPECT_EQ(play(game, "pass pass"), Reason::none);
  EXPECT_EQ(marked(game, "proposed"), Words{"B5"});
  EXPECT_EQ(marked(game, "dead"), Words{});
  EXPECT_EQ(look(game), look(game));  // the same answer every time
}

TEST(GoScore, AreaAndTerritory) {  // 6.1, 6.2
  Position area = start("go", "komi=0", kEnd);
  EXPECT_EQ(play(area, "pass pass dead:A1 accept accept"), Reason::none);
  EXPECT_EQ(look(area).result, "B+5");
  Position territory = start("go", "komi=0 scoring=territory", kEnd);
  EXPECT_EQ(play(territory, "pass pass dead:A1"), Reason::none);
  EXPECT_EQ(look(territory).sides[0].half_points, 20);  // 10 points
  EXPECT_EQ(look(territory).sides[1].half_points, 8);   // 5 points, one prisoner
  EXPECT_EQ(play(territory, "accept accept"), Reason::none);
  EXPECT_EQ(look(territory).result, "B+6");
}

Picture picture_of(const Words& rows) {
  Picture picture;
  picture.size = size_of_rows(rows);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows[r].size(); ++c)
      picture.at[(rows.size() - 1 - r) * rows[r].size() + c] = rows[r][c] == 'B'   ? Colour::black
                                                               : rows[r][c] == 'W' ? Colour::white
                                                                                   : Colour::empty;
  return picture;
}

TEST(GoScore, EyesInSekiAreNoTerritory) {      // 6.3: both centre groups share D-file dame and have one eye each
  const Picture seki = picture_of({"BBBBBBB",  //
                                   "BWWWBB.",  //
                                   "BW.W.BB",  //
                                   "BWWWB.B",  //
                                   "BBBBWWW",  //
                                   "..BBW..",  //
                                   "..BBW.."});
  const Count count = territory(seki, {});
  // White's eye C5 belongs to a chain that touches the shared liberty E5.
  EXPECT_EQ(count.owner[static_cast<std::size_t>(4 * 7 + 2)], Colour::empty);
  EXPECT_EQ(count.points[1], 4);
}

TEST(GoScore, UnfilledDameDoesNotMakeALivingGroupSeki) {  // 6.3
  const Picture open = picture_of({"..B.W", "..B.W", "..B.W", ".B..W", "B.BWW"});
  const Count count = territory(open, {});
  EXPECT_GT(count.points[0], 0);
}

TEST(GoScore, UnconditionalLife) {  // 5.5
  // Two chains that share two eyes; with only one of the eyes they live on nothing.
  EXPECT_EQ(unconditionally_alive(picture_of({".BW..", "B.BW.", "BBBW.", ".WWW.", "....."}), Colour::black).count(),
            6U);
  EXPECT_EQ(unconditionally_alive(picture_of({".BW..", "BBBW.", "BBBW.", ".WWW.", "....."}), Colour::black).count(),
            0U);
  const Picture alive = picture_of({".B.BW", "BBBBW", "WWWWW", ".....", "....."});
  EXPECT_EQ(unconditionally_alive(alive, Colour::black).count(), 6U);
  EXPECT_EQ(unconditionally_alive(alive, Colour::white).count(), 0U);
  EXPECT_EQ(dead_by_status(alive).count(), 0U);
}

TEST(GoSetup, ImpossiblePositionsAreRefused) {  // 1.6
  const auto error = [](std::string_view options, Start setup) {
    return find_game("go")->make({parse_option_words(options), std::move(setup)}).error;
  };
  EXPECT_EQ(error("", {{"..", ".."}, ""}), "");
  EXPECT_NE(error("", {{".W", "WB"}, ""}).find("B1 has no liberty"), std::string::npos);
  EXPECT_NE(error("size=3", {{"..", ".."}, ""}).find("3 rows"), std::string::npos);
  EXPECT_NE(error("", {{"...", ".."}, ""}).find("row 2"), std::string::npos);
  EXPECT_NE(error("", {{".x", ".."}, ""}).find("row 1"), std::string::npos);
  EXPECT_NE(error("", {{"..", ".."}, "red"}).find("to_move"), std::string::npos);
  EXPECT_NE(error("handicap=2", {Words(9, "........."), ""}).find("handicap"), std::string::npos);
  EXPECT_NE(error("", {{}, ""}), "");
  EXPECT_NE(error("", {{"."}, ""}), "");
}

TEST(GoEnd, ResignationAndTime) {  // 4.2
  Position game = start("go", "size=9");
  EventLog log;
  game.retire(seat_at(0), Leave::resigned, [&](const Event& e) { log.push_back(e); });
  EXPECT_EQ(look(game).result, "W+R");
  EXPECT_EQ(look(game).tally, "captures");  // nothing was counted
  EXPECT_EQ(log.size(), 2U);
  game = start("go", "size=9");
  game.retire(seat_at(1), Leave::timed_out, NoEvents{});
  EXPECT_EQ(look(game).result, "B+T");
  EXPECT_EQ(look(game).sides[1].retired, true);
}

TEST(Toroidal, EveryPointHasFourNeighbours) {  // 1.2
  const Position game = start("toroidal", "",
                              Start{[] {
                                      Words rows(11, std::string(11, '.'));
                                      rows.back()[0] = 'B';
                                      return rows;
                                    }(),
                                    ""});
  const View view = look(game);
  ASSERT_EQ(view.groups.size(), 1U);
  Words freedoms;
  for (const Point point : view.groups[0].freedoms) freedoms.push_back(game.name(point));
  EXPECT_EQ(freedoms, (Words{"B1", "L1", "A2", "A11"}));
  EXPECT_EQ(view.surface, "torus");
}

TEST(GoTells, WhichStonesMakeAMoveIllegal) {
  const auto shown = [](const Position& game, std::string_view word) {
    const Seat seat = game.turn().seat;
    Words texts;
    for (const View::Mark& mark : game.refusal_marks(seat, game.parse(seat, word).action)) {
      texts.push_back(mark.kind + ':');
      for (const Point at : mark.points) texts.back() += ' ' + game.name(at);
    }
    return texts;
  };
  const Position suicide = start("go", "size=5", Start{{".....", ".....", ".....", "WW...", ".BW.."}, "black"});
  EXPECT_EQ(try_word(suicide, seat_at(0), "A1"), Reason::suicide);
  EXPECT_EQ(shown(suicide, "A1"), (Words{"breathless: A1 B1"}));
  EXPECT_EQ(shown(suicide, "B1"), Words{});  // occupied: that says it all
  EXPECT_EQ(shown(suicide, "E5"), Words{});  // legal
  for (const std::string ko : {"simple", "positional", "situational"}) {
    Position game = start("go", "size=5 ko=" + ko, Start{{".....", ".....", ".BW..", "BW.W.", ".BW.."}, "black"});
    ASSERT_EQ(play(game, "C2"), Reason::none);
    EXPECT_EQ(try_word(game, seat_at(1), "B2"), Reason::repetition);
    EXPECT_EQ(shown(game, "B2"), (Words{"retaken: C2"})) << ko;
  }
  // Behind a referee nothing is shown: it would tell of hidden stones.
  const Position hidden = start("phantom", "size=5", Start{{".....", ".....", ".....", "WW...", ".BW.."}, "black"});
  EXPECT_EQ(shown(hidden, "A1"), Words{});
}

}  // namespace
}  // namespace cairn::go
