// An engine's choice, and what happens where it has none.
#include "search/choice.h"

#include <gtest/gtest.h>

#include <set>

#include "search/mcts.h"
#include "tests/example/take.h"

namespace cairn {
namespace {

using Search = Mcts<Position, UniformKnowledge<Position>>;

const Position kStart{example::Take(example::TakeOptions{.stones = 11})};
const Position* itself(const Position& position) {
  return &position;
}

TEST(Choice, IsTheEnginesOwnWhereItHasOne) {
  Search engine(kStart, {}, itself);
  const Analysis found = think(engine, kStart, seat_at(0), {.playouts = 500});
  Rng rng(1);
  EXPECT_EQ(choose_action(engine, kStart, seat_at(0), rng), found.best);
}

// One that has not thought yet knows no action.
TEST(Choice, IsAnyLegalActionWhereTheEngineHasNone) {
  Search engine(kStart, {}, itself);
  Rng rng(1);
  std::set<Action> seen;
  for (int i = 0; i < 200; ++i) {
    const auto chosen = choose_action(engine, kStart, seat_at(0), rng);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(kStart.check(seat_at(0), *chosen), Reason::none);
    seen.insert(*chosen);
  }
  EXPECT_EQ(seen.size(), 3U);
  EXPECT_FALSE(choose_action(engine, kStart, seat_at(1), rng));
}

}  // namespace
}  // namespace cairn
