// Empty corners: where they are, and that the engines of Go take them first.
#include "games/go/ai_opening.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "games/registry.h"

namespace cairn::go {
namespace {

Position start_with(std::string_view game, std::string_view options) {
  const Made made = find_game(game)->make({parse_option_words(options), {}});
  EXPECT_EQ(made.error, "");
  return made.position;
}

Position played(Position at, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const Seat seat = at.to_act().front();
    const Action action = at.parse(seat, word).action;
    EXPECT_EQ(at.check(seat, action), Reason::none) << word;
    at.apply(seat, action, NoEvents{});
  }
  return at;
}

// "D4 E4 E3 ...": the points of empty corners in the order of points, those that weigh 2 in brackets.
std::string corners_of(const Position& position) {
  const Go<19>& game = *position.get_if<Go<19>>();
  const EmptyCorners<19> corners(game.board());
  std::string text;
  for (int point = 0; point < game.board().points(); ++point) {
    const auto action = static_cast<Action>(point);
    const int weight = corners.weight(action);
    if (weight == 0) continue;
    if (!text.empty()) text += ' ';
    text += weight == 2 ? "[" + position.format(action) + "]" : position.format(action);
  }
  EXPECT_EQ(corners.weight(static_cast<Action>(kPass)), 0);
  return text;
}

TEST(GoOpening, FindsThePointsOfEmptyCorners) {
  const Position start = start_with("go", "size=19");
  EXPECT_EQ(corners_of(start), "D3 Q3 C4 [D4] [Q4] R4 C16 [D16] [Q16] R16 D17 Q17");
  EXPECT_EQ(corners_of(played(start, {"Q16", "D4"})), "Q3 [Q4] R4 C16 [D16] D17");
  EXPECT_EQ(corners_of(played(start, {"F6", "F14"})), "Q3 [Q4] R4 [Q16] R16 Q17") << "the sixth line is of a corner";
  EXPECT_EQ(corners_of(played(start, {"G7", "K10"})), corners_of(start)) << "the seventh is not";
  std::vector<std::string> many;
  for (const char column : {'G', 'H', 'J', 'K', 'L', 'M', 'N'})
    for (const char* row : {"8", "10", "12"}) many.push_back(column + std::string(row));
  many.resize(kOpeningStones);
  EXPECT_EQ(corners_of(played(start, many)), corners_of(start));
  many.push_back("N13");
  EXPECT_EQ(corners_of(played(start, many)), "") << "nobody opens a game any more";
  EXPECT_EQ(corners_of(start_with("go", "size=19x14")), "D3 Q3 C4 [D4] [Q4] R4 C11 [D11] [Q11] R11 D12 Q12");
  EXPECT_EQ(corners_of(start_with("go", "size=19x13")), "") << "boards of 13 lines have networks that were taught them";
}

// With the network that ships and without one, on squares and on a rectangle, which has none.
TEST(GoOpening, TheFirstFourMovesTakeTheFourCorners) {
  struct Kind {
    std::string_view options;
    bool network;
    std::uint64_t seeds;
  };
  for (const auto& [options, network, seeds] :
       {Kind{"size=19", true, 1}, Kind{"size=15", true, 1}, Kind{"size=19", false, 3}, Kind{"size=19x15", false, 1}})
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      Position at = start_with("go", options);
      const auto engine = make_engine(*find_game("go"), at, {.memory = 64U << 20, .seed = seed, .shipped = network});
      for (int ply = 0; ply < 4; ++ply) {
        const Seat seat = at.to_act().front();
        const Action best = think(*engine, at, seat, {.playouts = 100, .decide = false}).best;
        EXPECT_GT(EmptyCorners<19>(at.get_if<Go<19>>()->board()).weight(best), 0)
            << options << ", " << (network ? "network" : "playouts") << ", ply " << ply << ": " << at.format(best);
        at.apply(seat, best, NoEvents{});
      }
    }
}

}  // namespace
}  // namespace cairn::go
