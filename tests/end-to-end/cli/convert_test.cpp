// `cairn convert` and `cairn replay --record` from outside: files in, files out, exit codes.
#include <gtest/gtest.h>

#include "notation/record.h"
#include "program.h"

namespace cairn::test {
namespace {

constexpr std::string_view kGame =
    "(;GM[1]FF[4]SZ[9]KM[5.5]RU[Chinese]PB[Ann];B[ee]C[x](;W[ec];B[cc])(;W[gg]))(;GM[1]SZ[9];B[aa])";

TEST(Convert, GoesRoundThroughAllForms) {
  const Folder folder;
  const std::string sgf = folder.write("a.sgf", kGame), json = folder.path("b.json"), back = folder.path("c.sgf");
  EXPECT_EQ(run({"convert", sgf, "-o", json}).status, 0);
  AnnotatedGame game;
  ASSERT_EQ(read_record(read_all(json), game), "");
  EXPECT_EQ(game.tree.size(), 5U);
  EXPECT_EQ(game.details.players[0].name, "Ann");
  EXPECT_EQ(run({"convert", json, "-o", back}).status, 0);
  EXPECT_EQ(run({"convert", back}).out, read_all(json));
  EXPECT_EQ(run({"convert", "-", "--to", "text"}, kGame).out, "E5 E7 C7\n");
  EXPECT_EQ(run({"convert", sgf, "--game", "2", "--to", "text"}).out, "A9\n");
  const Ran info = run({"convert", sgf, "--info"});
  EXPECT_NE(info.out.find("games       2"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("variations  1"), std::string::npos) << info.out;
}

TEST(Convert, WritesWhatCanBePlayedAndTellsTheRest) {
  const Ran ran = run({"convert", "-", "--to", "text"}, "(;SZ[9];B[ee];CMOVE[white:E5];B[aa])");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "E5\n");
  EXPECT_NE(ran.err.find("line 1, column 15: move 2, \"E5\" by white cannot be played: there is already a piece there"),
            std::string::npos)
      << ran.err;
  const Ran many = run({"convert", "-", "--to", "text"}, [] {
    std::string text = "(;SZ[9];B[ee]";
    for (int i = 0; i < 50; ++i) text += "(;CMOVE[white:E5])";
    return text + ")";
  }());
  EXPECT_EQ(many.status, 1);
  EXPECT_NE(many.err.find("and 30 more of this kind"), std::string::npos) << many.err;
}

TEST(Convert, KeepsPositionsThatAreSetUpOnTheWay) {
  const std::string text = "(;SZ[5];B[aa];W[aa];AB[ee]PL[W];W[dd])";
  const Ran json = run({"convert", "-"}, text), sgf = run({"convert", "-", "--to", "sgf"}, text);
  EXPECT_EQ(json.status, 0);
  EXPECT_EQ(run({"convert", "-", "--to", "sgf"}, json.out).out, sgf.out);
  EXPECT_NE(sgf.out.find(";W[aa]KO[];AB[ee]PL[W];W[dd])"), std::string::npos) << sgf.out;
  const Ran words = run({"convert", "-", "--to", "text"}, text);
  EXPECT_EQ(words.status, 2);
  EXPECT_NE(words.err.find("which a list of moves cannot express"), std::string::npos) << words.err;
}

TEST(Convert, KeepsWhatIsUnknownTwiceRound) {
  const std::string text = "(;SZ[19]HA[2]AB[dd][pp];W[pd])";
  const Ran once = run({"convert", "-", "--to", "sgf"}, text), twice = run({"convert", "-", "--to", "sgf"}, once.out);
  EXPECT_EQ(twice.out, once.out);
  EXPECT_NE(once.out.find("]SZ[19]HA[2]AB[dd][pp]PL[W]\n;W[pd])"), std::string::npos) << once.out;
  EXPECT_NE(run({"convert", "-", "--info"}, once.out).out.find("assumed     komi 0.5, rules Chinese"),
            std::string::npos);
  const Ran outside = run({"convert", "-", "--to", "sgf"}, "(;SZ[9];B[zz];W[ee];B[jj];W[cc])");
  EXPECT_EQ(outside.status, 0);
  EXPECT_NE(outside.err.find("B[jj] cannot be read: the point is outside the board"), std::string::npos) << outside.err;
  EXPECT_NE(outside.out.find(";W[cc]"), std::string::npos) << outside.out;
  EXPECT_NE(run({"convert", "-"}, "(hello").err.find("this SGF file has no node"), std::string::npos);
}

TEST(Convert, RefusesBadUseAndBadFiles) {
  const Folder folder;
  const std::string good = folder.write("a.sgf", kGame);
  const std::vector<std::vector<std::string>> lines = {
      {"convert"},
      {"convert", folder.path("none.sgf")},
      {"convert", good, "--to", "pgn"},
      {"convert", good, "--from", "pgn"},
      {"convert", good, "--from", "json"},
      {"convert", good, "--game", "3"},
      {"convert", good, "--game", "0"},
      {"convert", good, "--of", "chess"},
      {"convert", good, "--from", "sgf", "--of", "go"},
      {"convert", good, "--option", "size=9"},
      {"convert", good, "-o", folder.path("none/b.json")},
      {"convert", folder.write("b.sgf", "(;SZ[19:99])")},
      {"convert", folder.write("c.sgf", "(;B[aa]"), "--strict"},
      {"convert", folder.write("d.json", "{\"format\":\"cairn-record\",\"version\":9}")},
      {"convert", folder.write("e.txt", "A1 C1")},
      {"convert", folder.write("f.sgf", "(;CA[Klingon]C[\xA7\x5C])"), "--strict"},
      {"convert", good, "--charset", "Klingon"},
  };
  for (const auto& line : lines) {
    const Ran ran = run(line);
    EXPECT_EQ(ran.status, 2) << line.back();
    EXPECT_NE(ran.err, "") << line.back();
    EXPECT_EQ(ran.out, "") << line.back();
  }
}

// A terminal would obey what a file has hidden in its words.
TEST(Convert, ShowsNoControlCharactersOfAFile) {
  const Folder folder;
  const std::string odd =
      folder.write("a.sgf", "(;GM[1]SZ[9]PB[A\x1b[31mnn\xC2\x9B]CA[UTF-8];B[\x1b]0;x\x07zz];W[bb])");
  const Ran info = run({"convert", odd, "--info"});
  EXPECT_NE(info.out.find("A?[31mnn?"), std::string::npos) << info.out;
  for (const std::string* text : {&info.out, &info.err})
    EXPECT_EQ(text->find_first_of("\x1b\x07\x9B"), std::string::npos);
  EXPECT_NE(info.err.find("B[?"), std::string::npos) << info.err;
  EXPECT_NE(run({"convert", folder.write("b.sgf", "(;GM[1]SZ[9]C[é])"), "--info"}).out.find("games"),
            std::string::npos);
  EXPECT_NE(run({"convert", folder.path("é.sgf")}).err.find("é.sgf"), std::string::npos) << "letters stay";
}

TEST(ReplayRecord, PlaysTheMainLine) {
  const Folder folder;
  const Ran sgf = run({"replay", "--record", folder.write("a.sgf", kGame), "--json"});
  EXPECT_EQ(sgf.status, 0);
  EXPECT_EQ(sgf.out, run({"replay", "go", "-o", "size=9", "-o", "komi=5.5", "--json", "E5", "E7", "C7"}).out);
  const std::string record =
      folder.write("b.json", R"({"format":"cairn-record","version":1,"game":"spargo","moves":[[0,"A1"],[1,"A1"]]})");
  const Ran bad = run({"replay", "--record", record, "--json"});
  EXPECT_EQ(bad.status, 1);
  ASSERT_EQ(bad.json().size(), 3U);
  EXPECT_EQ(bad.json()[2]["reason"], "occupied");
  EXPECT_EQ(bad.json()[2]["ply"], 2);
  // A position set up on the way is shown as a new start.
  const auto lines = run({"replay", "--record", "-", "--json"}, "(;SZ[9];B[aa];AE[aa]AB[ee]PL[W];W[bb])").json();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[2]["ply"], 0);
  EXPECT_EQ(lines[2]["to_move"], "white");
  EXPECT_EQ(lines[3]["move"], "B8");
}

TEST(ReplayRecord, RefusesBadUse) {
  EXPECT_EQ(run({"replay"}).status, 2);
  EXPECT_EQ(run({"replay", "go", "--record", "-"}, kGame).status, 2);
  EXPECT_EQ(run({"replay", "--record", "/none"}).status, 2);
  EXPECT_EQ(run({"replay", "--record", "-"}, "(;GM[2])").status, 2);
}

}  // namespace
}  // namespace cairn::test
