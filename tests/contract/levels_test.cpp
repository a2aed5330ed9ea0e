// The bot's levels in every game and on every board: each does more than the one below, and the last has no limit.
#include <gtest/gtest.h>

#include <array>

#include "games/ai_levels.h"
#include "games/registry.h"

namespace cairn::contract {
namespace {

Position start_of(const GameInfo& game, std::string_view options) {
  Made made = game.make({parse_option_words(std::string(options)), {}});
  EXPECT_EQ(made.error, "");
  return made.position;
}

void rises(const Level* levels) {
  for (int number = 1; number < kLevels; ++number) {
    SCOPED_TRACE(number);
    const Level one = level(number, levels), next = level(number + 1, levels);
    EXPECT_GT(one.playouts, 0U);
    EXPECT_EQ(one.network, one.visits > 0);
    EXPECT_LE(one.network, next.network);
    if (number + 1 == kLevels) {
      EXPECT_EQ(next.playouts, 0U);
      EXPECT_EQ(next.visits, 0U);
      continue;
    }
    EXPECT_TRUE(next.playouts > one.playouts || (next.playouts == one.playouts && next.blur < one.blur));
    if (one.network) EXPECT_GT(next.visits, one.visits);
    EXPECT_LE(next.blur, one.blur);
    EXPECT_LE(next.overlook, one.overlook);
    EXPECT_LE(next.temperature, one.temperature);
  }
}

TEST(Levels, RiseInEveryGame) {
  rises(nullptr);
  for (const GameInfo& game : games())
    for (const std::string_view words : game.variety) {
      SCOPED_TRACE(std::string(game.name) + " " + std::string(words));
      rises(levels_of(game, start_of(game, words)));
    }
}

// Weak bots play what is plausible: they seldom open at the edge, where 32 of 81 points are.
TEST(Levels, SeldomOpenGoOnTheFirstLine) {
  const GameInfo& game = *find_game("go");
  const Position position = start_of(game, "size=9");
  for (int number = 1; number <= 3; ++number) {
    int edge = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto engine = make_engine(game, position, {.memory = 8U << 20, .seed = seed, .level = number});
      think(*engine, position, seat_at(0), {.playouts = level(number, levels_of(game, position)).playouts});
      edge += position.format(engine->choose()).find_first_of("AJ19") != std::string::npos;
    }
    EXPECT_LE(edge, 6) << "level " << number;
  }
}

}  // namespace
}  // namespace cairn::contract
