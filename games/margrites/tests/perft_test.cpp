// Counts of step sequences under several options; the shallow ones are counted by the slow reference too.
#include <cstdlib>

#include "core/playout.h"
#include "games/margrites/tests/help.h"
#include "tests/reference/effort.h"
#include "tests/reference/margrites_reference.h"

namespace cairn::margrites {
namespace {

using Rows = std::vector<std::string>;
using Slow = reference::Margrites;

struct Line {
  std::string_view name;
  Rows board;  // none: from the lines of eight
  Side side;
  std::string_view options;
  std::vector<std::uint64_t> nodes;  // at depth 1, 2, ...
};

const Rows kThick{"..B......", ".........", "...WB....", "..BWWB...",
                  "..WBBW...", "....W.B..", ".........", ".....W..."};
const Rows kThin{"..BW.....", ".........", "......W..", ".........",
                 "..B......", ".........", "....B....", ".....W..."};
const Rows kLast{"....B....", ".........", ".........", ".........",
                 ".........", ".........", "...W.....", "........."};

const std::vector<Line>& table() {
  constexpr Side kBlack = Side::black, kWhite = Side::white;
  static const std::vector<Line> lines{
      {"start", {}, kBlack, "", {47, 2093, 89338, 3700365}},
      {"start", {}, kBlack, "black_handicap", {47, 2093, 98371, 4380649}},
      {"thick", kThick, kBlack, "", {27, 672, 15911, 367468, 12400904}},
      {"thick", kThick, kWhite, "", {22, 500, 11652, 275984, 8193754}},
      {"thick", kThick, kBlack, "returning", {27, 672, 15913, 367662, 12406289}},
      {"thick", kThick, kWhite, "hostile=full returning white_rebuttal", {22, 500, 11654, 276137, 8197941}},
      {"thin", kThin, kBlack, "", {20, 379, 7027, 129466, 2315914}},
      {"thin", kThin, kBlack, "returning", {20, 379, 7028, 129536, 2317192}},
      {"last", kLast, kBlack, "", {6, 31, 204, 1421, 11048, 68924, 450343}},
      {"last", kLast, kBlack, "white_rebuttal", {6, 39, 270, 1585, 11768, 70924, 450343}},
  };
  return lines;
}

Margrites start_of(const Line& line) {
  return line.board.empty() ? lines_game(line.options) : board_game(line.board, line.side, line.options);
}

Slow slow_start(const Line& line) {
  const Options options = start_of(line).options();
  reference::MargritesOptions slow;
  slow.returning = options.returning;
  slow.black_handicap = options.black_handicap;
  slow.white_rebuttal = options.white_rebuttal;
  slow.hostile_full = options.hostile == Hostile::full;
  if (!line.board.empty()) return Slow::from_position(slow, line.board, line.side == Side::black ? "black" : "white");
  for (const auto square : split(kBlackLine, ',')) slow.black_formation.emplace_back(square);
  for (const auto square : split(kWhiteLine, ',')) slow.white_formation.emplace_back(square);
  return Slow(slow);
}

std::uint64_t count(const Slow& game, std::size_t depth) {
  const auto words = game.legal();
  if (depth == 1) return words.size();
  std::uint64_t nodes = 0;
  for (const std::string& word : words) {
    Slow next = game;
    next.play(word);
    nodes += count(next, depth - 1);
  }
  return nodes;
}

void expect_slow_counts(std::uint64_t most) {
  for (const Line& line : table())
    for (std::size_t depth = 1; depth <= line.nodes.size() && line.nodes[depth - 1] <= most; ++depth)
      EXPECT_EQ(count(slow_start(line), depth), line.nodes[depth - 1])
          << line.name << ' ' << line.options << " depth " << depth;
}

TEST(MargritesPerft, CountsStepSequences) {
  for (const Line& line : table())
    for (std::size_t depth = 1; depth <= line.nodes.size(); ++depth)
      EXPECT_EQ(perft(start_of(line), static_cast<int>(depth)), line.nodes[depth - 1])
          << line.name << ' ' << line.options << " depth " << depth;
}

TEST(MargritesPerft, CountsPlacingsAndFormations) {
  const Margrites hostile(options_of("hostile"));
  EXPECT_EQ(perft(hostile, 4), 18U * 18 * 17 * 17);
  EXPECT_EQ(perft(hostile, 5), 18U * 18 * 17 * 17 * 16);
  EXPECT_EQ(perft(Margrites{Options{}}, 1), 2U * (kFormations + 1));  // of either side, and `hostile`
}

TEST(MargritesPerft, TheReferenceCountsTheSame) {
  expect_slow_counts(3'000);
}

TEST(MargritesPerft, LongTheReferenceCountsTheSameDeeper) {
  if (!in_long_run()) GTEST_SKIP() << "set CAIRN_LONG=1";
  expect_slow_counts(500'000);
}

}  // namespace
}  // namespace cairn::margrites
