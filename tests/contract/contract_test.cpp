// Every registered game under every option set of its `variety` keeps the contract (tests/contract/laws.h).
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <ostream>

#include "tests/contract/laws.h"
#include "tests/reference/effort.h"

namespace cairn::contract {
namespace {

struct Case {
  const GameInfo* info;
  std::string_view options;
};

void PrintTo(const Case& test, std::ostream* out) {
  *out << test.info->name << " " << test.options;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const GameInfo& info : games())
    for (const auto options : info.variety) all.push_back({&info, options});
  return all;
}

std::string case_name(const testing::TestParamInfo<Case>& test) {
  std::string name(test.param.info->name);
  name += "_" + std::string(test.param.options.empty() ? "default" : test.param.options);
  for (char& c : name)
    if (!is_letter(c) && !is_digit(c)) c = '_';
  return name + "_" + std::to_string(test.index);
}

Report& totals() {
  static Report all;
  return all;
}

void add(const Report& report) {
  Report& all = totals();
  all.games += report.games;
  all.ended += report.ended;
  all.plies += report.plies;
  all.words += report.words;
  all.refusals += report.refusals;
  all.worlds += report.worlds;
  all.hidden_worlds += report.hidden_worlds;
  all.choices += report.choices;
  all.commuted += report.commuted;
  all.retired += report.retired;
  all.tables += report.tables;
  all.setups += report.setups;
  all.setups_taken += report.setups_taken;
}

class Summary : public testing::Environment {
 public:
  void TearDown() override {
    const Report& all = totals();
    std::printf(
        "contract: %ld games (%ld to their end), %ld plies, %ld words, %ld refusals, %ld positions set up (%ld taken), "
        "%ld departures, %ld tables\ncontract: %ld sampled worlds, %ld of them hidden worlds; %ld choices told alike; "
        "%ld simultaneous pairs commuted\n",
        all.games, all.ended, all.plies, all.words, all.refusals, all.setups, all.setups_taken, all.retired, all.tables,
        all.worlds, all.hidden_worlds, all.choices, all.commuted);
  }
};
const auto* const kSummary = testing::AddGlobalTestEnvironment(new Summary);

class Contract : public testing::TestWithParam<Case> {};

TEST_P(Contract, RandomPlayKeepsEveryLaw) {
  const auto [info, options] = GetParam();
  const Effort effort = in_long_run()    ? Effort{.games = 30, .plies = 1200, .closely = 60}
                        : in_short_run() ? Effort{.games = 2, .plies = 120, .closely = 8}
                                         : Effort{};
  Report report;
  check_play(*info, options, 20'260'000 + static_cast<std::uint64_t>(options.size()), effort, report);
  for (const auto& fault : report.faults) ADD_FAILURE() << fault;
  EXPECT_GT(report.plies, 0);
  EXPECT_GT(report.words, 0);
  EXPECT_GT(report.refusals, 0);
  EXPECT_TRUE(!info->hidden || report.hidden_worlds > 0) << "the run met no hidden world";
  add(report);
}

INSTANTIATE_TEST_SUITE_P(Games, Contract, testing::ValuesIn(cases()), case_name);

TEST(Options, AreDescribedAndGuarded) {
  ASSERT_FALSE(games().empty());
  for (const GameInfo& info : games()) {
    Report report;
    check_options(info, report);
    for (const auto& fault : report.faults) ADD_FAILURE() << fault;
    EXPECT_EQ(find_game(upper(info.name)), &info);
    EXPECT_NE(unknown_game("x").find(info.name), std::string::npos);
  }
}

}  // namespace
}  // namespace cairn::contract
