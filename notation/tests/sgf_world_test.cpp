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
                                   {"House", "simple", "area", true}}) {
    const Imported got = of(std::string("(;SZ[9]KM[7]RU[") + one.said + "];B[ee])");
    EXPECT_EQ(option(got, "ko"), one.ko) << one.said;
    EXPECT_EQ(option(got, "scoring"), one.scoring) << one.said;
    EXPECT_EQ(!got.remarks.empty(), one.remarked) << one.said;
    expect_kept(got);
  }
  for (const auto* said : {"NZ", "Tromp-Taylor", "Ing", "koSIMPLEscoreAREAtaxNONEsui1", "Japanese, suicide"})
    EXPECT_EQ(option(of(std::string("(;SZ[9]RU[") + said + "];B[ee])"), "suicide"), "yes") << said;
  EXPECT_TRUE(remarked(of("(;SZ[9]CGAME[phantom]RU[NZ];B[ee])"), "allows suicide, which this game does not"));
  EXPECT_TRUE(remarked(of("(;SZ[9]RU[AGA]HA[2];W[ee])"), "a point to White for each handicap stone but one"));
}

TEST(SgfOfTheWorld, KomiByWhoWroteIt) {
  struct Case {
    const char *root, *komi;
    bool remarked;
  };
  for (const Case& one :
       std::initializer_list<Case>{{"KM[375]AP[foxwq]", "7.5", true},  {"KM[750]AP[foxwq]", "7.5", true},
                                   {"KM[325]AP[foxwq]", "6.5", true},  {"KM[650]AP[foxwq]", "6.5", true},
                                   {"KM[350]AP[foxwq]", "7", true},    {"KM[700]AP[foxwq]", "7", true},
                                   {"KM[275]AP[foxwq]", "5.5", true},  {"KM[550]AP[foxwq]", "5.5", true},
                                   {"KM[50]AP[foxwq]", "0.5", true},   {"KM[0]AP[foxwq]", "0", false},
                                   {"KM[6.5]AP[foxwq]", "6.5", false}, {"KM[375]", "7.5", true},
                                   {"KM[650]", "6.5", true},           {"KM[3.75]", "7.5", true},
                                   {"KM[3.5]", "3.5", false},          {"KM[50]", "50", false},
                                   {"KM[-7,50]", "-7.5", false},       {"KM[361]", "6.5", true},
                                   {"KM[6.3]", "6.5", true},           {"KM[1e9]", "6.5", true}}) {
    const Imported got = of(std::string("(;SZ[19]RU[Japanese]") + one.root + ";B[pd];W[dp])");
    EXPECT_EQ(option(got, "komi"), one.komi) << one.root;
    EXPECT_EQ(!got.remarks.empty(), one.remarked) << one.root;
  }
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

TEST(SgfOfTheWorld, OfAHandicapWithoutStonesTheMovesDecide) {
  const Imported free = of("(;SZ[19]HA[4];W[dd];B[qf])");
  EXPECT_EQ(moves(free), "1D16 0R14 ");
  EXPECT_TRUE(remarked(free, "the moves play on the points of the usual handicap stones"));
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
  EXPECT_NE(of("(").error.find("SGF"), std::string::npos);
  EXPECT_EQ(of("(;;GM[1]SZ[9];B[ee])").game.config.options[0].second, "9");
}

}  // namespace
}  // namespace cairn
