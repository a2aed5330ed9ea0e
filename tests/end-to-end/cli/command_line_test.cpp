// What the program says about command lines that it cannot read, and how it reads the ones that it can: numbers, lists,
// flags, positional arguments. One line of each kind that apps/cairn/command_line.h offers.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/text.h"
#include "program.h"

namespace cairn::test {
namespace {

struct Line {
  std::string typed, answer;  // the words behind `cairn`, and the first line on standard error
};

Ran run_line(const std::string& typed) {
  const auto words = split_words(typed);
  return run({words.begin(), words.end()});
}

std::string first_line_of_error(const std::string& typed) {
  const Ran ran = run_line(typed);
  EXPECT_EQ(ran.status, 2) << typed;
  EXPECT_EQ(ran.out, "") << typed;
  const auto end = std::min(ran.err.find('\n'), ran.err.size());
  EXPECT_EQ(ran.err.substr(end), "\nRun with --help for more information.\n");
  EXPECT_EQ(ran.err.substr(0, 7), "cairn: ");
  return ran.err.substr(7, end - 7);
}

TEST(CommandLine, SaysWhatIsWrong) {
  const Line lines[] = {
      {"", "the subcommand is missing"},
      {"fly", "\"fly\" is not a subcommand"},
      {"bench", "the subcommand is missing"},
      {"bench fly", "\"fly\" is not a subcommand"},
      {"games --what", "unexpected argument: --what"},
      {"games go spargo", "unexpected argument: spargo"},
      {"perft", "GAME is missing"},
      {"perft go", "DEPTH is missing"},
      {"perft go 1 -o", "--option needs a value"},
      {"perft go 1 -o size=5 size=7", "unexpected argument: size=7"},
      {"perft go 101", "DEPTH must be from 0 to 100, not 101"},
      {"perft go 1e5", "DEPTH must be from 0 to 100, not 1e5"},
      {"perft go 1_0", "DEPTH must be from 0 to 100, not 1_0"},
      {"perft go 1.5", "DEPTH must be from 0 to 100, not 1.5"},
      {"match a b --game go --games 0", "--games must be from 1 to 10000000, not 0"},
      {"match a b --game go --seconds 0", "--seconds must be from 0.001 to 86400, not 0"},
      {"match a b --game go --sprt 5", "--sprt needs 2 values"},
      {"match a b --game go --sprt 5 x", "--sprt: \"5,x\" is not a valid value"},
      {"match a b --game go --seed x", "--seed: \"x\" is not a valid value"},
      {"match a b --game go --seed 1 --seed 2", "--seed can be given only once"},
      {"admin games --state shut", "--state must be one of open, running, over, not shut"},
      {"admin games --person x", "--person: \"x\" is not a valid value"},
      {"bot --server u --log x", "--log must be one of debug, info, warning, error, not x"},
      {"render f --out f --pace x", "--pace: \"x\" is not a valid value"},
      {"selfplay go --visits 0.5", "--visits: must be a whole number from 2 to 1000000"},
  };
  for (const Line& line : lines) EXPECT_EQ(first_line_of_error(line.typed), line.answer) << line.typed;
}

// Its games would end in a question that no engine searches.
TEST(CommandLine, RefusesSelfplayWithAnAgreement) {
  const Ran ran = run({"selfplay", "go", "-o", "agreement", "--games", "1"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err,
            "cairn: self-play cannot agree on dead stones: leave out the option agreement, or set agreement=no\n");
}

TEST(CommandLine, ReadsNumbersInTheirUsualForms) {
  for (const char* two : {"2", "+2", "02", "0x2"}) EXPECT_EQ(run({"perft", "spargo", two}).out, "240\n") << two;
}

TEST(CommandLine, ReadsFlagsWithAndWithoutValue) {
  EXPECT_EQ(run({"perft", "spargo", "1", "--divide"}).lines().size(), 17U);
  EXPECT_EQ(run({"perft", "spargo", "1", "--divide=false"}).out, "16\n");
  const auto limits = [](const std::string& flag) {
    const std::string config = run({"serve", "--print-config", flag}).out;
    return config.find("\nrate-limits = true\n") != std::string::npos;
  };
  EXPECT_FALSE(limits("--no-rate-limits"));
  EXPECT_TRUE(limits("--no-rate-limits=false"));
}

TEST(CommandLine, TakesOptionsBeforeAndBehindArguments) {
  for (const std::string line :
       {"-o height=2 spargo 1", "spargo -o height=2 1", "spargo 1 --option=height=2 -o beginner"})
    EXPECT_EQ(run_line("perft " + line).out, "16\n") << line;
  const std::string store = "--data /nonexistent";  // `admin` has it, its sub-commands take it too
  for (const std::string& line : {"admin " + store + " people", "admin people " + store})
    EXPECT_EQ(run_line(line).err,
              "cairn: /nonexistent contains no cairn.db; choose the data folder of a server with --data\n");
}

TEST(CommandLine, HelpTellsTypesAndDefaults) {
  const std::string help = run({"admin", "games", "--help"}).out;
  EXPECT_NE(help.find("  --most N:1..1000000=100\n"), std::string::npos) << help;
  EXPECT_NE(help.find("  --state STATE "), std::string::npos) << help;
  EXPECT_NE(run({"match", "--help"}).out.find("  --seconds S "), std::string::npos);
  EXPECT_NE(run({"match", "--help"}).out.find("  --clock wall|cpu=wall   Clock to count: wall, or cpu "),
            std::string::npos);
}

}  // namespace
}  // namespace cairn::test
