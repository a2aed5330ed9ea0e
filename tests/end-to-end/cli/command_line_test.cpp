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
  EXPECT_EQ(ran.err.substr(end), ran.err.starts_with("cairn: ") ? "\n" : "\nRun with --help for more information.\n");
  return ran.err.substr(0, end);
}

TEST(CommandLine, SaysWhatIsWrong) {
  const Line lines[] = {
      {"", "A subcommand is required"},
      {"fly", "A subcommand is required"},
      {"bench fly", "A subcommand is required"},
      {"games --what", "The following argument was not expected: --what"},
      {"games go spargo", "The following argument was not expected: spargo"},
      {"perft", "GAME is required"},
      {"perft go", "DEPTH is required"},
      {"perft go 1 -o", "--option: 1 required KEY=VALUE missing"},
      {"perft go 1 -o size=5 size=7", "The following argument was not expected: size=7"},
      {"perft go 101", "DEPTH: Value 101 not in range 0 to 100"},
      {"perft go 1e5", "DEPTH: Value 1e5 not in range 0 to 100"},
      {"perft go 1_0", "DEPTH: Value 1_0 not in range 0 to 100"},
      {"perft go 1.5", "DEPTH: Value 1.5 not in range 0 to 100"},
      {"match a b --game go --games 0", "--games: Value 0 not in range 1 to 10000000"},
      {"match a b --game go --seconds 0", "--seconds: Value 0 not in range 0.001000 to 86400.000000"},
      {"match a b --game go --sprt 5", "--sprt: At least 2 required but received 1"},
      {"match a b --game go --sprt 5 x", "Could not convert: --sprt = 5,x"},
      {"match a b --game go --seed x", "Could not convert: --seed = x"},
      {"match a b --game go --seed 1 --seed 2", "--seed: At Most 1 required but received 2"},
      {"admin games --state shut", "--state: shut not in {open,running,over}"},
      {"admin games --person x", "Could not convert: --person = x"},
      {"bot --server u --log x", "--log: x not in {debug,info,warning,error}"},
      {"render f --out f --pace x", "Could not convert: --pace = x"},
      {"selfplay go --visits 0.5", "--visits: must be a whole number from 2 to 1000000"},
  };
  for (const Line& line : lines) EXPECT_EQ(first_line_of_error(line.typed), line.answer) << line.typed;
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
    EXPECT_EQ(first_line_of_error(line), "cairn: /nonexistent holds no cairn.db; --data names the folder of a server");
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
