// Random play: every move is one that the policy allows, a pass only when there is none, and nothing playable sleeps.
#include "games/go/playout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "games/go/tests/go_helpers.h"
#include "tests/reference/effort.h"

namespace cairn::go {
namespace {

// The policy in plain words on a board that was linked afresh (rules.md 7).
template <int Max>
bool playable(const Board<Max>& board, typename Board<Max>::Cell cell, Colour colour) {
  return board.at(cell) == Colour::empty && cell != board.ko() && !board.suicide(cell, colour) &&
         !board.eye(cell, colour);
}

template <int Max>
Board<Max> fresh(const Board<Max>& board) {
  Board<Max> copy(board.size(), board.topology());
  EXPECT_TRUE(copy.set_up([&](int point) { return board.at(board.cell(point)); }));
  copy.set_ko(board.ko());
  return copy;
}

// The game of a seed to every length in turn: runs of one seed are prefixes of each other.
template <int Max>
void follow(GridSize size, Topology topology, std::uint64_t seed, int& sleepers, int& passes) {
  Board<Max> before(size, topology);
  int passed = 0;
  for (int ply = 1; passed < 2 && ply <= 3 * size.points(); ++ply) {
    Rng rng(seed);
    RandomGame<Max> game(Board<Max>(size, topology), Colour::black, 0);
    const int lead = game.run(rng, ply);
    ASSERT_EQ(game.plies(), ply);
    const Board<Max> after = fresh(game.board());
    const Colour mover = ply % 2 == 1 ? Colour::black : Colour::white;
    int placed = 0, owned = 0;
    for (int point = 0; point < after.points(); ++point) {
      const auto cell = after.cell(point);
      const Colour owner = game.owner(cell);
      owned += (owner == Colour::black ? 1 : 0) - (owner == Colour::white ? 1 : 0);
      ASSERT_EQ(game.board().eye(cell, mover), after.eye(cell, mover));
      if (before.at(cell) != Colour::empty || after.at(cell) == Colour::empty) continue;
      ++placed;
      ASSERT_EQ(after.at(cell), mover);
      ASSERT_TRUE(playable(before, cell, mover));
      Board<Max> expected = before;
      expected.place(cell, mover, [](auto) {});
      for (int other = 0; other < after.points(); ++other)
        ASSERT_EQ(expected.at(expected.cell(other)), after.at(after.cell(other)));
      ASSERT_EQ(expected.ko(), after.ko());
    }
    ASSERT_EQ(lead, owned);
    if (placed == 0) {
      for (int point = 0; point < before.points(); ++point)
        ASSERT_FALSE(playable(before, before.cell(point), mover)) << "passed, but could play";
      ++passed;
      ++passes;
    } else {
      ASSERT_EQ(placed, 1);
      passed = 0;
    }
    for (const auto cell : game.asleep()) {
      for (const Colour colour : {Colour::black, Colour::white}) ASSERT_FALSE(playable(after, cell, colour));
      ++sleepers;
    }
    before = after;
  }
}

TEST(GoPlayout, KeepsToThePolicyAndSleepersAreUnplayable) {
  const int games = in_long_run() ? 2000 : 25;
  int sleepers = 0, passes = 0;
  for (int game = 0; game < games && !HasFatalFailure(); ++game) {
    const auto seed = static_cast<std::uint64_t>(game);
    follow<9>(square_grid(9), Topology::flat, seed, sleepers, passes);
    follow<9>(square_grid(5), Topology::flat, seed, sleepers, passes);
    follow<9>(square_grid(3), Topology::torus, seed, sleepers, passes);
    follow<9>(square_grid(7), Topology::torus, seed, sleepers, passes);
    follow<9>({7, 4}, Topology::flat, seed, sleepers, passes);
    follow<9>({3, 5}, Topology::torus, seed, sleepers, passes);
    if (game % 5 == 0) follow<13>(square_grid(11), Topology::flat, seed, sleepers, passes);
  }
  EXPECT_GT(sleepers, 100 * games);
  EXPECT_GT(passes, 8 * games);
}

// In a position where some points sleep, be it a few plies on, every playable point is equally likely.
TEST(GoPlayout, EveryPlayablePointHasTheSameChance) {
  const Start start_of{{".B.BW.W.W", "BBBBWWWWW", "....B....", ".........", "BB.....WW", ".B.....W.", "BB.....WW",
                        "..BB.WW..", ".B.B.W.W."},
                       "black"};
  Board<9> board(square_grid(9));
  ASSERT_TRUE(board.set_up([&](int point) {
    const char letter = start_of.board[static_cast<std::size_t>(8 - point / 9)][static_cast<std::size_t>(point % 9)];
    return letter == 'B' ? Colour::black : letter == 'W' ? Colour::white : Colour::empty;
  }));
  std::map<int, int> first;  // where Black's first stone went
  constexpr int kGames = 100'000;
  Rng rng(3);
  for (int i = 0; i < kGames; ++i) {
    RandomGame<9> game(board, Colour::black, 0);
    game.run(rng, 1);
    for (int point = 0; point < 81; ++point)
      if (board.at(board.cell(point)) == Colour::empty && game.board().at(board.cell(point)) == Colour::black)
        ++first[point];
  }
  int choices = 0;
  for (int point = 0; point < 81; ++point) choices += playable(board, board.cell(point), Colour::black) ? 1 : 0;
  ASSERT_EQ(static_cast<int>(first.size()), choices);
  const double expected = double(kGames) / choices;
  double chi_squared = 0;
  for (const auto& [point, count] : first) chi_squared += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_squared, choices + 4 * std::sqrt(2.0 * choices));
  EXPECT_GT(choices, 20);
}

TEST(GoPlayout, EndsEveryGameWithAResult) {
  for (const std::string options : {"size=9", "size=5 scoring=territory", "size=19", "size=9 handicap=4"}) {
    Position game = start("go", options);
    Rng rng(1);
    const Playout playout = game.playout(rng);
    EXPECT_TRUE(playout.outcome.over) << options;
    EXPECT_TRUE(game.to_act().empty()) << options;
    EXPECT_GT(playout.plies, 10) << options;
    EXPECT_LE(playout.plies, 3 * 361) << options;
  }
  Position agreeing = start("go", "size=5 komi=0.5");
  EXPECT_EQ(play(agreeing, "C3 pass pass"), Reason::none);
  Rng rng(1);
  EXPECT_EQ(agreeing.playout(rng).outcome.half_points[0], 50);
}

}  // namespace
}  // namespace cairn::go
