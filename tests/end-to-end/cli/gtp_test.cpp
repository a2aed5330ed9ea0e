// `cairn gtp` as a program: through pipes, against GNU Go, and what clients do.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "core/text.h"
#include "gtp_client.h"
#include "program.h"

namespace cairn::test {
namespace {

std::vector<std::string> cairn_gtp(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {CAIRN_PROGRAM, "gtp"});
  return arguments;
}

TEST(Gtp, BadUseIsReported) {
  EXPECT_EQ(run({"gtp"}).status, 2);
  EXPECT_EQ(run({"gtp", "--game", "chess"}).status, 2);
  EXPECT_EQ(run({"gtp", "go", "-o", "size=99"}).status, 2);
  EXPECT_EQ(run({"gtp", "go", "--level", "11"}).status, 2);
  const Ran hidden = run({"gtp", "phantom"});
  EXPECT_EQ(hidden.status, 2);
  EXPECT_NE(hidden.err.find("cairn play"), std::string::npos);
}

TEST(Gtp, AnswersAPipeToItsEnd) {
  const Ran ran = run({"gtp", "--game", "go", "-o", "size=9", "--playouts", "20", "--threads", "1"},
                      "1 name\r\n\r\n# nothing\r\n2 genmove b\r\n3 lz-analyze w 10");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(ran.out.rfind("=1 Cairn\n\n=2 ", 0), 0U) << ran.out;
  EXPECT_NE(ran.out.find("\n=3\ninfo move "), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.substr(ran.out.size() - 2), "\n\n");
  EXPECT_EQ(run({"gtp", "spargo"}, "quit\n").status, 0);
  EXPECT_EQ(run({"gtp", "spargo"}, "").status, 0);
}

TEST(Gtp, ReadsAPositionToBeginWith) {
  const Ran ran = run({"gtp", "go", "--position", R"({"board":["...","BB.","..."],"to_move":"white"})"},
                      "play w A2\nplay w B1\nclear_board\nplay w A2\n");
  EXPECT_EQ(ran.out, "? illegal move\n\n=\n\n=\n\n? illegal move\n\n");
}

// A move that was made against the rules stands in a file as a position that is set up.
TEST(Gtp, LoadsGamesInWhichAPositionIsSetUp) {
  const Folder folder;
  const std::string ko = folder.write("ko.sgf", "(;FF[4]GM[1]SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb];B[dd])");
  const auto output = [&](const std::string& commands) { return run({"gtp", "go", "-o", "size=9"}, commands).out; };
  EXPECT_EQ(output("loadsgf " + ko + "\nplay w D2\nplay w D1\n"), "= white\n\n? illegal move\n\n=\n\n");
  EXPECT_EQ(output("loadsgf " + ko + " 3\nplay b B4\nplay b D2\n"), "= black\n\n? illegal move\n\n=\n\n");
  EXPECT_EQ(output("loadsgf " + ko + " 2\nplay w B4\nplay w D1\n"), "= white\n\n? illegal move\n\n=\n\n");
  const std::string set = folder.write("set.sgf", "(;SZ[9];B[aa];W[bb];AE[aa]AB[cc];B[dd])");
  EXPECT_EQ(output("loadsgf " + set + "\nplay w C7\nplay w A9\n"), "= white\n\n? illegal move\n\n=\n\n");
  EXPECT_EQ(output("loadsgf " + set + " 2\nplay w A9\n"), "= white\n\n? illegal move\n\n");
}

// What Sabaki, Lizzie and q5Go do: analyse until the next command comes, with several threads.
TEST(Gtp, AnalysesUntilTheNextCommand) {
  GtpClient cairn(cairn_gtp({"--game", "go", "-o", "size=9", "--threads", "2", "--memory", "64"}));
  cairn.send("7 kata-analyze b interval 5 ownership true rootInfo true");
  for (int i = 0; i < 3; ++i) cairn.wait_for(" ownership ");
  cairn.send("8 play b E5");
  EXPECT_EQ(cairn.answer().rfind("=7\ninfo move ", 0), 0U);
  EXPECT_EQ(cairn.answer(), "=8");
  cairn.send("lz-analyze 5");
  cairn.wait_for("info move");
  cairn.send("");
  EXPECT_EQ(cairn.answer().rfind("=\ninfo move ", 0), 0U) << "an empty line ends it, too";
  cairn.send("kata-search_analyze_cancellable w 5");
  cairn.wait_for("info move");
  cairn.send("name");
  EXPECT_NE(cairn.answer().find("\nplay cancelled"), std::string::npos);
  EXPECT_EQ(cairn.answer(), "= Cairn");
  EXPECT_EQ(cairn.quit(), 0);
}

// What GoGui does: interrupts a long search by a comment.
TEST(Gtp, ACommentInterruptsALongSearch) {
  GtpClient cairn(cairn_gtp({"--game", "go", "-o", "size=9", "--seconds", "1000", "--memory", "64"}));
  EXPECT_EQ(cairn.get("known_command gogui-interrupt"), "true");
  cairn.send("lz-genmove_analyze b 1");
  cairn.wait_for("info move");
  cairn.send("# interrupt");
  EXPECT_NE(cairn.answer().find("\nplay "), std::string::npos);
  EXPECT_EQ(cairn.get("undo"), "");
  EXPECT_EQ(cairn.quit(), 0);
}

TEST(Gtp, PondersOnTheOpponentsTime) {
  GtpClient cairn(cairn_gtp({"--game", "spargo", "--ponder", "--playouts", "50", "--memory", "64"}));
  for (int i = 0; i < 4; ++i) {
    const std::string own = cairn.get("genmove white");
    EXPECT_NE(own, "");
    const std::string legal = cairn.get("cairn-legal black");
    const auto words = split_words(legal);
    ASSERT_FALSE(words.empty());
    EXPECT_EQ(cairn.get("play black " + std::string(words.front())), "");
  }
  EXPECT_EQ(cairn.quit(), 0);
}

// GNU Go on the other side of the board: every move is legal to both, and the boards agree.
TEST(Gtp, PlaysAgainstGnuGo) {
  GtpClient cairn(cairn_gtp({"--game", "go", "--playouts", "100", "--threads", "1", "--memory", "64", "--seed", "3"}));
  GtpClient gnugo({programs::tool("gnugo", "gnugo"), "--mode", "gtp", "--level", "1", "--seed", "3", "--chinese-rules",
                   "--positional-superko"});
  for (GtpClient* side : {&cairn, &gnugo}) {
    side->get("boardsize 9");
    side->get("clear_board");
    side->get("komi 5.5");
  }
  cairn.get("kata-set-rules chinese-kgs");
  int passes = 0, moves = 0;
  for (; passes < 2 && moves < 240; ++moves) {
    const bool black = moves % 2 == 0;
    GtpClient& mover = black ? cairn : gnugo;
    GtpClient& other = black ? gnugo : cairn;
    const std::string colour = black ? "black" : "white";
    const std::string move = lower(mover.get("genmove " + colour));
    ASSERT_NE(move, "");
    if (move == "resign") break;
    EXPECT_EQ(other.get("play " + colour + " " + move), "") << "move " << moves << ": " << move;
    passes = move == "pass" ? passes + 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(moves, 10);
  EXPECT_EQ(passes, 2) << "both played on to the end";
  EXPECT_EQ(cairn.get("final_score"), gnugo.get("final_score"));
  // Every stone that GNU Go sees stands on our board, and no other.
  const std::string board = cairn.get("cairn-position");
  const Json position = parse_json(board);
  std::vector<std::string> ours, theirs;
  for (const auto* colour : {"black", "white"}) {
    const std::string listed = gnugo.get(std::string("list_stones ") + colour);
    for (const auto word : split_words(listed)) theirs.push_back(lower(word) + colour[0]);
  }
  for (std::size_t row = 0; row < 9; ++row) {
    const std::string line = position["board"][row];
    for (std::size_t column = 0; column < 9; ++column)
      if (line[column] != '.')
        ours.push_back(std::string(1, "abcdefghj"[column]) + std::to_string(9 - row) + to_lower(line[column]));
  }
  std::sort(ours.begin(), ours.end());
  std::sort(theirs.begin(), theirs.end());
  EXPECT_EQ(ours, theirs);
  EXPECT_EQ(cairn.quit(), 0);
  EXPECT_EQ(gnugo.quit(), 0);
}

// Two programs that count the same finished board: walls, territory and prisoners, no stone in doubt.
TEST(Gtp, CountsAsGnuGoDoes) {
  const std::string program = programs::tool("gnugo", "gnugo");
  for (const bool territory : {false, true}) {
    GtpClient cairn(cairn_gtp({"--game", "go", "--threads", "1", "--memory", "64"}));
    GtpClient gnugo({program, "--mode", "gtp", "--level", "10", territory ? "--japanese-rules" : "--chinese-rules"});
    std::vector<std::string> moves{"boardsize 9", "clear_board", "komi 6.5"};
    for (int row = 1; row <= 9; ++row) {
      moves.push_back("play black E" + std::to_string(row));
      moves.push_back("play white F" + std::to_string(row));
    }
    // Black takes a white stone inside, so that there is a prisoner.
    for (const auto* move : {"play white B2", "play black B1", "play white H5", "play black A2", "play white H3",
                             "play black C2", "play white G8", "play black B3", "play white pass", "play black pass"})
      moves.emplace_back(move);
    cairn.get(std::string("kata-set-rules ") + (territory ? "japanese" : "chinese"));
    for (const auto& move : moves) {
      cairn.get(move);
      gnugo.get(move);
    }
    EXPECT_EQ(cairn.get("final_score"), gnugo.get("final_score"));
    EXPECT_EQ(cairn.get("final_status_list dead"), gnugo.get("final_status_list dead"));
  }
}

}  // namespace
}  // namespace cairn::test
