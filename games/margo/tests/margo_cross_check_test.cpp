// The fast Margo against the slow one: legal moves, reasons, captures, boards and results along random games.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "games/registry.h"
#include "tests/reference/effort.h"
#include "tests/reference/margo_reference.h"

namespace cairn {
namespace {

struct Case {
  std::string game, options;
  int plies;  // in the short run
};

std::string option(const OptionValues& values, const std::string& name) {
  for (const auto& [key, value] : values)
    if (key == name) return value;
  return "";
}

reference::MargoOptions reference_options(const Case& c) {
  const OptionValues all = find_game(c.game)->complete(parse_option_words(c.options));
  const auto number = [&](const std::string& name) { return parse_int(option(all, name)).value_or(4); };  // spargo: 4
  const auto flag = [&](const std::string& name) { return option(all, name) == "yes"; };
  reference::MargoOptions o;
  o.size = number("size");
  o.players = number("players");
  o.height = number("height");
  o.can_pass = flag("can_pass");
  o.all_freedoms = flag("all_freedoms");
  o.ko = option(all, "ko");
  o.swap = flag("swap");
  o.beginner = flag("beginner");
  o.testing = flag("testing");
  return o;
}

std::string a_word(Rng& rng, int size) {  // a name that may be anything
  static const std::vector<std::string> odd{"pass", "swap", "A0",   "Z99",    "7A", "A7x",
                                            "B2X",  "A01",  "ABC3", "resign", "",   "B3"};
  if (rng.below(8) == 0) return odd[rng.below(static_cast<std::uint32_t>(odd.size()))];
  const auto side = static_cast<std::uint32_t>(2 * size);
  const auto column = rng.below(side);
  const std::string letters = column < 26 ? std::string(1, static_cast<char>('a' + column))
                                          : "A" + std::string(1, static_cast<char>('A' + column - 26));
  return letters + std::to_string(rng.below(side) + 1);
}

// Plays random games until `plies` were compared; returns how many.
int cross_check(const Case& c, int plies, std::uint64_t seed) {
  Rng rng(seed);
  const Made made = find_game(c.game)->make({parse_option_words(c.options), {}});
  EXPECT_EQ(made.error, "");
  if (!made.position) return 0;
  const auto options = reference_options(c);
  int compared = 0;
  while (compared < plies && !::testing::Test::HasFailure()) {
    Position fast = made.position;
    reference::Margo slow(options);
    std::string moves;
    while (compared < plies) {
      SCOPED_TRACE(c.game + " " + c.options + ":" + moves);
      ++compared;
      const bool over = fast.to_act().empty();
      EXPECT_EQ(over, slow.over());
      const View view = fast.view(Viewer::spectator);
      EXPECT_EQ(view.board, slow.board());
      EXPECT_EQ(view.result, slow.result());
      for (const auto& side : view.sides) EXPECT_EQ(side.half_points, 2 * slow.score().at(side.name));
      const Seat seat = fast.turn().seat;
      const auto legal = over ? std::vector<std::string>{} : fast.legal_words(seat);
      EXPECT_EQ(legal, slow.legal());
      if (::testing::Test::HasFailure() || over) break;
      const std::string probe = a_word(rng, options.size);
      EventLog none;
      Position untouched = fast;
      const Reason reason = untouched.play(seat, probe, none);
      EXPECT_EQ(to_word(reason), slow.reason(probe)) << probe;
      if (reason != Reason::none) {
        EXPECT_EQ(untouched.hash(), fast.hash());
      }
      // Favour captures a little: random play alone reaches few repetitions.
      std::string word = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      if (word == "pass" && rng.below(4) != 0) word = legal.front();
      EventLog log;
      EXPECT_EQ(fast.play(seat, word, log), Reason::none);
      std::vector<std::string> removed;
      for (const Event& event : log)
        if (event.kind == Event::Kind::removed) removed.push_back(fast.name(event.at));
      std::sort(removed.begin(), removed.end());
      EXPECT_EQ(removed, slow.play(word)) << word;
      moves += " " + word;
    }
  }
  return compared;
}

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const char* game : {"margo", "spargo"})
    for (const auto words : find_game(game)->variety) list.push_back({game, std::string(words), 700});
  for (const char* words :
       {"size=2 ko=simple", "size=2 ko=positional", "size=2 ko=none", "size=2 players=3", "size=2 players=4 ko=simple",
        "size=3 ko=simple", "size=3 ko=none players=3", "size=3 ko=positional can_pass", "size=3 all_freedoms can_pass",
        "size=3 height=2 ko=simple", "size=4 testing ko=none", "size=4 testing players=3 all_freedoms",
        "size=5 players=3 ko=simple can_pass", "size=6 all_freedoms height=3", "size=7 players=4 all_freedoms",
        "size=8 ko=simple", "size=10 height=2", "size=17 height=1", "size=18"})
    list.push_back({"margo", words, 500});
  for (auto& c : list)
    if (reference_options(c).size > 8) c.plies = 120;
  return list;
}

TEST(MargoCrossCheck, AgreesWithTheReference) {
  int compared = 0;
  for (const Case& c : cases()) {
    compared += cross_check(c, as_many(c.plies), 11);
    ASSERT_FALSE(HasFailure());
  }
  RecordProperty("positions", compared);
  EXPECT_GE(compared, as_many(20'000));
}

TEST(MargoCrossCheck, LongAgreesWithTheReference) {
  if (!in_long_run()) GTEST_SKIP() << "set CAIRN_LONG=1";
  long compared = 0;
  for (std::uint64_t seed = 100; compared < 1'000'000; ++seed)
    for (const Case& c : cases()) {
      const bool large = reference_options(c).size > 8;
      if (large && seed % 10 != 0) continue;
      compared += cross_check(c, large ? 400 : 5'000, seed);
      ASSERT_FALSE(HasFailure());
    }
  std::printf("compared %ld positions\n", compared);
}

std::uint64_t slow_perft(const reference::Margo& game, int depth) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  for (const auto& word : game.legal()) {
    reference::Margo next = game;
    next.play(word);
    nodes += slow_perft(next, depth - 1);
  }
  return nodes;
}

TEST(MargoCrossCheck, PerftTablesAreTheReferencesToo) {
  struct Perft {
    const char* options;
    std::vector<std::uint64_t> nodes;
  };
  const std::vector<Perft> tables{
#include "games/margo/tests/perft_table.inc"
  };
  for (const auto& [options, nodes] : tables)
    for (std::size_t depth = 1; depth <= nodes.size() && nodes[depth - 1] < 5'000; ++depth)
      EXPECT_EQ(slow_perft(reference::Margo(reference_options({"margo", options, 0})), static_cast<int>(depth)),
                nodes[depth - 1])
          << options << " depth " << depth;
}

}  // namespace
}  // namespace cairn
