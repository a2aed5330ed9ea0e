// Between SGF and annotated games, for every registered game.
#include "notation/sgf_game.h"

#include <gtest/gtest.h>

#include "core/text.h"
#include "notation/record.h"
#include "notation/tests/random_tree.h"
#include "notation/view_json.h"

namespace cairn {
namespace {

constexpr std::string_view kProgram = "Cairn:1.0";

Imported import_text(std::string_view text, sgf::Strictness strictness = sgf::Strictness::lenient) {
  const sgf::Reading reading = sgf::read(text, strictness);
  EXPECT_FALSE(reading.fault) << to_text(*reading.fault);
  return reading.games.empty() ? Imported{} : import_sgf(reading.games[0], strictness);
}
std::string words(const AnnotatedGame& game) {
  std::string text;
  for (const auto& [seat, word] : main_line(game.tree).moves) text += std::to_string(index(seat)) + word + ' ';
  return text;
}
std::string option(const AnnotatedGame& game, std::string_view name) {
  for (const auto& [key, value] : complete_options(*find_game(game.game), game.config))
    if (key == name) return value;
  return {};
}
View start_view(const AnnotatedGame& game) {
  return find_game(game.game)->make(game.config).position.view(Viewer::referee);
}

TEST(SgfGame, KeepsRandomGamesOfEveryKindWithTheirVariations) {
  Rng rng(7);
  std::size_t games_seen = 0, nodes = 0, branches = 0;
  for (const GameInfo& info : games())
    for (const auto options : info.variety) {
      SCOPED_TRACE(std::string(info.name) + " " + std::string(options));
      AnnotatedGame game = test::random_game(info, options, rng, 40);
      const AnnotatedGame drawn = game;
      const Checked checked = check_and_cut(game);
      ASSERT_EQ(checked.error, "");
      ASSERT_EQ(checked.cut, 0U);
      ASSERT_EQ(game, drawn);

      AnnotatedGame from_json;
      const std::string json = json_text(record_json(game));
      ASSERT_EQ(read_record(json, from_json), "");
      ASSERT_EQ(from_json, game);
      ASSERT_EQ(json_text(record_json(from_json)), json);

      const std::string text = sgf::write(export_sgf(game, kProgram));
      const sgf::Reading reading = sgf::read(text, sgf::Strictness::strict);
      ASSERT_FALSE(reading.fault) << to_text(*reading.fault) << '\n' << text;
      ASSERT_TRUE(reading.remarks.empty()) << to_text(reading.remarks[0]);
      ASSERT_EQ(reading.games.size(), 1U);
      ASSERT_EQ(sgf::write(reading.games), text);
      const Imported got = import_sgf(reading.games[0], sgf::Strictness::strict);
      ASSERT_EQ(got.error, "") << text;
      ASSERT_EQ(got.cut, 0U) << got.faults[0].text << '\n' << text;
      EXPECT_EQ(got.game.game, game.game);
      EXPECT_EQ(complete_options(info, got.game.config), complete_options(info, game.config)) << text;
      EXPECT_EQ(got.game.config.setup, game.config.setup) << text;
      EXPECT_EQ(got.game.details, game.details) << text;
      ASSERT_EQ(got.game.tree, game.tree) << text;
      EXPECT_EQ(sgf::write(export_sgf(got.game, kProgram)), text);

      ++games_seen;
      nodes += game.tree.size();
      for (NodeIndex node = 0; node < game.tree.size(); ++node) branches += game.tree.children(node).size() > 1 ? 1 : 0;
    }
  EXPECT_GT(games_seen, 50U);
  EXPECT_GT(nodes, 30 * games_seen);
  EXPECT_GT(branches, games_seen);
}

TEST(SgfGame, WritesGoAsOthersReadIt) {
  AnnotatedGame game;
  game.game = "go";
  game.config.options = {{"size", "9"}, {"handicap", "2"}, {"scoring", "territory"}};
  game.details.players[0].name = "Ann";
  GameNode move;
  move.move = TreeMove{seat_at(1), "E5"};
  NodeIndex last = game.tree.add(kRoot, move);
  move.move = TreeMove{seat_at(0), "pass"};
  last = game.tree.add(last, move);
  move.move = TreeMove{seat_at(1), "resign"};
  game.tree.add(last, move);
  ASSERT_EQ(check_and_cut(game).cut, 0U);
  EXPECT_EQ(sgf::write(export_sgf(game, kProgram)),
            "(;GM[1]FF[4]CA[UTF-8]AP[Cairn:1.0]SZ[9]KM[0.5]HA[2]RU[Japanese]PB[Ann]RE[B+R]AB[gc][cg]\n"
            ";W[ee];B[];CMOVE[white:resign])\n");
}

TEST(SgfGame, TellsTheGoFamilyApart) {
  EXPECT_EQ(import_text("(;GM[1]TO[3]SZ[11];B[aa])").game.game, "toroidal");
  EXPECT_EQ(import_text("(;GM[1]CGAME[phantom]SZ[9];B[aa];CMOVE[white:A9];W[bb])").game.game, "phantom");
  EXPECT_EQ(import_text("(;SZ[9];B[aa])").game.game, "go");
  EXPECT_EQ(import_text("(;GM[1]SZ[9]RU[AGA])").game.config.options[1].second, "situational");
  EXPECT_EQ(option(import_text("(;SZ[9]RU[Chinese, positional superko])").game, "ko"), "positional");
  EXPECT_EQ(import_text("(;SZ[9]RU[House]KM[3.7])").remarks.size(), 2U);
  EXPECT_EQ(import_text("(;SZ[9]RU[House])").game.details.rules, "House");
  EXPECT_EQ(import_text("(;SZ[9]RU[Japanese])").game.details.rules, "");
}

TEST(SgfGame, RectanglesHaveColumnsAndRows) {
  const Imported square = import_text("(;SZ[9:9];B[aa])");
  EXPECT_EQ(square.error, "");
  EXPECT_EQ(option(square.game, "size"), "9");
  const Imported wide = import_text("(;GM[1]SZ[13:9]KM[5.5];B[aa];W[mi];B[ai];W[na])");
  EXPECT_EQ(wide.error, "");
  EXPECT_EQ(option(wide.game, "size"), "13x9");
  EXPECT_EQ(wide.remarks.size(), 1U) << "the last is outside";
  const std::string written = sgf::write(export_sgf(wide.game, kProgram));
  EXPECT_NE(written.find("SZ[13:9]"), std::string::npos) << written;
  EXPECT_NE(written.find(";B[aa];W[mi];B[ai]"), std::string::npos) << written;
  const Imported high = import_text("(;SZ[3:7]AB[ag]AW[cg:cg][ca]HA[2];W[bd])");
  EXPECT_EQ(high.error, "");
  EXPECT_EQ(option(high.game, "size"), "3x7");
  EXPECT_EQ(option(import_text("(;TO[3]SZ[5:11];B[aa])").game, "size"), "5x11");
  EXPECT_EQ(option(import_text("(;SZ[13:9]HA[4]AB[dc][jc][dg][jg])").game, "handicap"), "4");
}

TEST(SgfGame, RefusesWhatIsNotPlayedHere) {
  EXPECT_EQ(import_text("(;GM[2];B[aa])").error,
            "line 1, column 3: GM[2] is not a game of this program; GM[1] is, and CGAME[...] names any other");
  EXPECT_NE(import_text("(;GM[1]SZ[19:26];B[aa])").error.find("option size: \"19x26\" is not one of 2..25"),
            std::string::npos);
  for (const std::string odd : {"19:", ":9", "13x9", "0:9", "-9:9", "9:9:9"})
    EXPECT_NE(import_text("(;SZ[" + odd + "];B[aa])").error, "") << odd;
  EXPECT_NE(import_text("(;SZ[37])").error.find("option size: \"37\" is not one of 2..25"), std::string::npos);
  EXPECT_NE(import_text("(;SZ[big])").error.find("write the length of a side, such as SZ[19]"), std::string::npos);
  EXPECT_NE(import_text("(;CGAME[chess])").error.find("the games are"), std::string::npos);
  EXPECT_NE(import_text("(;CGAME[spargo]COPT[size=9])").error.find("Spargo is played on size 4"), std::string::npos);
  EXPECT_NE(import_text("(;SZ[3]AB[ab][ba]AW[aa])").error.find("has no liberty"), std::string::npos);
  EXPECT_NE(import_text("(;CGAME[spargo]CPOS[5])").error.find("a position is"), std::string::npos);
}

TEST(SgfGame, KeepsTheTreeUpToAMoveThatCannotBePlayed) {
  constexpr std::string_view kText =
      "(;SZ[9];B[aa](;W[bb];CMOVE[black:B8];W[cc])(;W[zz])(;W[ab](;B[dd])(;CMOVE[black:A8])))";
  const Imported got = import_text(kText);
  EXPECT_EQ(words(got.game), "0A9 1B8 ");
  ASSERT_EQ(got.cut, 2U);
  EXPECT_EQ(got.faults[0].text,
            "line 1, column 22: move 3, \"B8\" by black cannot be played: there is already a piece there");
  EXPECT_TRUE(got.faults[0].main_line);
  EXPECT_EQ(
      got.faults[1].text,
      "line 1, column 69: move 3 of a variation, \"A8\" by black cannot be played: there is already a piece there");
  EXPECT_EQ(got.game.tree.size(), 6U);
  const Imported strict = import_text(kText, sgf::Strictness::strict);
  ASSERT_EQ(strict.cut, 3U);
  EXPECT_EQ(strict.faults[1].text,
            "line 1, column 46: move 2 of a variation, W[zz] cannot be read: the point is outside the board of 9 by 9: "
            "its first letter is a to i, its second a to i");
  EXPECT_EQ(strict.game.tree.size(), 5U);
}

// A move off the board costs that move, told and noted at its node; the opponent is next.
TEST(SgfGame, PassesOverMovesOffTheBoard) {
  const Imported got = import_text("(;SZ[9];B[zz];W[ee];B[jj]C[mine];W[cc](;B[Q4])(;B[dd]))");
  EXPECT_EQ(got.cut, 0U);
  ASSERT_EQ(got.remarks.size(), 3U);
  EXPECT_EQ(got.remarks[0],
            "line 1, column 9: B[zz] cannot be read: the point is outside the board of 9 by 9: its first letter is a "
            "to i, its second a to i; "
            "it was skipped");
  std::string played;
  for (const NodeIndex node : got.game.tree.main_line())
    if (const auto& move = got.game.tree[node].move) played += std::to_string(index(move->seat)) + move->word + ' ';
  EXPECT_EQ(played, "1E5 1C7 ");
  EXPECT_EQ(got.game.tree[1].setup->to_move, "white");
  EXPECT_EQ(got.game.tree[3].comment,
            "mine\nB[jj] cannot be read: the point is outside the board of 9 by 9: its first letter is a to i, its "
            "second a to i");
  const std::string text = sgf::write(export_sgf(got.game, kProgram));
  const Imported again = import_text(text, sgf::Strictness::strict);
  EXPECT_EQ(again.game.tree, got.game.tree) << text;
  EXPECT_TRUE(again.remarks.empty());
  EXPECT_EQ(import_text("(;SZ[9];B[zz])", sgf::Strictness::strict).cut, 1U);
  EXPECT_EQ(words(import_text("(;SZ[9];B[pass];W[PASS])").game), "0pass 1pass ");
}

TEST(SgfGame, ReadsSetupsOnTheWay) {
  // The board is set up anew in mid-game; the next move says whose turn it is.
  const Imported got = import_text("(;SZ[9];B[aa];W[bb];AE[aa]AW[cc:cd];W[dd](;B[ee])(;PL[W];W[ee]))");
  ASSERT_EQ(got.error, "");
  ASSERT_EQ(got.cut, 0U) << got.faults[0].text;
  const auto line = got.game.tree.main_line();
  ASSERT_EQ(line.size(), 6U);
  const auto& setup = got.game.tree[line[3]].setup;
  ASSERT_TRUE(setup);
  EXPECT_EQ(setup->to_move, "white");
  EXPECT_EQ(setup->board[0], ".........");
  EXPECT_EQ(setup->board[2], "..W......");
  EXPECT_EQ(setup->board[3], "..W......");
  EXPECT_FALSE(main_line(got.game.tree).complete);
  const std::string text = sgf::write(export_sgf(got.game, kProgram));
  EXPECT_NE(text.find(";AW[cc][cd]AE[aa]PL[W]"), std::string::npos) << text;
  EXPECT_TRUE(import_text(text, sgf::Strictness::strict).game.tree == got.game.tree);
  AnnotatedGame back;
  ASSERT_EQ(read_record(json_text(record_json(got.game)), back), "");
  EXPECT_EQ(back, got.game);
  Record record;
  EXPECT_NE(read_record(json_text(record_json(got.game)), record).find("sets up a position after move 2"),
            std::string::npos);
  // As far as it goes, for whoever needs a position alone.
  const Cut end = record_until(got.game, std::string::npos), start = record_until(got.game, 1),
            middle = record_until(got.game, 2);
  EXPECT_EQ(end.played, 4U);
  EXPECT_EQ(end.record.moves.size(), 2U);
  EXPECT_EQ(end.record.config.setup->to_move, "white");
  EXPECT_EQ(refold(end.record).error, "");
  EXPECT_EQ(refold(end.record).position.view(Viewer::referee).board[3], "..WW.....");
  EXPECT_EQ(start.record.moves.size(), 1U);
  EXPECT_FALSE(start.record.config.setup);
  EXPECT_EQ(middle.record.config.setup->board[0], ".........") << "what is set up before the next move is there";
}

TEST(SgfGame, ReadsStartsFromHandicapAndPositions) {
  EXPECT_EQ(option(import_text("(;SZ[9]HA[2]AB[gc][cg];W[ee])").game, "handicap"), "2");
  EXPECT_EQ(option(import_text("(;SZ[9]HA[3];W[ee])").game, "handicap"), "3");
  const Imported free = import_text("(;SZ[9]HA[2]KM[0]AB[cc][ee];W[gg])");  // not on the star points
  EXPECT_EQ(option(free.game, "handicap"), "0");
  ASSERT_TRUE(free.game.config.setup);
  EXPECT_EQ(free.game.config.setup->to_move, "white");
  EXPECT_EQ(words(free.game), "1G3 ");
  const Imported none = import_text("(;SZ[9]HA[2];B[cc];W[gg])");
  EXPECT_EQ(words(none.game), "0C7 1G3 ");
  EXPECT_EQ(none.remarks.size(), 1U);
  const Imported white = import_text("(;SZ[9];W[cc];B[gg])");
  EXPECT_EQ(words(white.game), "1C7 0G3 ");
  EXPECT_EQ(start_view(import_text("(;SZ[9]AB[aa]PL[White])").game).turn.seat, seat_at(1));
  EXPECT_FALSE(import_text("(;SZ[9];PL[W];W[aa])").game.config.setup);  // the set-up says it, not the start
  for (const Imported* got : {&free, &none, &white})
    EXPECT_EQ(import_text(sgf::write(export_sgf(got->game, kProgram))).game.tree, got->game.tree);
}

TEST(SgfGame, TakesMovesOutOfTurnAndBehindTwoPassesAsNewPositions) {
  const Imported twice = import_text("(;SZ[9];B[aa];B[bb];W[cc])");
  EXPECT_EQ(twice.cut, 0U);
  ASSERT_EQ(twice.remarks.size(), 1U);
  EXPECT_NE(twice.remarks[0].find("black moves out of turn"), std::string::npos);
  EXPECT_EQ(twice.game.tree.main_line().size(), 4U);
  const Imported after = import_text("(;SZ[9];B[aa];W[];B[tt];W[cc];B[dd])");
  EXPECT_EQ(after.cut, 0U);
  EXPECT_EQ(after.game.tree.main_line().size(), 6U);
  // For the strict reader no way leads around ko, occupied points and suicide.
  EXPECT_EQ(import_text("(;SZ[9];B[aa];B[aa])", sgf::Strictness::strict).cut, 1U);
  EXPECT_EQ(import_text("(;SZ[5]AB[ba][ab][bc]AW[ca][cc][db]PL[B];B[cb];W[bb];B[cb])", sgf::Strictness::strict)
                .faults.at(0)
                .reason,
            Reason::repetition);
}

TEST(SgfGame, ReadsMovesOfOddNodes) {
  const Imported root = import_text("(;SZ[9]B[aa]C[start];W[bb])");
  EXPECT_EQ(words(root.game), "0A9 1B8 ");
  EXPECT_EQ(root.game.tree[kRoot].comment, "start");
  EXPECT_EQ(words(import_text("(;SZ[9];B[aa]W[bb]C[two])").game), "0A9 1B8 ");
  EXPECT_EQ(words(import_text("(;SZ[25];B[tt])").game), "0U6 ");
  EXPECT_EQ(words(import_text("(;SZ[19];B[tt])").game), "0pass ");
  EXPECT_EQ(import_text("(;SZ[19];B[Aa])", sgf::Strictness::strict).cut, 1U);
}

TEST(SgfGame, PassesOverBadPointsOfSetupsUnlessStrict) {
  EXPECT_EQ(import_text("(;SZ[9]AB[aa][zz])").remarks.size(), 1U);
  EXPECT_NE(import_text("(;SZ[9]AB[aa][zz])", sgf::Strictness::strict).error.find("AB[zz] is outside the board"),
            std::string::npos);
}

TEST(SgfGame, TellsPlayersOfAllSides) {
  AnnotatedGame game;
  game.game = "margo";
  game.config.options = {{"size", "4"}, {"players", "4"}};
  for (std::size_t i = 0; i < 4; ++i) game.details.players[i] = {"p:" + std::to_string(i), "r]", "t"};
  const std::string text = sgf::write(export_sgf(game, kProgram));
  EXPECT_NE(text.find("CPLAYER[red:p\\:2][blue:p\\:3]"), std::string::npos) << text;
  EXPECT_EQ(import_text(text).game.details, game.details);
}

// Lines that are long or shaped like a comb hold few positions at a time and no stack.
TEST(SgfGame, PlaysHundredThousandNodes) {
  constexpr int kDeep = 50'000;
  std::string comb = "(;SZ[9]", tail;
  for (int i = 0; i < kDeep; ++i) {
    comb += "(;C[a](;C[b])";
    tail += ')';
  }
  const Imported got = import_text(comb + "(;B[aa]))" + tail);
  EXPECT_EQ(got.cut, 0U);
  EXPECT_EQ(got.game.tree.size(), 2U * kDeep + 2);
}

}  // namespace
}  // namespace cairn
