// The rules of small pyramids (sizes 2 to 4) for the solver (search/superko_search.h): two colours, no neutral balls,
// with and without passes and wins by capture. Nothing here knows the past.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/margo/board.h"
#include "games/margo/options.h"
#include "search/superko_search.h"

namespace cairn::margo {

using SmallBoard = Board<WordBits, 2>;
using SmallMask = std::uint32_t;  // the 30 points of a word
using SmallBalls = StonesOf<SmallMask>;

struct SmallState {
  SmallBoard board{};
  std::int8_t mover = 0;   // 0: White
  std::int8_t passes = 0;  // in succession
  std::int8_t barred =
      -1;                 // a ball that may not be retaken, because that would recreate the board before the last move
  bool captured = false;  // the last move won, by its capture (7.4)
};

// All points of a pyramid in the order that numbers them in a certificate: by level, row and column.
std::vector<int> points_in_order(int size);

class SmallPyramid {
 public:
  using Mask = SmallMask;
  using State = SmallState;
  static constexpr int kPassing = -1;
  static constexpr bool kSums = true;
  static constexpr std::size_t kSymmetries = 8;

  SmallPyramid(const Options& options, const Geometry<WordBits>& geo);

  SmallBalls stones(const State& state) const {
    return {fold(state.board.balls[0].word), fold(state.board.balls[1].word)};
  }
  bool over(const State& state) const { return state.captured || state.passes == 2; }
  struct Name {
    std::uint64_t key;     // base 3, a digit a point: 1 white, 2 black; then what is barred, the mover and the passes
    std::size_t symmetry;  // the first that leads to the least picture
  };
  Name name(const State& state) const {
    const Pictures all = pictures(state);
    const auto least = std::min_element(all.begin(), all.end());
    return {*least << 1 | static_cast<std::uint64_t>(state.passes), static_cast<std::size_t>(least - all.begin())};
  }
  SmallMask turned(SmallMask mask, std::size_t symmetry) const {
    const auto& parts = parts_[symmetry];
    return parts[0][mask & 255U] | parts[1][mask >> 8 & 255U] | parts[2][mask >> 16 & 255U] | parts[3][mask >> 24];
  }
  SmallBalls turned(const SmallBalls& balls, std::size_t symmetry) const {
    return {turned(balls[0], symmetry), turned(balls[1], symmetry)};
  }
  std::size_t inverse(std::size_t symmetry) const { return inverse_[symmetry]; }
  int image(int i, std::size_t symmetry) const { return image_[static_cast<std::size_t>(i)][symmetry]; }

  // In the order of the points; a pass is the last.
  template <class F>
  void moves(const State& state, F&& f) const {
    if (over(state)) return;
    state.board.playable(geo_).for_each([&](int i) {
      State next{state.board, static_cast<std::int8_t>(1 - state.mover)};
      if (i != state.barred && play(state, i, next)) f(next, i);
    });
    if (can_pass_)
      f(State{state.board, static_cast<std::int8_t>(1 - state.mover), static_cast<std::int8_t>(state.passes + 1)},
        kPassing);
  }
  bool may_pass() const { return can_pass_; }
  int lead(const State& state) const { return state.board.balls[0].count() - state.board.balls[1].count(); }
  int winner(const State& state, int aim) const {
    if (state.captured) return 1 - state.mover;
    if (state.passes == 0) return -1;
    const int ahead = lead(state) >= aim ? 0 : 1;
    return state.passes == 2 || ahead == state.mover ? ahead : -1;  // who is to move can pass, too
  }
  int likely_lead(const State& state) const { return lead(state); }

 private:
  static constexpr std::size_t kBytes = 4;
  using Pictures = std::array<std::uint64_t, kSymmetries>;

  // The upper levels go where the second has no points.
  static constexpr SmallMask fold(std::uint64_t word) {
    return static_cast<SmallMask>(word) | static_cast<SmallMask>((word >> 32 & 3U) << 28) |
           static_cast<SmallMask>((word >> 36 & 3U) << 30) | static_cast<SmallMask>((word >> 48 & 1U) << 19);
  }
  void add_symmetry(std::size_t s, const std::vector<int>& points, int size);
  // False: suicide. `next` has the board before and the next mover.
  bool play(const State& state, int i, State& next) const {
    SmallBoard& board = next.board;
    const auto settled = board.play(i, state.mover, false, geo_, true);
    if (settled != SmallBoard::Settled::captured) return settled == SmallBoard::Settled::quiet;
    const auto own = static_cast<std::size_t>(state.mover);
    const WordBits taken = state.board.balls[1 - own].andnot(board.balls[1 - own]);
    next.captured = beginner_ && taken.any();
    if (taken.count() == 1 && board.balls[own].count() == state.board.balls[own].count() + 1) {
      const int back = taken.pick(0);
      SmallBoard again = board;
      if (board.playable(geo_).test(back) &&
          again.play(back, next.mover, false, geo_, true) == SmallBoard::Settled::captured &&
          again.balls == state.board.balls)
        next.barred = static_cast<std::int8_t>(back);
    }
    return true;
  }
  Pictures pictures(const State& state) const {
    Pictures sum{};
    const auto [white, black] = stones(state);
    for (std::size_t byte = 0; byte < kBytes; ++byte) {
      const Pictures& of_white = sums_[byte][white >> (8 * byte) & 255U];
      const Pictures& of_black = sums_[byte][black >> (8 * byte) & 255U];
      for (std::size_t s = 0; s < kSymmetries; ++s) sum[s] += of_white[s] + 2 * of_black[s];
    }
    for (std::uint64_t& one : sum) one = one << 8 | static_cast<std::uint64_t>(state.mover);
    if (state.barred >= 0)
      for (std::size_t s = 0; s < kSymmetries; ++s)
        sum[s] |= static_cast<std::uint64_t>(1 + image(state.barred, s)) << 1;
    return sum;
  }

  Geometry<WordBits> geo_;
  bool can_pass_, beginner_;
  std::array<std::array<std::int8_t, kSymmetries>, 64> image_{};
  std::array<std::array<Pictures, 256>, kBytes> sums_{};  // what the balls of a byte add to each picture
  std::array<std::array<std::array<SmallMask, 256>, kBytes>, kSymmetries> parts_{};  // what they turn to
  std::array<std::size_t, kSymmetries> inverse_{};
};

}  // namespace cairn::margo
