// `cairn render`: the picture that it writes, from a file or from moves, and what it refuses.
#include <gtest/gtest.h>

#include "program.h"

namespace cairn::test {
namespace {

bool is_png(const std::string& bytes) {
  return bytes.starts_with("\x89PNG\r\n\x1a\n") && bytes.ends_with(std::string("IEND\xAE\x42\x60\x82"));
}

TEST(Render, DrawsFilesAndMovesAlike) {
  const Folder folder;
  const std::string sgf = folder.write("game.sgf", "(;GM[1]SZ[9];B[cg];W[gc];B[ee])");
  const std::string one = folder.path("one.png"), other = folder.path("other.png");
  const Ran ran = run({"render", sgf, "--out", one});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, one + ": 480 x 480\n");
  EXPECT_TRUE(is_png(read_all(one)));
  EXPECT_EQ(run({"render", "--game", "go", "-o", "size=9", "--moves", "C3 G7 E5", "--out", other}).status, 0);
  EXPECT_EQ(read_all(one), read_all(other));
  EXPECT_EQ(run({"render", "-", "--out", other}, read_all(sgf)).status, 0);
  EXPECT_EQ(read_all(one), read_all(other));
}

TEST(Render, StopsAtTheGivenMove) {
  const Folder folder;
  const std::string sgf = folder.write("game.sgf", "(;GM[1]SZ[9];B[cg];W[gc];B[ee])");
  const std::string early = folder.path("early.png"), whole = folder.path("whole.png"), same = folder.path("same.png");
  EXPECT_EQ(run({"render", sgf, "--at", "2", "--out", early}).status, 0);
  EXPECT_EQ(run({"render", sgf, "--at", "3", "--out", whole}).status, 0);
  EXPECT_EQ(run({"render", "--game", "go", "-o", "size=9", "--moves", "C3 G7 E5", "--at", "2", "--out", same}).status,
            0);
  EXPECT_NE(read_all(early), read_all(whole));
  EXPECT_EQ(read_all(early), read_all(same));
  const Ran beyond = run({"render", sgf, "--at", "4", "--out", early});
  EXPECT_EQ(beyond.status, 2);
  EXPECT_NE(beyond.err.find("only 3 plies"), std::string::npos) << beyond.err;
  // Moves are counted through positions that are set up on the way, and those made against the rules with them.
  const std::string set = folder.write("set.sgf", "(;GM[1]SZ[9];B[cg];W[cg];AE[cg]AB[cc];W[gc];B[ee])");
  const std::string three = folder.path("three.png"), board = folder.path("board.png");
  EXPECT_EQ(run({"render", set, "--at", "3", "--out", three}).status, 0);
  EXPECT_EQ(run({"render", "--game", "go", "-o", "size=9", "--moves", "C7 G7", "--out", board}).status, 0);
  EXPECT_EQ(read_all(three), read_all(board));
  EXPECT_NE(run({"render", set, "--at", "5", "--out", early}).err.find("only 4 plies"), std::string::npos);
}

TEST(Render, ShowsASeatItsOwnSide) {
  const Folder folder;
  const auto picture = [&](const std::string& moves, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"render", "--game", "phantom",           "-o", "size=9", "--moves",
                                          moves,    "--out",  folder.path("x.png")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).status, 0);
    return read_all(folder.path("x.png"));
  };
  EXPECT_EQ(picture("C3 G7", {"--seat", "1"}), picture("C3 E5", {"--seat", "1"}));
  EXPECT_NE(picture("C3 G7", {"--seat", "2"}), picture("C3 E5", {"--seat", "2"}));
  EXPECT_NE(picture("C3 G7", {"--seat", "1"}), picture("C3 G7", {}));
}

TEST(Render, WritesSvgAndOtherSizes) {
  const Folder folder;
  const std::string svg = folder.path("board.SVG"), png = folder.path("board.png");
  EXPECT_EQ(run({"render", "--game", "spargo", "--moves", "A1", "--out", svg}).status, 0);
  EXPECT_NE(read_all(svg).find("<svg"), std::string::npos);
  EXPECT_EQ(run({"render", "--game", "spargo", "--size", "1000", "--out", png}).status, 0);
  const std::string bytes = read_all(png);
  const int width = static_cast<unsigned char>(bytes.at(18)) * 256 + static_cast<unsigned char>(bytes.at(19));
  EXPECT_LE(width, 1000);
  EXPECT_GE(width, 950);
}

TEST(Render, DrawsARectangleFromAFile) {
  const Folder folder;
  const std::string sgf = folder.write("wide.sgf", "(;GM[1]SZ[13:9];B[dg];W[jc];B[mi])"), svg = folder.path("wide.svg");
  const Ran ran = run({"render", sgf, "--size", "600", "--out", svg});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("589 x 421"), std::string::npos) << ran.out;
  EXPECT_NE(read_all(svg).find("<svg"), std::string::npos);
}

TEST(Render, AnimatesAGame) {
  const Folder folder;
  const std::string sgf = folder.write("game.sgf", "(;GM[1]SZ[9];B[cg];W[gc];B[ee])");
  const std::string film = folder.path("film.svg"), other = folder.path("other.svg");
  const Ran ran = run({"render", "--animate", sgf, "--out", film});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, film + ": 480 x 480, 4 positions\n");
  const std::string svg = read_all(film);
  EXPECT_NE(svg.find("<title>Go</title>"), std::string::npos);
  EXPECT_NE(svg.find("animation:count 7s "), std::string::npos);
  const std::vector<std::string> moves = {"render", "--game", "go", "-o", "size=9", "--moves", "C3 G7 E5", "--animate"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = moves;
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.insert(arguments.end(), {"--out", other});
    EXPECT_EQ(run(arguments).status, 0);
    return read_all(other);
  };
  EXPECT_EQ(with({}), svg);
  EXPECT_NE(with({"--pace", "0.5"}).find("animation:count 5s "), std::string::npos);
  EXPECT_NE(with({"--at", "2"}).find("svg{--p:2;"), std::string::npos);
}

TEST(Render, AnimatesWhatASeatSees) {
  const Folder folder;
  const auto film = [&](const std::string& moves, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"render", "--animate", "--game", "phantom", "-o",
                                          "size=9", "--moves",   moves,    "--out",   folder.path("x.svg")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).status, 0);
    return read_all(folder.path("x.svg"));
  };
  EXPECT_EQ(film("C3 G7", {"--seat", "1"}), film("C3 E5", {"--seat", "1"}));
  EXPECT_NE(film("C3 G7", {}), film("C3 E5", {}));
}

TEST(Render, SaysWhatIsWrong) {
  const Folder folder;
  const std::string out = folder.path("x.png"), film = folder.path("x.svg"),
                    bad = folder.write("bad.sgf", "(;GM[1]SZ[19:99])"),
                    cut = folder.write("cut.sgf", "(;GM[1]SZ[9];B[ee];CMOVE[white:E5])");
  const auto refused = [](const Ran& ran, int status, const std::string& text) {
    EXPECT_EQ(ran.status, status);
    EXPECT_NE(ran.err.find(text), std::string::npos) << ran.err;
    EXPECT_EQ(ran.out, "");
  };
  refused(run({"render", "--out", out}), 2, "give either FILE, or --game GAME");
  refused(run({"render", bad, "--game", "go", "--out", out}), 2, "give either FILE");
  refused(run({"render", bad, "--moves", "A1", "--out", out}), 2, "FILE cannot be combined with");
  refused(run({"render", bad, "--out", out}), 2, "option size: \"19x99\" is not one of 2..25");
  refused(run({"render", folder.path("none"), "--out", out}), 2, "there is no file");
  refused(run({"render", "--game", "chess", "--out", out}), 2, "chess");
  refused(run({"render", "--game", "go", "--out", "x.gif"}), 2, "--out must end in .png or .svg");
  refused(run({"render", "--game", "go", "--seat", "3", "--out", out}), 2, "this game has seats 1..2");
  refused(run({"render", "--game", "go", "--out", folder.path("no/x.png")}), 2, "cannot be written");
  refused(run({"render", "--game", "go", "--moves", "A1 A1", "--out", out}), 1,
          "illegal move: ply 2, \"A1\" by white: there is already a piece there (occupied)");
  refused(run({"render", cut, "--out", out}), 1, "cannot be played: there is already a piece there");
  EXPECT_EQ(run({"render", cut, "--at", "1", "--out", out}).status, 0) << "up to there it is good";
  EXPECT_NE(run({"render", "--game", "go", "--size", "9", "--out", out}).status, 0);
  refused(run({"render", "--game", "go", "--animate", "--out", out}), 2, "--out must end in .svg");
  refused(run({"render", "--game", "go", "--pace", "1", "--out", film}), 2, "--pace needs --animate");
  refused(run({"render", "--game", "go", "--animate", "--seat", "3", "--out", film}), 2, "seats 1..2");
  refused(run({"render", "--game", "go", "--animate", "--moves", "A1 A1", "--out", film}), 1, "ply 2");
  for (const char* pace : {"0", "0.04", "61", "x", "-1", "nan", "inf"})
    EXPECT_NE(run({"render", "--game", "go", "--animate", "--pace", pace, "--out", film}).status, 0) << pace;
}

}  // namespace
}  // namespace cairn::test
