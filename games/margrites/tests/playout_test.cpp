// The fast playouts draw from the same games as playing by lists: lengths, ends, points and captures agree on average.
#include "core/playout.h"

#include <cmath>

#include "games/margrites/tests/help.h"

namespace cairn::margrites {
namespace {

// Mean and its error of something measured over many games.
struct Mean {
  double sum = 0, squares = 0;
  int count = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    ++count;
  }
  double value() const { return sum / count; }
  double error() const { return std::sqrt((squares / count - value() * value()) / count); }
};

struct Measured {
  Mean plies, won, points, captures;
  void add(const Margrites& end, const Playout& played) {
    plies.add(played.plies);
    won.add(winner(played.outcome, 2) == 0 ? 1 : winner(played.outcome, 2) < 0 ? 0.5 : 0);
    points.add(end.board().points(Side::black));
    captures.add(end.board().captures(Side::white));
  }
};

void expect_same(const Mean& fast, const Mean& slow, const char* what) {
  EXPECT_NEAR(fast.value(), slow.value(), 4.5 * std::hypot(fast.error(), slow.error()) + 1e-9) << what;
}

void compare(const Margrites& start, int games) {
  Rng rng(12);
  Measured fast, slow;
  for (int i = 0; i < games; ++i) {
    Margrites one = start, other = start;
    const Playout played = one.playout(rng);
    ASSERT_TRUE(one.to_act().empty());
    ASSERT_EQ(played.outcome, one.outcome());
    // what a playout leaves behind is a position like any other
    int pieces = one.board().occupied().size();
    for (const Side side : {Side::black, Side::white}) pieces += one.board().points(side) + one.board().captures(side);
    int before = start.board().occupied().size();
    for (const Side side : {Side::black, Side::white})
      before += start.board().points(side) + start.board().captures(side);
    ASSERT_EQ(pieces, before);
    ASSERT_NE(result_of(one), "");
    fast.add(one, played);
    if (i % 2 == 0) slow.add(other, playout_by_lists(other, rng));
  }
  expect_same(fast.plies, slow.plies, "plies");
  expect_same(fast.won, slow.won, "Black's wins");
  expect_same(fast.points, slow.points, "Black's points");
  expect_same(fast.captures, slow.captures, "White's captures");
}

TEST(MargritesPlayout, IsPlayingByListsFromTheStart) {
  for (const std::string_view options : {"", "returning", "black_handicap", "white_rebuttal", "hostile=full returning",
                                         "black_handicap white_rebuttal"}) {
    SCOPED_TRACE(options);
    compare(lines_game(options), 600);
  }
}

TEST(MargritesPlayout, IsPlayingByListsInMidTurn) {
  for (const std::string_view options : {"", "white_rebuttal", "returning"}) {
    SCOPED_TRACE(options);
    Margrites game = board_game(
        {"..B......", ".........", "...WB....", "..BWWB...", "..WBBW...", "....W.B..", ".........", ".....W..."},
        Side::black, options);
    play_all(game, {"c8>B++", "g3>h4"});
    compare(game, 3000);
    Margrites late = board_game(
        {".....B...", ".........", ".........", "........W", ".........", ".........", ".........", "...W....."},
        Side::white, options);
    play_all(late, {"d1>e1", "e1>e2"});  // may not step back to d1
    compare(late, 20'000);
  }
}

TEST(MargritesPlayout, OfTheRebuttalIsPlayingByLists) {
  Margrites game = pieces_game("e8", "a2 d1 f2", Side::black, "white_rebuttal");
  play_all(game, {"e8>B++"});
  ASSERT_EQ(fact_of(game, "phase"), "rebuttal");
  compare(game, 10'000);
}

TEST(MargritesPlayout, OfAMatchEndsIt) {
  Rng rng(1);
  for (const std::string_view options : {"two_for_three", "two_for_three hostile returning"}) {
    Margrites game(options_of(options));
    game.playout(rng);
    EXPECT_EQ(game.game_number(), 2);
    EXPECT_NE(result_of(game).find("games"), std::string::npos);
  }
}

TEST(MargritesPlayout, OfAFinishedGameLeavesItAlone) {
  Rng rng(1);
  Margrites game = lines_game();
  game.retire(seat_at(0), Leave::resigned, NoEvents{});
  const std::uint64_t before = game.hash();
  EXPECT_EQ(game.playout(rng).plies, 0);
  EXPECT_EQ(game.hash(), before);
}

}  // namespace
}  // namespace cairn::margrites
