// Files as other programs and servers write them, and what is made of them.
#include <gtest/gtest.h>

#include "core/text.h"
#include "notation/game_file.h"
#include "notation/record.h"
#include "notation/view_json.h"

namespace cairn {
namespace {

Imported of(std::string_view text) {
  return read_game_file(text, {}).imported;
}
std::string option(const Imported& got, std::string_view name) {
  for (const auto& [key, value] : complete_options(*find_game(got.game.game), got.game.config))
    if (key == name) return value;
  return {};
}
std::string moves(const Imported& got) {
  std::string text;
  const GameTree& tree = got.game.tree;
  for (const NodeIndex node : tree.main_line()) {
    if (tree[node].setup) text += "(" + tree[node].setup->to_move + " to move) ";
    if (tree[node].move) text += std::to_string(index(tree[node].move->seat)) + tree[node].move->word + ' ';
  }
  return text;
}
std::vector<std::string> last_board(const Imported& got) {
  Position position = find_game(got.game.game)->make(got.game.config).position;
  for (const NodeIndex node : got.game.tree.main_line())
    if (node != kRoot) {
      EXPECT_FALSE(play_node(*find_game(got.game.game), got.game.config, got.game.tree, node, position));
    }
  return position.view(Viewer::referee).board;
}
bool remarked(const Imported& got, std::string_view part) {
  for (const std::string& remark : got.remarks)
    if (remark.find(part) != std::string::npos) return true;
  return false;
}
std::string written(const Imported& got) {
  return sgf::write(export_sgf(got.game, "Cairn:1"));
}
// Read, written and read again it is the same game.
void expect_kept(const Imported& got) {
  EXPECT_EQ(got.error, "");
  EXPECT_EQ(got.cut, 0U);
  const Imported again = of(written(got));
  EXPECT_EQ(again.game.tree, got.game.tree) << written(got);
  AnnotatedGame from_json;
  ASSERT_EQ(read_record(json_text(record_json(got.game)), from_json), "");
  EXPECT_EQ(from_json, got.game);
}

TEST(SgfOfTheWorld, PlBesideAMoveSaysWhoIsNext) {
  const Imported kgs = of("(;FF[4]GM[1]SZ[9];B[ee];W[cc]PL[B];B[gg];W[gc])");
  EXPECT_EQ(moves(kgs), "0E5 1C7 0G3 1G7 ");
  EXPECT_TRUE(kgs.remarks.empty());
  expect_kept(kgs);
  const Imported again = of("(;SZ[9];B[ee]PL[B];B[gg];W[gc])");
  EXPECT_EQ(moves(again), "0E5 (black to move) 0G3 1G7 ");
  expect_kept(again);
  EXPECT_EQ(moves(of("(;SZ[9]AB[ee]PL[2];W[cc])")), "1C7 ") << "GNU Go counts the colours";
  const Imported last = of("(;SZ[9];B[ee];W[cc]PL[W])");
  EXPECT_EQ(moves(last), "0E5 1C7 (white to move) ");
  expect_kept(last);
}

TEST(SgfOfTheWorld, AMoveIsMadeWhateverTheRulesSay) {
  const Imported ko = of("(;FF[4]GM[1]SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb];B[dd])");
  EXPECT_EQ(moves(ko), "0C4 (black to move) 0D2 ");
  EXPECT_TRUE(remarked(ko, "W[bb] is against the rules here")) << ko.remarks.size();
  EXPECT_EQ(last_board(ko), (std::vector<std::string>{".BW..", "BW.W.", ".BW..", "...B.", "....."}));
  expect_kept(ko);
  const Imported suicide = of("(;GM[1]SZ[9]RU[NZ];B[ba];W[ee];B[ab];W[cc];B[bb];W[dd];B[ff];W[aa];B[gg])");
  EXPECT_EQ(last_board(suicide)[0], ".B.......") << "a stone without a liberty is taken off";
  EXPECT_EQ(last_board(suicide)[6], "......B..") << "and play goes on";
  EXPECT_TRUE(remarked(suicide, "W[aa] is against the rules here"));
  expect_kept(suicide);
  const Imported many = of("(;GM[1]SZ[5]RU[NZ];B[aa];W[ba];B[ee];W[bb];B[de];W[ac];B[ab];W[cc])");
  EXPECT_EQ(moves(many), "0A5 1B5 0E1 1B4 0D1 1A3 0A4 1C3 ") << "under rules that allow it, a move";
  EXPECT_EQ(last_board(many)[0], ".W...");
  EXPECT_TRUE(many.remarks.empty());
  expect_kept(many);
  const Imported two = of("(;SZ[5]AB[ba][bb][ac]AW[aa];W[ab];B[ee])");
  EXPECT_EQ(last_board(two), (std::vector<std::string>{".B...", ".B...", "B....", ".....", "....B"}))
      << "of two stones";
  const Imported twice = of("(;SZ[9];B[ee];W[ee];B[aa])");
  EXPECT_EQ(last_board(twice)[4], "....W....") << "a stone on a stone";
  EXPECT_EQ(twice.cut, 0U);
  // What is written tells the move, as the standard has it made all the same: KO.
  EXPECT_NE(written(ko).find(";B[cb];W[bb]KO[];B[dd])"), std::string::npos) << written(ko);
  EXPECT_NE(written(suicide).find(";W[aa]KO[];B[gg])"), std::string::npos) << written(suicide);
  for (const Imported* got : {&ko, &suicide, &two, &twice}) {
    const Imported strict = read_game_file(written(*got), {.strictness = sgf::Strictness::strict}).imported;
    EXPECT_EQ(strict.cut, 0U);
    EXPECT_EQ(last_board(strict), last_board(*got));
    EXPECT_EQ(written(strict), written(*got));
  }
  EXPECT_EQ(record_until(ko.game, 1).record.moves.size(), 1U);
  const Cut there = record_until(ko.game, 2), end = record_until(ko.game, std::string::npos);
  EXPECT_EQ(there.record.config.setup->board, (std::vector<std::string>{".BW..", "BW.W.", ".BW..", ".....", "....."}));
  EXPECT_EQ(end.played, 3U) << "the move that was refused counts";
  EXPECT_EQ(refold(end.record).position.view(Viewer::referee).board, last_board(ko));
  const Imported beside = of("(;SZ[9];B[ee];AW[aa]PL[W]W[ee]C[mine];B[bb])");
  EXPECT_EQ(beside.game.tree[2].comment, "mine\nW[ee] is against the rules here: there is already a piece there");
  EXPECT_GT(read_game_file("(;SZ[9];B[ee];W[ee];B[aa])", {.strictness = sgf::Strictness::strict}).imported.cut, 0U);
}

TEST(SgfOfTheWorld, RulesByTheirManyNames) {
  struct Case {
    const char *said, *ko, *scoring;
    bool remarked;
  };
  for (const Case& one :
       std::initializer_list<Case>{{"Japanese", "simple", "territory", false},
                                   {"japan", "simple", "territory", false},
                                   {"Korean", "simple", "territory", false},
                                   {"Chinese", "simple", "area", false},
                                   {"AGA", "situational", "area", false},
                                   {"NZ", "situational", "area", false},
                                   {"New Zealand", "situational", "area", false},
                                   {"Tromp-Taylor", "positional", "area", false},
                                   {"Tromp/Taylor", "positional", "area", false},
                                   {"tromp taylor", "positional", "area", false},
                                   {"TT--", "positional", "area", false},
                                   {"Ing", "simple", "area", true},
                                   {"GOE", "simple", "area", true},
                                   {"koPOSITIONALscoreAREAtaxNONEsui0", "positional", "area", false},
                                   {"koSIMPLEscoreTERRITORYtaxSEKIsui0", "simple", "territory", false},
                                   {"Chinese, positional superko", "positional", "area", false},
                                   {"House", "simple", "area", true},
                                   {"AGA rules", "situational", "area", false},
                                   {"aga-rules", "situational", "area", false},
                                   {"Tromp-Taylor Rules", "positional", "area", false},
                                   {"New Zealand rules", "situational", "area", false},
                                   {"Japanese Rules 1989", "simple", "territory", false},
                                   {"JAPANESE RULE", "simple", "territory", false},
                                   {"area scoring", "simple", "area", false},
                                   {"日本", "simple", "territory", false},
                                   {"日本ルール", "simple", "territory", false},
                                   {"日本规则", "simple", "territory", false},
                                   {"日本　規則", "simple", "territory", false},
                                   {"韩国规则", "simple", "territory", false},
                                   {"한국룰", "simple", "territory", false},
                                   {"한국 규칙", "simple", "territory", false},
                                   {"数目", "simple", "territory", false},
                                   {"中国规则", "simple", "area", false},
                                   {"中國規則", "simple", "area", false},
                                   {"中国围棋规则", "simple", "area", false},
                                   {"중국", "simple", "area", false},
                                   {"数子法", "simple", "area", false},
                                   {"应氏规则", "simple", "area", true},
                                   {"トロンプ・テイラールール", "positional", "area", false},
                                   {"미국룰", "situational", "area", false},
                                   {"家规", "simple", "area", true},
                                   {"rules", "simple", "area", true}}) {
    const Imported got = of(std::string("(;SZ[9]KM[7]RU[") + one.said + "];B[ee])");
    EXPECT_EQ(option(got, "ko"), one.ko) << one.said;
    EXPECT_EQ(option(got, "scoring"), one.scoring) << one.said;
    EXPECT_EQ(!got.remarks.empty(), one.remarked) << one.said;
    expect_kept(got);
  }
  for (const auto* said : {"NZ", "Tromp-Taylor", "Ing", "koSIMPLEscoreAREAtaxNONEsui1", "Japanese, suicide"})
    EXPECT_EQ(option(of(std::string("(;SZ[9]RU[") + said + "];B[ee])"), "suicide"), "yes") << said;
  EXPECT_TRUE(remarked(of("(;SZ[9]CGAME[phantom]RU[NZ];B[ee])"), "allows suicide, which this game does not"));
  EXPECT_TRUE(remarked(of("(;SZ[9]RU[AGA]HA[2];W[ee])"), "gives White a point for each handicap stone except one"));
}

TEST(SgfOfTheWorld, KomiByWhoWroteIt) {
  struct Case {
    const char *root, *komi;
    bool remarked;
  };
  for (const Case& one : std::initializer_list<Case>{{"KM[375]AP[foxwq]", "7.5", true},
                                                     {"KM[750]AP[foxwq]", "7.5", true},
                                                     {"KM[325]AP[foxwq]", "6.5", true},
                                                     {"KM[650]AP[foxwq]", "6.5", true},
                                                     {"KM[350]AP[foxwq]", "7", true},
                                                     {"KM[700]AP[foxwq]", "7", true},
                                                     {"KM[275]AP[foxwq]", "5.5", true},
                                                     {"KM[550]AP[foxwq]", "5.5", true},
                                                     {"KM[50]AP[foxwq]", "0.5", true},
                                                     {"KM[0]AP[foxwq]", "0", false},
                                                     {"KM[6.5]AP[foxwq]", "6.5", false},
                                                     {"KM[375]", "7.5", true},
                                                     {"KM[650]", "6.5", true},
                                                     {"KM[3.75]", "7.5", true},
                                                     {"KM[3.5]", "3.5", false},
                                                     {"KM[-7,50]", "-7.5", false},
                                                     {"KM[361]", "6.5", true},
                                                     {"KM[6.3]", "6.5", true},
                                                     {"KM[1e9]", "6.5", true},
                                                     {"KM[--2147483648]", "6.5", true},
                                                     {"KM[50]AP[GOKIFU]", "0.5", true},
                                                     {"KM[50]SO[gokifu]", "0.5", true},
                                                     {"SO[foxwq]KM[50]", "0.5", true},
                                                     {"SO[www.foxwq.com]KM[150]", "1.5", true},
                                                     {"US[Fox]KM[750]", "7.5", true},
                                                     {"PC[野狐围棋]KM[50]", "0.5", true},
                                                     {"AP[GNU Go:3.8]AP[foxwq]KM[50]", "0.5", true},
                                                     {"RL[0]KM[50]", "0.5", true},
                                                     {"SO[gokifu]KM[6.5]", "6.5", false},
                                                     {"AP[CGoban:3]KM[50]", "50", true},
                                                     {"KM[50]", "50", true},
                                                     {"KM[150]", "150", true},
                                                     {"KM[200]", "200", true},
                                                     {"KM[-150]", "-150", true},
                                                     {"KM[38]", "38", false},
                                                     {"KM[38.5]", "38.5", true},
                                                     {"KM[-38.5]", "-38.5", true}}) {
    const Imported got = of(std::string("(;SZ[19]RU[Japanese]") + one.root + ";B[pd];W[dp])");
    EXPECT_EQ(option(got, "komi"), one.komi) << one.root;
    EXPECT_EQ(remarked(got, "KM["), one.remarked) << one.root;
    EXPECT_EQ(option(of(written(got)), "komi"), one.komi) << written(got);
  }
  // Beyond reason is what the size of the board makes of it, and said with it.
  for (const auto& [size, most] : {std::pair{"3", "9"}, {"5", "25"}, {"9", "25"}, {"13", "26"}, {"25", "50"}}) {
    const std::string root = std::string("(;SZ[") + size + "]KM[";
    EXPECT_FALSE(remarked(of(root + most + "])"), "unusually large")) << size;
    EXPECT_TRUE(remarked(of(root + most + ".5])"),
                         "is unusually large: the limit on this board is " + std::string(most) + " points"))
        << size;
  }
  // What this program writes is meant so.
  AnnotatedGame own;
  own.game = "go";
  own.config.options = {{"size", "19"}, {"komi", "300"}};
  own.details.source = "foxwq";
  EXPECT_EQ(option(of(sgf::write(export_sgf(own, "Cairn:1"))), "komi"), "300");
  EXPECT_EQ(option(of(sgf::write(export_sgf(own, "Cairn"))), "komi"), "300") << "of a study";
}

TEST(SgfOfTheWorld, WhatAFileDoesNotTellStaysUnknown) {
  const Imported none = of("(;SZ[19];B[dd])");
  EXPECT_EQ(assumed_text(none.game), "komi 6.5, rules Chinese");
  EXPECT_EQ(written(none).find("KM["), std::string::npos) << written(none);
  EXPECT_EQ(written(none).find("RU["), std::string::npos) << written(none);
  expect_kept(none);
  const Imported komi = of("(;SZ[19]KM[0];B[dd])");
  EXPECT_EQ(assumed_text(komi.game), "rules Chinese");
  EXPECT_NE(written(komi).find("KM[0]"), std::string::npos);
  EXPECT_EQ(assumed_text(of("(;SZ[19]KM[0]RU[AGA];B[dd])").game), "");
  const Imported empty = of("(;GM[]SZ[]KM[]HA[]RU[];B[dd])");
  EXPECT_EQ(option(empty, "size"), "19");
  EXPECT_EQ(assumed_text(empty.game), "komi 6.5, rules Chinese");
  EXPECT_TRUE(empty.remarks.empty());
}

// So it does where handicap stones stand elsewhere, or not at all; HA stays as the file has it.
TEST(SgfOfTheWorld, AHandicapOfOtherStonesMakesNothingKnown) {
  struct Case {
    const char *text, *head, *assumed;
  };
  for (const Case& one : std::initializer_list<Case>{
           {"(;SZ[19]HA[4];W[dd];B[qf])", "SZ[19]HA[4]PL[W]", "komi 0.5, rules Chinese"},
           {"(;SZ[19]HA[2]AB[dd][pp];W[pd])", "SZ[19]HA[2]AB[dd][pp]PL[W]", "komi 0.5, rules Chinese"},
           {"(;SZ[19]HA[2]KM[]RU[Japanese]AB[dd][pp];W[pd])", "SZ[19]HA[2]RU[Japanese]AB", "komi 0.5"},
           {"(;SZ[19]HA[2]KM[0]AB[dd][pp];W[pd])", "SZ[19]KM[0]HA[2]AB", "rules Chinese"},
           {"(;HA[3]RU[Chinese]KM[0.5]AB[dd][pp][pd];W[qq])", "SZ[19]KM[0.5]HA[3]RU[Chinese]AB", ""},
           {"(;SZ[19]HA[4]AB[pd][dp][dd][pp];W[qf])", "SZ[19]HA[4]AB", "komi 0.5, rules Chinese"},
           {"(;SZ[9]HA[2];B[cc];W[gg])", "SZ[9]HA[2]PL[B]\n;B[cc]", "komi 0.5, rules Chinese"},
           {"(;SZ[9]HA[12]AB[aa][bb][cc];W[gg])", "SZ[9]HA[12]AB", "komi 5.5, rules Chinese"},
           {"(;SZ[8]HA[2]AB[aa][bb];W[gg])", "SZ[8]HA[2]AB", "komi 5.5, rules Chinese"},
           {"(;SZ[11]TO[3]HA[2]AB[aa][bb];W[gg])", "TO[3]SZ[11]HA[2]AB", "komi 4.5, rules Chinese, toroidal"},
           {"(;SZ[9]HA[0];B[gg])", "SZ[9]HA[0]\n", "komi 5.5, rules Chinese"},
           {"(;SZ[9]KM[6.3];B[gg])", "SZ[9]KM[6.3]\n", "komi 5.5, rules Chinese"}}) {
    const Imported first = of(one.text);
    const std::string text = written(first);
    EXPECT_NE(text.find(one.head), std::string::npos) << text;
    EXPECT_EQ(text.find("COPT["), std::string::npos) << text;
    EXPECT_EQ(assumed_text(first.game), one.assumed) << one.text;
    const Imported second = of(text);
    EXPECT_EQ(assumed_text(second.game), one.assumed) << text;
    EXPECT_EQ(written(second), text);
    EXPECT_EQ(last_board(second), last_board(first)) << text;
    expect_kept(first);
    AnnotatedGame from_json;
    ASSERT_EQ(read_record(json_text(record_json(first.game)), from_json), "");
    EXPECT_EQ(sgf::write(export_sgf(from_json, "Cairn:1")), text);
  }
  // All options beside the standard's properties, as earlier versions wrote them, make nothing known either.
  EXPECT_EQ(assumed_text(of("(;GM[1]SZ[19]COPT[size=19 komi=0.5 handicap=0 ko=simple scoring=area agreement=yes "
                            "suicide=no]PL[W];W[dd])")
                             .game),
            "komi 0.5, rules Chinese");
  const Imported alone = of("(;GM[1]COPT[size=9 komi=3];B[aa])");
  EXPECT_EQ(assumed_text(alone.game), "") << "where there is nothing else, they tell all";
  EXPECT_EQ(option(alone, "komi"), "3");
  // Options that the standard has no property for stand alone in COPT.
  const Imported agreed = of("(;SZ[9]COPT[agreement=no];B[aa])");
  EXPECT_NE(written(agreed).find("SZ[9]COPT[agreement=no]\n"), std::string::npos) << written(agreed);
  EXPECT_EQ(option(of(written(agreed)), "agreement"), "no");
  // Where nothing on the board says that the stones are none, PL does, or COPT.
  const Imported none = of("(;SZ[9]HA[2]PL[B])");
  EXPECT_NE(written(none).find("SZ[9]HA[2]PL[B])"), std::string::npos) << written(none);
  EXPECT_EQ(written(of("(;SZ[9]HA[2];B[zz];B[gc])")), written(of(written(of("(;SZ[9]HA[2];B[zz];B[gc])")))));
  const Imported cut = of("(;SZ[9]HA[2];CMOVE[white:E5];CMOVE[black:E5];W[gc])");
  for (const Imported* got : {&none, &cut}) EXPECT_EQ(last_board(of(written(*got))), last_board(*got)) << written(*got);
}

TEST(SgfOfTheWorld, OfAHandicapWithoutStonesTheMovesDecide) {
  const Imported free = of("(;SZ[19]HA[4];W[dd];B[qf])");
  EXPECT_EQ(moves(free), "1D16 0R14 ");
  EXPECT_TRUE(remarked(free, "some moves are on the usual handicap points"));
  expect_kept(free);
  const Imported usual = of("(;SZ[19]HA[4];W[qf];B[cn])");
  EXPECT_EQ(option(usual, "handicap"), "4");
  EXPECT_EQ(usual.cut, 0U);
  const Imported placed = of("(;SZ[19]HA[2];B[dd];B[pp];W[qf])");
  EXPECT_EQ(placed.cut, 0U);
  EXPECT_EQ(last_board(placed)[3][3], 'B');
}

TEST(SgfOfTheWorld, WhatBeginsWithABracketIsSgf) {
  const Imported cup = of("(\nTE[Cup]\nRD[2018-04-24]\nKO[7.5]\nRE[x]\n;B[pd];W[dp])");
  EXPECT_EQ(moves(cup), "0Q16 1D4 ");
  EXPECT_TRUE(remarked(cup, "a property outside a node"));
  EXPECT_EQ(option(cup, "komi"), "7.5") << "as gokifu writes it";
  EXPECT_EQ(assumed_text(cup.game), "rules Chinese");
  EXPECT_EQ(option(of("(;SZ[9]KM[0]KO[7.5];B[ee])"), "komi"), "0");
  for (const char* text : {"(", "()", "(B", "(GM", "(hello", "(pd;dp)", "(c3)", " \n( )", "((("}) {
    EXPECT_EQ(read_game_file(text, {}).form, FileForm::sgf) << text;
    EXPECT_NE(of(text).error.find("this SGF file has no node; a game begins with \"(;\""), std::string::npos)
        << text << ": " << of(text).error;
    EXPECT_EQ(of(text).error.find("MARGRITES"), std::string::npos) << text;
  }
  EXPECT_NE(of("hello").error.find("this is not SGF"), std::string::npos);
  const GameFile other = read_game_file(
      "(e4) B: b2 c2 d2 e1 e2 f2 g2 h2\nW: b7 c7 d7 e7 e8 f7 g7 h7\n1. d2>d3; d3>d4; e2>e3; e3>e4.\n", {});
  EXPECT_EQ(other.form, other.imported.error.empty() ? FileForm::text : FileForm::sgf) << other.imported.error;
  EXPECT_EQ(of("(;;GM[1]SZ[9];B[ee])").game.config.options[0].second, "9");
}

}  // namespace
}  // namespace cairn
