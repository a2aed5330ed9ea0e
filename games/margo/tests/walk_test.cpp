// One game on boards of different representations: the large ones, which walk near a ball, against the small ones,
// which step over all points. Sizes that both can hold, to the end of the game, when captures and zombies are frequent.
#include "games/margo/margo.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/rng.h"
#include "tests/reference/effort.h"

namespace cairn::margo {
namespace {

// Any heap of balls, mostly one that no game could leave: groups without a freedom stand on it.
Setup random_heap(Rng& rng, const Options& options) {
  Setup setup;
  std::vector<std::string> below;
  for (int l = 0; l < options.levels(); ++l) {
    const int side = options.size - l;
    std::vector<std::string> rows(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), '.'));
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (std::size_t c = 0; c < rows.size(); ++c) {
        const bool held = l == 0 || (below[r][c] != '.' && below[r][c + 1] != '.' && below[r + 1][c] != '.' &&
                                     below[r + 1][c + 1] != '.');
        const auto letters = static_cast<std::uint32_t>(options.players);
        if (held && rng.below(5) != 0) rows[r][c] = "WBRL"[rng.below(letters)];
      }
    std::string level;
    for (std::size_t r = rows.size(); r-- > 0;) level += rows[r] + (r > 0 ? "/" : "");
    setup.board.push_back(level);
    below = rows;
  }
  return setup;
}

// Plays a random game on both, comparing what is legal and what stands. Returns its plies.
template <class Small, class Large>
int play_both(const Options& options, Rng& rng, bool heap) {
  Game<Small> small(options);
  Game<Large> large(options);
  if (heap) {
    const Setup setup = random_heap(rng, options);
    EXPECT_EQ(small.set_up(setup), "");
    EXPECT_EQ(large.set_up(setup), "");
  }
  int plies = 0;
  for (ActionList here, there; plies < 600; ++plies) {
    EXPECT_EQ(small.to_act(), large.to_act());
    if (small.over()) break;
    const Seat seat = small.to_act().front();
    small.legal(seat, here);
    large.legal(seat, there);
    // Each lists its points in its own order.
    std::sort(here.begin(), here.end());
    std::sort(there.begin(), there.end());
    EXPECT_EQ(here, there);
    if (::testing::Test::HasFailure()) return plies;
    Action action = here[rng.below(static_cast<std::uint32_t>(here.size()))];
    if (action == Game<Small>::kPass) action = here.front();
    small.apply(seat, action, NoEvents{});
    large.apply(seat, action, NoEvents{});
    EXPECT_EQ(small.hash(), large.hash());  // every ball, whose turn, the past
    EXPECT_EQ(small.rested(), large.rested());
  }
  EXPECT_EQ(small.outcome().rank, large.outcome().rank);
  EXPECT_EQ(small.outcome().half_points, large.outcome().half_points);
  return plies;
}

template <class Small, class Large>
int play_sizes(int least, int most, int players, int games) {
  Rng rng(5);
  int plies = 0;
  for (int size = least; size <= most; ++size)
    for (int game = 0; game < games && !::testing::Test::HasFailure(); ++game) {
      Options options;
      options.size = size;
      options.players = players;
      options.can_pass = game % 5 == 1;
      options.testing = game % 5 == 2;
      options.all_freedoms = game % 10 == 3;
      options.height = game % 5 == 4 ? size / 2 + 1 : 0;
      if (game % 7 == 6) options.ko = Ko::simple;
      SCOPED_TRACE("size " + std::to_string(size) + ", game " + std::to_string(game));
      plies += play_both<Small, Large>(options, rng, game % 3 == 2);
    }
  return plies;
}

TEST(MargoWalk, LargeBoardsPlayAsSmallOnes) {
  EXPECT_GT((play_sizes<Board<WordBits, 2>, Board<WideBits, 2>>(2, 4, 2, as_many(60))), as_many(3000));
  EXPECT_GT((play_sizes<Board<LaneBits, 2>, Board<WideBits, 2>>(5, 8, 2, as_many(20))), as_many(5000));
  EXPECT_GT((play_sizes<Board<LaneBits, 4>, Board<WidestBits, 4>>(3, 7, 3, as_many(20))), as_many(5000));
  EXPECT_GT((play_sizes<Board<WordBits, 4>, Board<WidestBits, 4>>(2, 4, 4, as_many(40))), as_many(2000));
}

// A column at the edge of a row of bits, where a step to the side would be one into the next row.
TEST(MargoWalk, TheWidestRowHasAnEdge) {
  EXPECT_GT((play_sizes<Board<WidestBits, 2>, Board<WideBits, 2>>(16, 16, 2, 3)), 500);
}

}  // namespace
}  // namespace cairn::margo
