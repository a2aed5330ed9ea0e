// `cairn play`, through pipes and in a terminal.
#include <gtest/gtest.h>

#include <algorithm>

#include "program.h"

namespace cairn::test {
namespace {

// Where lines break does not matter.
bool contains(std::string text, std::string part) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(part.begin(), part.end(), '\n', ' ');
  return text.find(part) != std::string::npos;
}

Ran two_people(const std::vector<std::string>& more, std::string_view input) {
  std::vector<std::string> arguments{"play", "spargo", "--white", "human", "--black", "human", "--board", "small"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments, input);
}

TEST(Play, EndsWithTheInput) {
  const Ran ran = two_people({}, "A1\n");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(contains(ran.out, "( O ) .   .   ."));
  EXPECT_TRUE(contains(ran.out, "white A1\nblack>"));
  EXPECT_FALSE(contains(ran.out, "\033"));
}

TEST(Play, DrawsTheBoardInTheSizeThatIsAskedFor) {
  const auto shown = [](const std::string& size, const std::string& game, const std::string& move) {
    return run({"play", game, "--black", "human", "--white", "human", "--board", size}, move + "\n").out;
  };
  EXPECT_TRUE(contains(shown("large", "spargo", "A1"), "|  O O  |"));
  EXPECT_TRUE(contains(shown("medium", "spargo", "A1"), "(  O  )"));
  EXPECT_TRUE(contains(shown("small", "spargo", "A1"), "( O )"));
  EXPECT_TRUE(contains(shown("plain", "spargo", "A1"), "1 (W). . ."));
  EXPECT_TRUE(contains(shown("large", "toroidal", "A1"), "-( X )---."));
  EXPECT_TRUE(contains(shown("medium", "go", "A1"), "(X)--.---."));
  EXPECT_TRUE(contains(shown("small", "go", "A1"), "X . ."));
  EXPECT_TRUE(contains(shown("plain", "go", "A1"), "(B). ."));
  EXPECT_TRUE(contains(shown("large", "margrites", "black:a1,b1,c1,d1,e1,f1,g1,h1"), "|( x )|( x )|"));
  EXPECT_TRUE(contains(shown("medium", "margrites", "black:a1,b1,c1,d1,e1,f1,g1,h1"), "| x | x |"));
}

TEST(Play, TakesSeveralMovesOrNone) {
  EXPECT_TRUE(contains(two_people({}, "A1 C1 A3\n").out, "o white 2   x black 1"));
  const Ran ran = two_people({}, "A1 C1 C1\n");
  EXPECT_TRUE(contains(ran.out, "C1: there is already a piece there. Nothing was played."));
  EXPECT_FALSE(contains(ran.out, "white 1"));
}

TEST(Play, ExplainsWhatIsWrong) {
  EXPECT_TRUE(contains(two_people({}, "B2\n").out, "B2: a ball needs four balls below it."));
  EXPECT_TRUE(contains(two_people({}, "dance\n").out, "dance: that is not a move of this game."));
  EXPECT_TRUE(contains(two_people({}, "board vast\n").out, "the sizes are auto, large"));
  EXPECT_TRUE(contains(two_people({}, "hint x\n").out, "1 to 600"));
  EXPECT_TRUE(contains(two_people({}, "save\n").out, "save: needs the name of a file"));
  EXPECT_TRUE(contains(two_people({}, "load\n").out, "load: needs the name of a file"));
  EXPECT_TRUE(contains(two_people({}, "load /nowhere/x\n").out, "/nowhere/x cannot be read"));
  EXPECT_TRUE(contains(two_people({}, "undo\n").out, "No move to take back."));
}

TEST(Play, TakesBack) {
  const Ran ran = two_people({}, "A1\nC1\nundo\nundo\n");
  EXPECT_TRUE(contains(ran.out, "o white 0   x black 0\nWhite to move\nTaken back."));
}

TEST(Play, TakesBackToTheOwnMoveAgainstABot) {
  const Ran ran = run({"play", "spargo", "--black", "bot:0.01", "--board", "small"}, "C3\nundo\nlegal\n");
  EXPECT_TRUE(contains(ran.out, "16 legal moves"));
}

TEST(Play, HelpsLegalAndMoves) {
  const Ran ran = two_people({}, "help\nlegal\nA1\nmoves\n");
  EXPECT_TRUE(contains(ran.out, "save FILE"));
  EXPECT_TRUE(contains(ran.out, "16 legal moves\nA1 A3 A5 A7 C1"));
  EXPECT_TRUE(contains(ran.out, "1 move\nA1"));
  for (const auto& line : ran.lines()) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Play, HintsALegalMove) {
  const Ran ran = two_people({}, "hint\n");
  const auto at = ran.out.find("Hint: ");
  ASSERT_NE(at, std::string::npos);
  const auto legal = run({"replay", "spargo", "--json"}).json().at(0).at("legal");
  const std::string word = ran.out.substr(at + 6, 2);
  EXPECT_NE(std::find(legal.begin(), legal.end(), word), legal.end()) << word;
}

TEST(Play, SavesAndLoads) {
  const Folder folder;
  const std::string file = folder.path("game.json");
  EXPECT_TRUE(contains(two_people({"-o", "swap"}, "A1\nswap\nsave " + file + "\n").out, "Saved to " + file));
  const Json record = parse_json(read_all(file));
  EXPECT_EQ(record.at("game"), "spargo");
  EXPECT_EQ(record.at("options").at("swap"), "");
  EXPECT_EQ(record.at("moves").dump(), R"([[0,"A1"],[1,"swap"]])");
  const Ran loaded = run({"play", "--load", file, "--white", "human", "--black", "human"}, "moves\nC1\n");
  EXPECT_EQ(loaded.status, 0);
  EXPECT_TRUE(contains(loaded.out, "A1 swap"));
  EXPECT_TRUE(contains(loaded.out, "black C1"));
  EXPECT_TRUE(contains(two_people({}, "load " + file + "\n").out, "Loaded " + file + ": Spargo, 2 moves."));
}

TEST(Play, KeepsAPositionInTheRecord) {
  const Folder folder;
  const std::string file = folder.path("game.json");
  two_people({"--position", R"({"board":["..../..../.W../...."],"to_move":"black"})"}, "A1\nsave " + file + "\n");
  EXPECT_EQ(parse_json(read_all(file)).at("position").at("to_move"), "black");
  EXPECT_TRUE(
      contains(run({"play", "--load", file, "--white", "human", "--black", "human"}, "").out, "o white 1   x black 1"));
}

TEST(Play, RefusesRecordsThatDoNotReplay) {
  const Folder folder;
  const std::string broken =
      folder.write("broken.json",
                   R"({"format":"cairn-record","version":1,"game":"spargo","options":{},"moves":[[0,"A1"],[1,"A1"]]})");
  const Ran start = run({"play", "--load", broken});
  EXPECT_EQ(start.status, 2);
  EXPECT_EQ(start.err,
            "cairn: " + broken + ": move 2, \"A1\" by black cannot be played: there is already a piece there\n");
  const Ran inside = two_people({}, "C3\nload " + broken + "\n");
  EXPECT_TRUE(contains(inside.out, "Your game has not changed."));
  EXPECT_TRUE(contains(inside.out, "o white 1   x black 0\nBlack to move\nload:"));
  EXPECT_EQ(run({"play", "--load", folder.write("x", "hello")}).status, 2);
  EXPECT_EQ(run({"play", "--load", folder.path("none")}).status, 2);
}

TEST(Play, GoesOnWithFilesOfEveryForm) {
  const Folder folder;
  const auto load = [&](std::string_view name, std::string_view text, std::string_view input) {
    return run({"play", "--load", folder.write(name, text), "--white", "human", "--black", "human", "--board", "plain"},
               input);
  };
  const Ran sgf = load("plain.sgf", "(;SZ[5]KM[2.5]RU[Chinese];B[cc](;W[bb])(;W[dd]))", "moves\n");
  EXPECT_EQ(sgf.status, 0);
  EXPECT_EQ(sgf.err, "");
  EXPECT_TRUE(contains(sgf.out, "2 moves C3 B4"));
  // A position that is set up on the way, and the ko of ../shared/cases/ko_taken_back_at_once.sgf: the game begins
  // there.
  const Ran setup = load("setup.sgf", "(;SZ[5];B[aa];W[bb];AE[aa]AB[cc]PL[W];W[dd])", "moves\nundo\nundo\n");
  EXPECT_EQ(setup.status, 0);
  EXPECT_TRUE(contains(setup.err, "the file sets up a position after move 2; the game starts there")) << setup.err;
  EXPECT_TRUE(contains(setup.err, "assumed: komi 5.5, rules Chinese")) << setup.err;
  EXPECT_TRUE(contains(setup.out, "1 move D2"));
  EXPECT_TRUE(contains(setup.out, "No move to take back."));
  const std::string kept = folder.path("kept.json");
  const Ran ko = load("ko.sgf", "(;FF[4]GM[1]SZ[5]AB[ba][ab][bc]AW[ca][bb][cc][db];B[cb];W[bb];B[dd])",
                      "moves\nsave " + kept + "\n");
  EXPECT_TRUE(contains(ko.err, "W[bb] is against the rules here")) << ko.err;
  EXPECT_TRUE(contains(ko.err, "the file sets up a position after move 2; the game starts there")) << ko.err;
  EXPECT_TRUE(contains(ko.out, "1 move D2"));
  EXPECT_EQ(run({"replay", "--record", kept}).status, 0);
  EXPECT_TRUE(contains(two_people({}, "load " + folder.path("ko.sgf") + "\n").out,
                       "sets up a position after move 2; the game"));
  // A move that cannot be played is refused still, and options are the file's own.
  const std::string broken = folder.write("broken.sgf", "(;SZ[5];B[aa];CMOVE[white:A5])");
  EXPECT_TRUE(contains(run({"play", "--load", broken}).err,
                       "move 2, \"A5\" by white cannot be played: there is already a piece there"));
  EXPECT_EQ(run({"play", "--load", kept, "-o", "size=9"}).status, 2);
}

TEST(Play, NeverOverwritesAnotherFile) {
  const Folder folder;
  const std::string more = folder.write("more.json", R"({"format":"cairn-record","version":2,"game":"spargo",)"
                                                     R"("nodes":[{},{"move":[0,"A1"],"comment":"centre"}]})");
  const std::string before = read_all(more);
  EXPECT_TRUE(contains(two_people({}, "load " + more + "\nC1\nsave " + more + "\n").out, "it was not changed"));
  EXPECT_EQ(read_all(more), before);
  const std::string file = folder.write("letter.txt", "Dear Ann");
  EXPECT_TRUE(contains(two_people({}, "A1\nsave " + file + "\n").out,
                       "contains more than a saved game of `cairn play`; it was not changed"));
  EXPECT_EQ(read_all(file), "Dear Ann");
  EXPECT_TRUE(contains(two_people({}, "save /nowhere/x\n").out, "save: cannot write /nowhere/x."));
}

TEST(Play, ResignsAndGoesOnAfterTheEnd) {
  const Ran ran = two_people({}, "A1\nresign\nA3\nundo\nC1\n");
  EXPECT_TRUE(contains(ran.out, "White wins: W+R"));
  EXPECT_TRUE(contains(ran.out, "The game is over: type `undo`, `new`"));
  EXPECT_TRUE(contains(ran.out, "black C1"));
}

TEST(Play, BotsPlayToTheEnd) {
  for (const auto* game : {"spargo", "margrites"}) {
    const Ran ran =
        run({"play", game, "--white", "bot:0.01", "--black", "bot:0.01", "--board", "plain", "--seed", "1"});
    EXPECT_EQ(ran.status, 0) << game;
    EXPECT_TRUE(contains(ran.out, "wins: ") || contains(ran.out, "Drawn: ")) << game;
  }
}

TEST(Play, ABotConsentsAndAHiddenGameHasOneToo) {
  const Ran go = run({"play", "go", "-o", "size=2", "--black", "human", "--white", "bot:0.01"},
                     "A1\npass\npass\npass\naccept\naccept\n");
  EXPECT_EQ(go.status, 0);
  const Ran phantom = run({"play", "phantom", "-o", "size=5", "--white", "bot:0.05"}, "C3\nD3\n");
  EXPECT_EQ(phantom.status, 0);
  EXPECT_TRUE(contains(phantom.out, "white has played"));
}

TEST(Play, RefusesBadPlayers) {
  EXPECT_EQ(run({"play", "spargo", "--white", "robot"}).status, 2);
  EXPECT_EQ(run({"play", "spargo", "--white", "bot:0"}).status, 2);
  EXPECT_EQ(run({"play", "spargo", "--white", "bot:x"}).status, 2);
  const Ran absent = run({"play", "spargo", "--red", "human"});
  EXPECT_EQ(absent.status, 2);
  EXPECT_TRUE(contains(absent.err, "the sides of this game are white, black"));
  EXPECT_EQ(run({"play", "spargo", "--board", "vast"}).status, 2);
  EXPECT_EQ(run({"play"}).status, 2);
  EXPECT_EQ(run({"play", "chess"}).status, 2);
  EXPECT_EQ(run({"play", "spargo", "--load", "x"}).status, 2);
}

TEST(Play, SurvivesGarbage) {
  std::string garbage;
  for (int i = 1; i < 256; ++i) garbage += static_cast<char>(i);
  EXPECT_EQ(two_people({}, garbage + "\n" + std::string(100'000, 'x') + "\n").status, 0);
}

TEST(PlayInATerminal, IsColouredUnlessNoColour) {
  Terminal coloured({"play", "spargo"});
  EXPECT_TRUE(contains(coloured.wait_for("white> "), "\033[0;48;5;137"));
  Terminal bare({"play", "spargo"}, {{"NO_COLOR", "1"}});
  EXPECT_FALSE(contains(bare.wait_for("white> "), "\033[0;48"));
  Terminal dumb({"play", "spargo"}, {{"TERM", "dumb"}});
  EXPECT_FALSE(contains(dumb.wait_for("white> "), "48;5"));
}

TEST(PlayInATerminal, FitsInTwentyFourRows) {
  for (const auto* game : {"spargo", "margo", "go", "toroidal"}) {
    Terminal terminal({"play", game}, {{"NO_COLOR", "1"}});
    const std::string screen = terminal.wait_for("> ");
    EXPECT_LE(std::count(screen.begin(), screen.end(), '\n'), 23) << game << "\n" << screen;
  }
}

TEST(PlayInATerminal, CtrlCEndsCleanly) {
  Terminal waiting({"play", "spargo"});
  waiting.wait_for("white> ");
  waiting.type("\x03");
  EXPECT_EQ(waiting.wait(), 130);
  Terminal thinking({"play", "spargo", "--white", "bot:60"});
  thinking.wait_for("White is thinking");
  thinking.type("\x03");
  EXPECT_EQ(thinking.wait(), 130);
  Terminal counting({"perft", "margo", "9"});
  counting.wait_for("sequences ...");
  counting.type("\x03");
  EXPECT_EQ(counting.wait(), 130);
  Terminal running({"bench", "playouts", "spargo", "--seconds", "60"});
  running.wait_for("s left ...");
  running.type("\x03");
  EXPECT_EQ(running.wait(), 130);
}

TEST(PlayInATerminal, CtrlDLeaves) {
  Terminal terminal({"play", "spargo"});
  terminal.wait_for("white> ");
  terminal.type("\x04");
  EXPECT_EQ(terminal.wait(), 0);
}

// Two people, one screen: neither board is shown while the other looks, and nothing stays in the scroll-back.
TEST(PlayInATerminal, HiddenBoardsAreKeptApart) {
  Terminal terminal({"play", "phantom", "-o", "size=9", "--black", "human", "--white", "human"}, {{"NO_COLOR", "1"}});
  EXPECT_FALSE(contains(terminal.wait_for("Black: press Enter when you are alone at the screen. "), "9   ."));
  terminal.type("\n");
  terminal.wait_for("black> ");
  terminal.type("C3\n");
  EXPECT_TRUE(contains(terminal.wait_for("Press Enter, then hand over to White. "), "(X)"));
  terminal.type("\n");
  EXPECT_TRUE(contains(terminal.wait_for("White: press Enter when you are alone at the screen. "), "\033[3J"));
  terminal.type("\n");
  const std::string white = terminal.wait_for("white> ");
  EXPECT_FALSE(contains(white, "C3")) << white;
  EXPECT_FALSE(contains(white, "(X)") || contains(white, "(x)")) << white;
  EXPECT_TRUE(contains(white, "black has played")) << white;
  terminal.type("C3\n");
  EXPECT_TRUE(contains(terminal.wait_for("white> "), "C3 is refused"));
  terminal.type("moves\n");
  EXPECT_TRUE(contains(terminal.wait_for("white> "), "You can see the moves when the game is over."));
  terminal.type("undo\n");
  EXPECT_TRUE(contains(terminal.wait_for("white> "), "You cannot take back a move here"));
  terminal.type("D3 E3\n");
  EXPECT_TRUE(contains(terminal.wait_for("white> "), "Type one move at a time"));
  terminal.type("D3\n");
  terminal.wait_for("hand over to Black. ");
  terminal.type("\n");
  terminal.wait_for("alone at the screen. ");
  terminal.type("\n");
  const std::string black = terminal.wait_for("black> ");
  EXPECT_FALSE(contains(black, "D3")) << black;
  EXPECT_FALSE(contains(black, "refused")) << black;
}

}  // namespace
}  // namespace cairn::test
