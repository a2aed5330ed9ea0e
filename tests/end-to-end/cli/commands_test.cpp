// The other sub-commands: what they print and their exit codes.
#include <gtest/gtest.h>

#include "games/registry.h"
#include "program.h"
#include "tests/reference/effort.h"

namespace cairn::test {
namespace {

TEST(Program, ExitCodesOfUse) {
  EXPECT_EQ(run({"--help"}).status, 0);
  EXPECT_EQ(run({"--version"}).status, 0);
  EXPECT_EQ(run({"--version"}).out.rfind("cairn ", 0), 0U);
  EXPECT_EQ(run({}).status, 2);
  EXPECT_EQ(run({"fly"}).status, 2);
  EXPECT_EQ(run({"replay"}).status, 2);
  EXPECT_EQ(run({"perft", "spargo"}).status, 2);
  EXPECT_EQ(run({"perft", "spargo", "-1"}).status, 2);
  EXPECT_EQ(run({"perft", "spargo", "x"}).status, 2);
  EXPECT_EQ(run({"bench"}).status, 2);
  EXPECT_EQ(run({"bench", "playouts", "spargo", "--seconds", "0"}).status, 2);
  EXPECT_EQ(run({"games", "--what"}).status, 2);
}

TEST(Program, HelpFitsInEightyColumns) {
  const std::vector<std::vector<std::string>> commands{
      {},       {"games"}, {"replay"},  {"perft"}, {"bench"}, {"serve"}, {"bench", "playouts"}, {"bench", "signature"},
      {"play"}, {"gtp"},   {"puzzles"}, {"solve"}, {"verify"}};
  for (auto command : commands) {
    command.push_back("--help");
    const Ran ran = run(command);
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.err, "");
    for (const auto& line : ran.lines()) EXPECT_LE(line.size(), 80U) << line;
  }
}

// A command line is seen by everybody on the machine, a log by many.
TEST(Serve, TakesNoPasswordOnTheCommandLineAndTellsNone) {
  const Ran refused = run({"serve", "--port", "0", "--database", "postgresql://u:secret@localhost/x"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("CAIRN_DATABASE"), std::string::npos) << refused.err;
  EXPECT_EQ(run({"serve", "--port", "0", "--database", "mysql://u@localhost/x"}).status, 2);
  const Folder folder;
  for (const std::string url : {"postgresql://u:secret@127.0.0.1:1/x", "u:secret@127.0.0.1:1/x"}) {
    const Ran unreached = shell(folder, "CAIRN_DATABASE=" + url + " cairn serve --port 0");
    EXPECT_EQ(unreached.status, 2);
    EXPECT_NE(unreached.err.find("database"), std::string::npos) << unreached.err;
    EXPECT_EQ((unreached.out + unreached.err).find("secret"), std::string::npos) << unreached.err;
  }
}

TEST(Games, ListsEveryGame) {
  const Ran ran = run({"games"});
  EXPECT_EQ(ran.status, 0);
  for (const auto& info : games()) {
    EXPECT_NE(("\n" + ran.out).find("\n" + std::string(info.name) + " "), std::string::npos) << info.name;
    const Ran one = run({"games", std::string(info.name)});
    EXPECT_EQ(one.status, 0);
    for (const auto& option : info.options) EXPECT_NE(one.out.find("\n  " + option.name), std::string::npos);
    for (const auto& line : one.lines()) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(Games, TellsOneAsJson) {
  const auto all = run({"games", "--json"}).json();
  EXPECT_EQ(all.size(), games().size());
  const Ran one = run({"games", "MARGO", "--json"});
  EXPECT_EQ(one.json().at(0), all.at(0));
  EXPECT_EQ(one.json().at(0).at("name"), "margo");
  EXPECT_EQ(run({"games", "chess"}).status, 2);
}

TEST(Perft, CountsSequences) {
  const Ran ran = run({"perft", "margo", "2", "-o", "size=2"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out, "12\n");
  EXPECT_NE(ran.err.find("sequences/s"), std::string::npos);
  EXPECT_EQ(run({"perft", "spargo", "0"}).out, "1\n");
  EXPECT_EQ(run({"perft", "chess", "1"}).status, 2);
}

TEST(Perft, DivideAddsUpAndAgreesWithTheCore) {
  for (const auto& info : games()) {
    const std::string name(info.name);
    if (info.make({}).position.perft(1) > 2000) continue;  // formations
    const Ran ran = run({"perft", name, "2", "--divide"});
    const auto lines = ran.lines();
    ASSERT_GT(lines.size(), 1U) << name;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) sum += std::stoull(lines[i].substr(lines[i].rfind(' ') + 1));
    EXPECT_EQ(std::to_string(sum), lines.back()) << name;
    EXPECT_EQ(lines.back(), std::to_string(info.make({}).position.perft(2))) << name;
  }
}

TEST(Perft, DeepCountsAgreeWithTheCore) {
  EXPECT_EQ(run({"perft", "spargo", "4"}).out, std::to_string(find_game("spargo")->make({}).position.perft(4)) + "\n");
}

TEST(Puzzles, AreTheSameForASeed) {
  const Ran ran = run({"puzzles", "margo", "-o", "size=3", "--count", "3", "--source"});
  EXPECT_EQ(ran.status, 0);
  ASSERT_EQ(ran.lines().size(), 3U);
  EXPECT_EQ(run({"puzzles", "margo", "-o", "size=3", "--count", "3", "--source"}).out, ran.out);
  const Ran one_game = run({"puzzles", "margo", "-o", "size=3", "--games", "1", "--count", "9"});
  EXPECT_LT(one_game.lines().size(), 9U) << "a game has several";
  EXPECT_NE(one_game.err.find("; games searched: 1"), std::string::npos) << one_game.err;
  EXPECT_EQ(run({"puzzles", "go"}).status, 2) << "by the usual rules nothing is proven";
  const auto known = run({"puzzles", "spargo", "--known"}).lines();
  EXPECT_GE(known.size(), 300U);
  const auto zombies = run({"puzzles", "spargo", "--known", "--theme", "zombie"}).lines();
  EXPECT_GE(zombies.size(), 10U);
  EXPECT_LT(zombies.size(), known.size());
  const Ran odd = run({"puzzles", "spargo", "--known", "--theme", "fork"});
  EXPECT_EQ(odd.status, 2);
  EXPECT_NE(odd.err.find("zombie, overpass, race, revealed, sacrifice"), std::string::npos) << odd.err;
  const Ran alone = run({"puzzles", "spargo", "--theme", "zombie", "--count", "1", "--games", "1"});
  EXPECT_EQ(alone.status, 2);
  EXPECT_NE(alone.err.find("--theme and --measure work only with --known"), std::string::npos) << alone.err;
  EXPECT_EQ(run({"puzzles", "spargo", "--measure", "--games", "1"}).status, 2);
  EXPECT_EQ(run({"puzzles", "margo", "-o", "size=2", "--known", "--measure"}).status, 1) << "there are none";
  EXPECT_EQ(run({"puzzles", "margo", "-o", "size=9", "--known"}).status, 1);
  EXPECT_EQ(run({"puzzles", "margo", "-o", "players=3"}).status, 2);
}

TEST(Bench, PlayoutsAsJson) {
  for (const auto& info : games()) {
    const Ran ran = run({"bench", "playouts", std::string(info.name), "--seconds", "0.02", "--json"});
    EXPECT_EQ(ran.status, 0);
    const auto line = ran.json().at(0);
    std::vector<std::string> keys;
    for (const auto& [key, value] : line.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"game", "playouts_per_s", "moves_per_s", "mean_length", "first_wins"}));
    EXPECT_EQ(line.at("game"), info.name);
    const double playouts = line.at("playouts_per_s"), moves = line.at("moves_per_s"), length = line.at("mean_length");
    EXPECT_GT(playouts, 0);
    EXPECT_NEAR(moves, playouts * length, 1e-6 * moves);
    EXPECT_GE(line.at("first_wins"), 0.0);
    EXPECT_LE(line.at("first_wins"), 1.0);
  }
  EXPECT_NE(run({"bench", "playouts", "spargo", "--seconds", "0.02"}).out.find("playouts/s"), std::string::npos);
  EXPECT_EQ(run({"bench", "playouts", "spargo", "-o", "size=9", "--json"}).json().at(0).at("error"), "bad option");
}

// Random games of the lengths that the specification tells.
TEST(Bench, SpargoGamesHaveTheirKnownLength) {
  const auto line = run({"bench", "playouts", "spargo", "--seconds", "0.2", "--json"}).json().at(0);
  EXPECT_NEAR(line.at("mean_length").get<double>(), 44, 1);
}

TEST(Bench, SignatureIsTheSameTwiceAndComparable) {
  const Ran first = run({"bench", "signature", "--each"});
  EXPECT_EQ(first.status, 0);
  std::size_t sets = 0;
  for (const auto& info : games()) sets += info.variety.size();
  ASSERT_EQ(first.lines().size(), sets + 1);
  EXPECT_EQ(first.lines().back().size(), 16U);
  const Folder folder;
  EXPECT_EQ(run({"bench", "signature", "--check", folder.write("right", first.lines().back() + "\n")}).status, 0);
  const Ran differs = run({"bench", "signature", "--check", folder.write("wrong", "0123456789abcdef\n")});
  EXPECT_EQ(differs.status, 1);
  EXPECT_NE(differs.err.find("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(run({"bench", "signature", "--check", folder.path("none")}).status, 2);
}

// Written anew by: build/release/apps/cairn/cairn bench signature > tests/signature.txt
TEST(Bench, SignatureIsTheExpectedOne) {
  if (in_short_run()) GTEST_SKIP() << "minutes of play";
  const Ran ran = run({"bench", "signature", "--check", std::string(CAIRN_SOURCE) + "/tests/signature.txt"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

}  // namespace
}  // namespace cairn::test
