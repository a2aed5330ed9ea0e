// The contract test tested: good games break no law, and a game broken on purpose breaks the law that it should.
#include "tests/contract/laws.h"

#include <gtest/gtest.h>

#include "core/swap.h"
#include "tests/contract/toys.h"
#include "tests/skeleton/info.h"

namespace cairn::contract {
namespace {

Report run(const GameInfo& info) {
  Report report;
  check_options(info, report);
  for (const auto words : info.variety) check_play(info, words, 5, {.games = 12, .plies = 60, .closely = 24}, report);
  return report;
}

// Whether one of the faults is of this law.
testing::AssertionResult breaks(const Report& report, std::string_view law) {
  for (const auto& fault : report.faults)
    if (fault.compare(0, law.size(), law) == 0) return testing::AssertionSuccess();
  auto result = testing::AssertionFailure() << "expected: " << law << "; found " << report.faults.size();
  for (const auto& fault : report.faults) result << "\n" << fault;
  return result;
}

template <Flaw kFlaw>
GameInfo broken_take() {
  GameInfo info = example::take_info();
  info.make = [](const Config& config) -> Made {
    example::TakeOptions options;
    if (auto error = set_options(options, config.options); !error.empty() && kFlaw != Flaw::any_option)
      return {.error = error};
    if (config.setup && kFlaw != Flaw::any_setup) return {.error = "none"};
    return {.position = Position(BrokenTake<kFlaw>(options))};
  };
  return info;
}

template <Flaw kFlaw>
GameInfo sealed() {
  return {.name = "sealed",
          .title = "Sealed",
          .summary = "The larger secret number wins.",
          .variety = {""},
          .hidden = true,
          .make = [](const Config& config) -> Made {
            if (!config.options.empty() || config.setup) return {.error = "no options, no positions"};
            return {.position = Position(Sealed<kFlaw>())};
          },
          .complete = [](const OptionValues&) { return OptionValues{}; }};
}

std::string joined(const Report& report) {
  std::string text;
  for (const auto& fault : report.faults) text += fault + "\n";
  return text;
}

TEST(Laws, GoodGamesBreakNone) {
  const Report take = run(example::take_info());
  EXPECT_TRUE(take.faults.empty()) << joined(take);
  EXPECT_EQ(take.games, 48);
  EXPECT_EQ(take.ended, take.games);
  EXPECT_GT(take.words, 500);
  EXPECT_GT(take.refusals, 1000);
  EXPECT_GT(take.retired, 10);
  EXPECT_EQ(take.hidden_worlds, 0);

  const Report none = run(broken_take<Flaw::none>());
  EXPECT_TRUE(none.faults.empty()) << joined(none);

  const Report secret = run(sealed<Flaw::none>());
  EXPECT_TRUE(secret.faults.empty()) << joined(secret);
  EXPECT_GT(secret.hidden_worlds, 10);
  EXPECT_GT(secret.choices, 10);
  EXPECT_GT(secret.commuted, 10);
}

// What scripts/new_game copies: it is compiled and held to the contract as it stands here.
TEST(Laws, TheSkeletonOfANewGameBreaksNone) {
  const Report report = run(skeleton::info());
  EXPECT_TRUE(report.faults.empty()) << joined(report);
  EXPECT_GT(report.ended, report.games / 2);
  EXPECT_GT(report.setups_taken, 10);
  EXPECT_GT(report.refusals, 1000);
}

TEST(Laws, ListsAndDoors) {
  EXPECT_TRUE(breaks(run(broken_take<Flaw::lists_too_much>()), "what is listed is allowed"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::lists_too_little>()), "what is allowed is listed"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::moves_out_of_turn>()), "only seats in to_act have moves"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::wrong_turn>()), "clocks run for who must act"));
}

TEST(Laws, Words) {
  EXPECT_TRUE(breaks(run(broken_take<Flaw::reads_one_case>()), "a word comes back as its action"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::two_words_alike>()), "a word means one action"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::changes_on_refusal>()), "a refused word changes nothing"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::any_option>()), "a wrong option is refused"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::any_setup>()), "an impossible position is refused"));
}

TEST(Laws, RefusalsOfAGamesOwn) {
  GameInfo own = broken_take<Flaw::unlisted_reason>();
  EXPECT_TRUE(breaks(run(own), "a refusal of a game's own is registered"));
  own.reasons = {kToysOwn};
  const Report good = run(own);
  EXPECT_TRUE(good.faults.empty()) << joined(good);
  own.reasons = {kToysOwn, kToysOwn};
  EXPECT_TRUE(breaks(run(own), "a refusal of a game's own is described"));
}

TEST(Laws, Values) {
  EXPECT_TRUE(breaks(run(broken_take<Flaw::shared_state>()), "a copy is independent"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::blind_hash>()), "the hash tells positions apart"));
}

TEST(Laws, Sight) {
  EXPECT_TRUE(breaks(run(broken_take<Flaw::forgets_events>()), "the events tell what changed"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::tells_wrong_square>()), "the events tell what changed"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::bad_shape>()), "a view is well formed"));
  EXPECT_TRUE(
      breaks(run(broken_take<Flaw::groups_on_nothing>()), "a view is well formed: groups that live on nothing"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::unknown_tally>()), "a view is well formed: a tally of goals"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::uncounted_tally>()), "a view is well formed: captures are shown"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::wrong_next>()), "a view says whose turn it is"));
}

TEST(Laws, Ends) {
  EXPECT_TRUE(breaks(run(broken_take<Flaw::no_ranks>()), "ranks are 1..seats"));
  EXPECT_TRUE(breaks(run(broken_take<Flaw::cannot_leave>()), "who left does not act"));
}

TEST(Laws, Secrets) {
  EXPECT_TRUE(breaks(run(sealed<Flaw::sample_shows>()), "a sampled world"));
  EXPECT_TRUE(breaks(run(sealed<Flaw::tells_choice>()), "views alike are told alike"));
  EXPECT_TRUE(breaks(run(sealed<Flaw::view_shows>()), "a sampled world looks the same"));
  EXPECT_TRUE(breaks(run(sealed<Flaw::order_matters>()), "simultaneous actions commute"));
  EXPECT_TRUE(breaks(run(sealed<Flaw::hidden_at_end>()), "after the end the board is open"));
  GameInfo lying = sealed<Flaw::none>();
  lying.hidden = false;
  EXPECT_TRUE(breaks(run(lying), "without hidden information"));
}

}  // namespace
}  // namespace cairn::contract
