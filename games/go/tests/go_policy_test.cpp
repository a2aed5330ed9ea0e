// What the policy sees of a move is the same however the board is turned, mirrored or coloured.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "games/go/ai_policy.h"
#include "games/go/ai_policy_weights.h"
#include "games/go/go.h"

namespace cairn::go {
namespace {

struct Seen {
  std::vector<unsigned> features;
  policy::PatternHashes patterns;
  friend bool operator==(const Seen&, const Seen&) = default;
};

template <Topology kTopology>
Seen see(const policy::Look<9, kTopology>& look, Board<9>::Cell cell) {
  policy::Features features;
  look.features(cell, features);
  EXPECT_LT(features.count, policy::kMostFeatures);
  Seen seen{{features.at.begin(), features.at.begin() + features.count}, look.patterns(cell)};
  for (const unsigned feature : seen.features) EXPECT_LT(feature, policy::kPassing);
  std::sort(seen.features.begin(), seen.features.end());
  return seen;
}

GridSize moved(GridSize size, int turn) {
  return (turn & 1) != 0 ? GridSize{size.rows, size.columns} : size;
}

// Where a point goes by one of the eight turns, and, on a torus, a shift.
int moved(int point, GridSize size, int turn, int shift) {
  int x = point % size.columns, y = point / size.columns;
  if ((turn & 4) != 0) x = size.columns - 1 - x;
  for (int i = 0; i < (turn & 3); ++i) {
    const int old = x;
    x = size.rows - 1 - y;
    y = old;
    size = {size.rows, size.columns};
  }
  return (y + shift) % size.rows * size.columns + (x + 2 * shift) % size.columns;
}

template <Topology kTopology>
void compare(const Go<9>& game, int turn, bool swap, int shift) {
  const GridSize size = game.board().size();
  GridOptions options;
  options.size = moved(size, turn);
  options.topology = kTopology;
  const Picture before = game.picture();
  Picture picture = before;
  picture.size = options.size;
  for (int point = 0; point < size.points(); ++point) {
    const Colour colour = before.at[static_cast<std::size_t>(point)];
    picture.at[static_cast<std::size_t>(moved(point, size, turn, shift))] =
        swap && colour != Colour::empty ? opposite(colour) : colour;
  }
  Go<9> other(options);
  const Colour mover = swap ? opposite(game.mover()) : game.mover();
  ASSERT_TRUE(other.set_up(picture, mover));
  const auto there = [&](Board<9>::Cell cell) {
    return other.board().cell(moved(game.board().point(cell), size, turn, shift));
  };
  const auto last = game.last() == Board<9>::kNowhere ? game.last() : there(game.last());
  Board<9> plain = other.board();
  if (game.board().ko() != Board<9>::kNowhere) plain.set_ko(there(game.board().ko()));
  const TacticalBoard<9, kTopology> one(game.board(), game.mover(), game.last(), game.passes());
  const TacticalBoard<9, kTopology> two(plain, mover, last, game.passes());
  const policy::Look<9, kTopology> look_one(one), look_two(two);
  for (int point = 0; point < size.points(); ++point) {
    const auto cell = game.board().cell(point);
    if (one.at(cell) != Colour::empty || one.suicide(cell)) continue;
    ASSERT_EQ(see(look_one, cell), see(look_two, there(cell))) << "turn " << turn << " swap " << swap << " " << point;
  }
}

template <Topology kTopology>
void random_games(std::uint64_t seed) {
  Rng rng(seed);
  for (const GridSize size : {GridSize{4, 4}, {7, 7}, {9, 9}, {8, 5}, {3, 9}}) {
    GridOptions options;
    options.size = size;
    options.topology = kTopology;
    for (int round = 0; round < 4; ++round) {
      Go<9> game(options);
      ActionList list;
      for (int ply = 0; ply < 2 * size.points() && game.phase() == Phase::play; ++ply) {
        const Seat seat = game.to_act().front();
        game.legal(seat, list);
        game.apply(seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
        if (ply % 5 != 0 || game.phase() != Phase::play) continue;
        for (int turn = 0; turn < 8; ++turn)
          compare<kTopology>(game, turn, rng.below(2) == 1,
                             kTopology == Topology::torus ? static_cast<int>(rng.below(4)) : 0);
      }
    }
  }
}

TEST(GoPolicy, SeesTheSameHoweverTheBoardIsTurned) {
  random_games<Topology::flat>(1);
}

TEST(GoPolicy, SeesTheSameHoweverATorusIsTurnedOrShifted) {
  random_games<Topology::torus>(2);
}

TEST(GoPolicy, KnowsEveryShapeThatABoardHas) {
  const policy::Tables& tables = policy::Tables::get();
  std::set<unsigned> shapes, sides;
  for (unsigned around = 0; around < 0x10000; ++around) shapes.insert(tables.shape(around));
  for (unsigned kinds = 0; kinds < 0x1000; ++kinds) sides.insert(tables.sides(kinds));
  // Burnside: 3^8, 3^5, 3^3 colourings of eight, five, three points by the turns that keep the place.
  EXPECT_EQ(shapes.size(), 1U + 954 + 135 + 18);
  EXPECT_EQ(*shapes.rbegin(), policy::kShapes - 1);
  EXPECT_EQ(sides.size(), 666U);  // four points of eight kinds
  EXPECT_LT(*sides.rbegin(), policy::kSides);
}

TEST(GoPolicy, HasAWeightForEachFeatureAndEachPatternOnce) {
  ASSERT_EQ(policy::feature_letters().size(), policy::kFeatures);
  const std::string_view letters = policy::pattern_letters();
  ASSERT_EQ(letters.size() % policy::kPatternLetters, 0U);
  std::set<std::uint32_t> hashes;
  for (std::size_t i = 0; i < letters.size(); i += policy::kPatternLetters) {
    const std::uint32_t hash = policy::hash_of(letters.substr(i, 5));
    EXPECT_NE(hash, 0U);
    EXPECT_TRUE(hashes.insert(hash).second);
    EXPECT_FLOAT_EQ(policy::Tables::get().pattern(hash), policy::weight_of(letters[i + 5]));
  }
  EXPECT_GT(hashes.size(), 1000U);
}

TEST(GoPolicy, TakesThreeStones) {
  GridOptions options;
  options.size = square_grid(9);
  Go<9> game(options);
  Picture picture;
  picture.size = square_grid(9);
  const auto put = [&](Colour colour, const std::vector<std::array<int, 2>>& places) {
    for (const auto& [x, y] : places) picture.at[static_cast<std::size_t>(9 * y + x)] = colour;
  };
  put(Colour::white, {{2, 2}, {3, 2}, {4, 2}});
  put(Colour::black, {{2, 3}, {3, 3}, {4, 3}, {5, 2}, {2, 1}, {3, 1}, {4, 1}});
  ASSERT_TRUE(game.set_up(picture, Colour::black));
  const TacticalBoard<9, Topology::flat> board(game.board(), Colour::black, Board<9>::kNowhere, 0);
  const policy::Look<9, Topology::flat> look(board);
  const auto taking = game.board().cell(9 * 2 + 1);
  for (int point = 0; point < 81; ++point) {
    const auto cell = game.board().cell(point);
    if (board.at(cell) != Colour::empty || cell == taking) continue;
    EXPECT_GT(look.weight(taking), look.weight(cell)) << point;
  }
  EXPECT_GT(look.weight(taking), look.pass_weight());
}

}  // namespace
}  // namespace cairn::go
