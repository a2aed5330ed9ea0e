// Skeleton by its rules (rules.md): each test draws a board and cites the rule.
#include "tests/skeleton/skeleton.h"

#include <gtest/gtest.h>

#include "core/position.h"
#include "tests/skeleton/info.h"

namespace cairn::skeleton {
namespace {

Position game_of(std::string_view options, std::string_view moves = "") {
  Made made = info().make({parse_option_words(options), {}});
  EXPECT_EQ(made.error, "");
  EventLog log;
  for (const auto word : split_words(moves))
    EXPECT_EQ(to_word(made.position.play(made.position.turn().seat, word, log)), "") << word;
  return made.position;
}

std::string refusal(Position position, std::string_view word) {
  EventLog log;
  return std::string(to_word(position.play(position.turn().seat, word, log)));
}

std::string board(const Position& position) {
  return "\n" + join(position.view(Viewer::spectator).board, "\n") + "\n";
}

TEST(SkeletonRules, AStoneLiesOnAnEmptyCrossing) {  // 2.1, 2.2
  const Position position = game_of("size=4", "A1 B3");
  EXPECT_EQ(board(position), R"(
....
.W..
....
B...
)");
  EXPECT_EQ(refusal(position, "b3"), "occupied");
  EXPECT_EQ(refusal(position, "E1"), "off-board");
  EXPECT_EQ(refusal(position, "pass"), "unknown-move");
}

TEST(SkeletonRules, TheFirstStoneIsNotInTheMiddle) {  // 2.3
  EXPECT_EQ(refusal(game_of("size=5"), "C3"), "middle");
  EXPECT_EQ(refusal(game_of("size=5", "A1"), "C3"), "");
  EXPECT_EQ(game_of("size=5").perft(1), 24U);
  EXPECT_EQ(game_of("size=4").perft(2), 16U * 15U);
}

TEST(SkeletonRules, ARowWins) {  // 3.1
  for (const auto* row : {"A1 A4 B1 B4 C1", "A1 D1 A2 D2 A3", "A1 D1 B2 D2 C3", "A3 D4 B2 D3 C1"}) {
    const Position position = game_of("size=4 line=3", row);
    EXPECT_EQ(position.view(Viewer::spectator).result, "B+1") << row;
    EXPECT_EQ(refusal(position, "D3"), "game-over");
  }
}

TEST(SkeletonRules, AFullBoardIsADraw) {  // 3.2
  const Position position = game_of("size=4", "C1 A1 D1 B1 A2 C2 B2 D2 C3 A3 D3 B3 A4 C4 B4 D4");
  EXPECT_EQ(board(position), R"(
BBWW
WWBB
BBWW
WWBB
)");
  EXPECT_EQ(position.view(Viewer::spectator).result, "0");
}

TEST(SkeletonRules, BeginsFromAPosition) {
  const auto made = [](std::vector<std::string> board, std::string to_move) {
    return info().make({parse_option_words("size=4 line=3"), cairn::Setup{std::move(board), std::move(to_move)}});
  };
  const Position position = made({"....", "....", "..W.", "BB.."}, "white").position;
  EXPECT_EQ(position.turn().seat, seat_at(1));
  EXPECT_EQ(refusal(position, "C2"), "occupied");
  EXPECT_EQ(made({"...."}, "").error, "position: a board of size 4 has 4 rows, not 1");
  EXPECT_EQ(made({"....", "....", "..X.", "...."}, "").error, "position: row 2 must be 4 letters of B, W and .");
  EXPECT_EQ(made({"....", "....", "...", "...."}, "").error, "position: row 2 must be 4 letters of B, W and .");
  EXPECT_EQ(made({"....", "....", "....", "BBB."}, "").error, "position: the game would be over");
}

}  // namespace
}  // namespace cairn::skeleton
