// Analysis of a position and of a whole game, from outside.
#include <gtest/gtest.h>

#include <filesystem>

#include "program.h"

namespace cairn::test {
namespace {

using Words = std::vector<std::string>;

Ran analyze(const Words& more, std::string_view input = "") {
  Words words{"analyze"};
  words.insert(words.end(), more.begin(), more.end());
  return run(words, input);
}

TEST(Analyze, TellsTheBestMovesAsJson) {
  const Ran ran = analyze({"spargo", "A1", "C1", "--playouts", "400", "--json", "--candidates", "3"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json line = ran.json().back();
  EXPECT_EQ(line["final"], true);
  EXPECT_EQ(line["ply"], 2);
  EXPECT_EQ(line["to_move"], "white");
  ASSERT_EQ(line["candidates"].size(), 3U);
  const Json& best = line["candidates"][0];
  EXPECT_EQ(best["line"][0], best["move"]);
  EXPECT_GE(best["visits"], line["candidates"][1]["visits"]);
  EXPECT_EQ(best["win_rate"], line["win_rate"]);
  // The line can be played.
  Words replay{"replay", "spargo", "--json", "A1", "C1"};
  for (const Json& word : best["line"]) replay.push_back(word.get<std::string>());
  EXPECT_EQ(run(replay).status, 0);
}

// Two holes are left: at C3 the ball is safe, at A3 it would be captured.
TEST(Analyze, ProvesWhatIsNearTheEnd) {
  const Ran ran = analyze({"margo", "-o", "size=2", "A1", "C1", "--playouts", "5000", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Json best = ran.json().back()["candidates"][0];
  EXPECT_EQ(best["move"], "C3");
  EXPECT_EQ(best["proof"], "win") << json_text(best);
}

TEST(Analyze, ATableForPeople) {
  const Ran ran = analyze({"spargo", "-", "--playouts", "300"}, "A1 C1\n");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("White to move, "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("move    wins"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("and 4 more"), std::string::npos) << ran.out;
}

TEST(Analyze, ThreadsThinkTogether) {
  const Ran ran = analyze({"spargo", "C1", "--playouts", "2000", "--threads", "3", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_GE(ran.json().back()["playouts"], 500);
  EXPECT_LE(ran.json().back()["playouts"], 2000);
}

TEST(Analyze, IsWrittenOverInATerminal) {
  Terminal terminal({"analyze", "spargo", "C1", "--seconds", "60"});  // no proof answers at once
  terminal.wait_for("Black to move");
  terminal.wait_for("\033[");
  terminal.wait_for("A\033[J");
  terminal.type("\x03");
  EXPECT_EQ(terminal.wait(), 130);
}

class Report : public testing::Test {
 protected:
  // Black wastes a move: the threatened ball at C3 could have been saved.
  std::string record() const {
    return folder.write("game.json", R"({"format":"cairn-record","version":1,"game":"margo","options":{"size":"3"},)"
                                     R"("moves":[[0,"C3"],[1,"A1"],[0,"C1"],[1,"E5"],[0,"A3"],[1,"E1"],[0,"A5"]]})");
  }
  Folder folder;
};

TEST_F(Report, TellsEveryMoveAndAnnotatesTheGame) {
  const std::string sgf = folder.path("report.sgf"), svg = folder.path("report.svg");
  const Ran ran =
      analyze({"--record", record(), "--game-report", "--playouts", "400", "--json", "--out", sgf, "--svg", svg});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto lines = ran.json();
  ASSERT_EQ(lines.size(), 8U);
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(lines[static_cast<std::size_t>(i)]["ply"], i + 1);
    EXPECT_TRUE(lines[static_cast<std::size_t>(i)]["loss"].is_number());
  }
  const Json last = lines.back();
  EXPECT_EQ(last["final"], true);
  EXPECT_EQ(last["sides"]["white"]["moves"], 4);
  int marks = 0;
  for (const auto* side : {"white", "black"})
    for (const auto* kind : {"doubtful", "bad", "very_bad"}) marks += last["sides"][side][kind].get<int>();
  int marked = 0;
  for (std::size_t i = 0; i < 7; ++i) marked += lines[i]["mark"] != "" ? 1 : 0;
  EXPECT_EQ(marks, marked);

  const Ran info = run({"convert", "--info", sgf});
  EXPECT_EQ(info.status, 0) << info.err;
  EXPECT_NE(info.out.find("moves       7"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("comments    " + std::to_string(marks)), std::string::npos) << info.out;

  const std::string picture = read_all(svg);
  EXPECT_TRUE(picture.starts_with("<svg ")) << picture.substr(0, 40);
  EXPECT_NE(picture.find("<polyline"), std::string::npos);
  std::size_t circles = 0;
  for (auto at = picture.find("<circle"); at != std::string::npos; at = picture.find("<circle", at + 1)) ++circles;
  EXPECT_EQ(circles, static_cast<std::size_t>(marks));
}

TEST_F(Report, ReadsItsOwnReport) {
  const std::string json = folder.path("report.json");
  ASSERT_EQ(analyze({"--record", record(), "--game-report", "--playouts", "100", "--out", json}).status, 0);
  EXPECT_EQ(analyze({"--record", json, "--ply", "3", "--playouts", "50", "--json"}).json().back()["ply"], 3);
}

// White takes the ko back at once, which our rules refuse; then a stone is added, and White moves twice.
TEST_F(Report, GoesOnBehindPositionsThatAreSetUp) {
  const std::string sgf = folder.write(
      "ko.sgf", "(;GM[1]SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb];C[why?];B[dd];AB[ee]PL[W];W[dc];W[ec])");
  const std::string svg = folder.path("ko.svg"), out = folder.path("out.sgf");
  const Ran ran = analyze({"--record", sgf, "--game-report", "--playouts", "40", "--json", "--svg", svg, "--out", out});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.err.find("move 2 is illegal and is not judged"), std::string::npos) << ran.err;
  std::vector<int> plies;
  for (const Json& line : ran.json()) {
    if (!line.contains("ply")) continue;
    plies.push_back(line["ply"].get<int>());
    EXPECT_TRUE(line["loss"].is_number()) << json_text(line);
    EXPECT_EQ(line["by"], line["ply"] == 1 || line["ply"] == 3 ? "black" : "white");
  }
  EXPECT_EQ(plies, (std::vector<int>{1, 3, 4, 5}));
  EXPECT_NE(read_all(out).find("KO[]"), std::string::npos);
  EXPECT_EQ(analyze({"--record", sgf, "--ply", "2", "--playouts", "20", "--json"}).json().back()["to_move"], "black");
  EXPECT_EQ(analyze({"--record", sgf, "--ply", "5", "--playouts", "20", "--json"}).json().back()["ply"], 5);
}

TEST(Analyze, TellsWhatIsWrong) {
  const auto refused = [](const Words& words, const std::string& why) {
    const Ran ran = analyze(words);
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find(why), std::string::npos) << why << "\n" << ran.err;
  };
  refused({}, "either GAME or --record");
  refused({"chess"}, "unknown game");
  refused({"spargo", "A1", "A1"}, "move 2: \"A1\": occupied");
  refused({"spargo", "--game-report"}, "needs --record");
  refused({"spargo", "--svg", "x"}, "--svg and --out need --game-report");
  refused({"spargo", "--engine", "gtp:x"}, "own engines");
  refused({"--record", "/no/such"}, "there is no file \"/no/such\"");
  refused({"--record", "/"}, "is a folder");
  refused({"go", "-o", "size=2", "-o", "agreement=no", "pass", "pass"}, "over");
}

}  // namespace
}  // namespace cairn::test
