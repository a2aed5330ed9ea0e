// Boards that mean the same are shown to networks as the same: a game and its turned twin, move by move, for every game
// that networks are taught.
#include "tests/reference/effort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/rng.h"
#include "games/registry.h"
#include "search/network/symmetry.h"

namespace cairn::contract {
namespace {

using network::Features;
using network::FeatureSpec;
using network::Transform;

struct Case {
  std::string_view game, options;
};

Features encode(const FeatureSpec& spec, const Position& position, ActionList& actions) {
  Features seen;
  const Seat seat = position.to_act().front();
  position.legal(seat, actions);
  EXPECT_TRUE(spec.encode(position, seat, actions, seen));
  return seen;
}

// Plays both to their end; the number of positions that were compared.
int play_twins(const FeatureSpec& spec, const Position& start, const Transform& turn, Rng& rng) {
  Position one = start, twin = start;
  ActionList actions, others;
  int compared = 0;
  for (; !one.to_act().empty() && compared < 300; ++compared) {
    const Features seen = encode(spec, one, actions), turned = encode(spec, twin, others);
    EXPECT_EQ(seen.globals, turned.globals);
    EXPECT_EQ(actions.size(), others.size());
    for (std::size_t i = 0; i < turn.cells.size(); ++i)
      if (turned.planes[i] != seen.planes[static_cast<std::size_t>(turn.cells[i])]) {
        ADD_FAILURE() << "plane " << i % static_cast<std::size_t>(spec.planes) << " of point "
                      << i / static_cast<std::size_t>(spec.planes) << " after " << compared << " moves";
        return compared;
      }
    const std::size_t chosen = rng.below(static_cast<std::uint32_t>(actions.size()));
    const auto same = std::find_if(turned.logits.begin(), turned.logits.end(), [&](std::int32_t logit) {
      return turn.logits[static_cast<std::size_t>(logit)] == seen.logits[chosen];
    });
    if (same == turned.logits.end()) {
      ADD_FAILURE() << "the twin has no such move after " << compared << " moves";
      return compared;
    }
    const Action answer = others[static_cast<std::size_t>(same - turned.logits.begin())];
    one.apply(one.to_act().front(), actions[chosen], NoEvents{});
    twin.apply(twin.to_act().front(), answer, NoEvents{});
  }
  EXPECT_EQ(one.to_act().empty(), twin.to_act().empty());
  return compared;
}

TEST(FeatureSpec, ShowsBoardsThatMeanTheSameAsTheSame) {
  const std::vector<Case> cases = {
      {"margo", "size=6"},
      {"margo", "size=4"},
      {"margo", "size=8"},
      {"spargo", ""},
      {"go", "size=9 agreement=no"},
      {"go", "size=6 agreement=no ko=positional"},
      {"toroidal", "size=7 agreement=no"},
      {"margrites", "black=b2,c2,d2,e2,f2,g2,h2,e1 white=a7,b7,c7,d7,f7,g7,h7,i7"},
  };
  std::set<std::string_view> features, wanted;
  for (const GameInfo& info : games()) wanted.insert(info.features.name);
  Rng rng(7);
  for (const Case& one : cases) {
    const GameInfo& info = *find_game(one.game);
    features.insert(info.features.name);
    Made made = info.make({parse_option_words(std::string(one.options)), {}});
    ASSERT_EQ(made.error, "") << one.game;
    ActionList actions;
    const Features first = encode(info.features, made.position, actions);
    const network::Shape shape{std::string(info.features.name),
                               info.features.planes,
                               info.features.globals,
                               16,
                               1,
                               1,
                               info.features.policy,
                               info.features.extras,
                               16};
    const auto turns = network::transforms(info.features.symmetry, shape, first.columns, first.rows);
    EXPECT_GT(turns.size(), 1U);
    int compared = 0;
    for (std::size_t k = 0; k < turns.size(); ++k)
      for (int game = 0; game < (in_long_run() ? 50 : 2); ++game) {
        compared += play_twins(info.features, made.position, turns[k], rng);
        ASSERT_FALSE(HasFailure()) << one.game << ' ' << one.options << ", turned in the way " << k;
      }
    EXPECT_GT(compared, 30) << one.game << ' ' << one.options;
  }
  features.insert("");
  wanted.insert("");
  EXPECT_EQ(features, wanted);
}

}  // namespace
}  // namespace cairn::contract
