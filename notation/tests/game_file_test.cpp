// Files of any form.
#include "notation/game_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "notation/record.h"
#include "notation/tests/random_tree.h"

namespace cairn {
namespace {

GameFile read_as(std::string_view text, std::string_view game = "", OptionValues options = {}) {
  FileChoice choice;
  choice.info = game.empty() ? nullptr : find_game(game);
  choice.options = std::move(options);
  return read_game_file(text, choice);
}

TEST(GameFile, KnowsItsForm) {
  EXPECT_EQ(form_of(" {\"format\":1}"), FileForm::json);
  EXPECT_EQ(form_of("\xEF\xBB\xBF{}"), FileForm::json);
  EXPECT_EQ(form_of("a mail (of yours)\n( ;B[aa])"), FileForm::sgf);
  EXPECT_EQ(form_of("1. d2>d3 (xe4); e2>e3"), FileForm::text);
  EXPECT_EQ(form_of(""), FileForm::text);
  EXPECT_EQ(find_form("sgf"), FileForm::sgf);
  EXPECT_EQ(find_form("pgn"), std::nullopt);
}

TEST(GameFile, ChoosesAGameOfACollection) {
  constexpr std::string_view kTwo = "(;SZ[9];B[aa])(;SZ[9];B[bb])";
  FileChoice choice;
  choice.number = 2;
  const GameFile file = read_game_file(kTwo, choice);
  EXPECT_EQ(file.games, 2U);
  EXPECT_EQ(main_line(file.imported.game.tree).moves[0].second, "B8");
  EXPECT_TRUE(file.imported.remarks.empty());
  const GameFile first = read_game_file(kTwo, {});
  EXPECT_EQ(main_line(first.imported.game.tree).moves[0].second, "A9");
  EXPECT_EQ(first.imported.remarks, std::vector<Message>{"the file has 2 games; this is the first"});
  choice.number = 3;
  EXPECT_EQ(read_game_file(kTwo, choice).imported.error, "this file has no game 3; it has 2");
  choice.number = 0;
  EXPECT_NE(read_game_file(kTwo, choice).imported.error, "");
  EXPECT_NE(read_game_file("{}", choice).imported.error, "");
}

TEST(GameFile, ReadsListsOfWords) {
  const GameFile file = read_as("1. A1 C1 2. A3 (xB2) white:C3", "spargo");
  EXPECT_EQ(file.imported.error, "");
  ASSERT_EQ(file.imported.faults.size(), 1U);
  EXPECT_EQ(file.imported.faults[0].text, "move 4, \"C3\" by white cannot be played: it is not your turn");
  EXPECT_EQ(main_line(file.imported.game.tree).moves.size(), 3U);
  EXPECT_NE(read_as("A1", "margo", {{"size", "99"}}).imported.error, "");
  EXPECT_NE(read_as("A1 C1").imported.error.find("a list of moves needs the name of its game"), std::string::npos);
}

TEST(GameFile, ReadsANotationOfItsOwn) {
  constexpr std::string_view kText =
      "B: b2 c2 d2 e1 e2 f2 g2 h2\nW: b7 c7 d7 e7 e8 f7 g7 h7\n"
      "0(0)-R0(0)\n1. d2>d3; d3>d4; e2>e3; e3>e4.\n2. e7>e6; d7>d6; c7>c6; f7>f6.\n";
  const GameFile file = read_as(kText);
  ASSERT_EQ(file.imported.error, "");
  EXPECT_EQ(file.imported.game.game, "margrites");
  EXPECT_EQ(file.imported.cut, 0U);
  EXPECT_EQ(main_line(file.imported.game.tree).moves.size(), 9U);
  EXPECT_EQ(main_line(file.imported.game.tree).moves.back().second, "resign");
  const GameFile broken = read_as("B: b2 c2 d2 e1 e2 f2 g2 h2\nW: b7 c7 d7 e7 e8 f7 g7 h7\n1. d2>d3; d3>d9");
  EXPECT_EQ(broken.imported.error, "");
  ASSERT_EQ(broken.imported.faults.size(), 1U);
  EXPECT_EQ(main_line(broken.imported.game.tree).moves.size(), 1U);
  EXPECT_NE(read_as("B: b2 c2", "margrites").imported.error.find("formation"), std::string::npos);
  // Words of the arrangement are moves, and no heading.
  const GameFile arranging = read_as("black:a1,a2,c1,e1,e2,f1,h1,i2 white:a7,b8,d7,e7,f7,f8,h7,i8", "margrites");
  EXPECT_EQ(main_line(arranging.imported.game.tree).moves.size(), 2U);
  EXPECT_EQ(read_as("B: b2 c2 d2 e1 e2 f2 g2 h2\nW: b7 c7 d7 e7 e8 f7 g7 h7\n", "margrites").imported.error, "");
}

// Text tells the main line of a random game of every kind, and reads back.
TEST(GameFile, WritesTextThatReadsBack) {
  Rng rng(11);
  for (const GameInfo& info : games())
    for (const auto options : info.variety) {
      SCOPED_TRACE(std::string(info.name) + " " + std::string(options));
      const AnnotatedGame game = test::random_game(info, options, rng, 30);
      std::string text;
      ASSERT_EQ(write_text(game, text), "");
      const bool own = info.read_text && text.find("B: ") == 0;
      const GameFile file = read_as(text, info.name, own ? OptionValues{} : game.config.options);
      ASSERT_EQ(file.imported.error, "") << text;
      ASSERT_EQ(file.imported.cut, 0U) << text << file.imported.faults[0].text;
      const auto imported_moves = main_line(file.imported.game.tree).moves, played = main_line(game.tree).moves;
      ASSERT_LE(imported_moves.size(), played.size());
      // A notation of its own begins with the formations; the words before them are not in it.
      EXPECT_TRUE(std::equal(imported_moves.rbegin(), imported_moves.rend(), played.rbegin())) << text;
      EXPECT_TRUE(own || imported_moves.size() == played.size()) << text;
    }
}

TEST(GameFile, TellsNoSetupInALine) {
  const GameFile file = read_as("(;SZ[9];B[aa];AE[aa]PL[B])");
  std::string text;
  EXPECT_NE(write_text(file.imported.game, text).find("sets up a position in the middle"), std::string::npos);
}

// What docs/notation.md shows can be read, and is what it says.
TEST(GameFile, ReadsTheExamplesOfThePage) {
  std::ifstream in(CAIRN_NOTATION_PAGE);
  std::stringstream content;
  content << in.rdbuf();
  const std::string page = content.str();
  std::vector<AnnotatedGame> read;
  for (std::size_t at = page.find("\n```"); at != std::string::npos; at = page.find("\n```", at + 1)) {
    const auto begin = page.find('\n', at + 1) + 1, end = page.find("\n```", begin - 1);
    FileChoice choice;
    choice.strictness = sgf::Strictness::strict;
    const GameFile file = read_game_file(page.substr(begin, end + 1 - begin), choice);
    EXPECT_EQ(file.imported.error, "");
    EXPECT_EQ(file.imported.cut, 0U);
    EXPECT_TRUE(file.imported.remarks.empty());
    read.push_back(file.imported.game);
    at = end;
  }
  ASSERT_EQ(read.size(), 3U);
  EXPECT_EQ(read[1].tree.children(1).size(), 2U);
  EXPECT_EQ(read[2].tree.children(1).size(), 2U);
}

}  // namespace
}  // namespace cairn
