// Go on at most sixteen points, for the exact solver: stones are words of sixteen bits, a bit a point (row by row from
// the bottom left), and a move is a few tables looked up. Rules by their numbers in rules.md; nothing here knows the
// past.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/topology.h"

namespace cairn::go {

inline constexpr int kMaxSmallPoints = 16;

using Mask = std::uint16_t;
using Stones = std::array<Mask, 2>;  // black, white

constexpr Mask bit_of(int point) {
  return static_cast<Mask>(1U << point);
}
constexpr int count(Mask mask) {
  return std::popcount(mask);
}

// `ko`: where the mover may not retake, because that would recreate the board before the last move; or -1. Both superko
// rules bar this wherever the last move was really played.
struct SmallState {
  Stones stones{};
  std::int8_t mover = 0;   // 0: Black
  std::int8_t passes = 0;  // in succession
  std::int8_t ko = -1;
};

class SmallBoard {
 public:
  // At most `kMaxSmallPoints` points. `suicide`: of two stones and more (2.4).
  SmallBoard(GridSize size, Topology topology, bool suicide);

  int points() const { return points_; }
  // A stone on an empty point; false: it is suicide that is not allowed. Repetition is the caller's to look at.
  bool play(const SmallState& state, int point, SmallState& next) const;
  static SmallState pass(const SmallState& state);
  // Black's points less White's by area with all stones alive, without komi (6.1).
  int lead(const Stones& stones) const;
  // Points that a colour has at the end though it always passes: its chains that are then alive (Benson 1976), and
  // their eyes of one point.
  Mask safe(const Stones& stones, int colour) const;

  Mask beside(Mask mask) const { return static_cast<Mask>(near_[0][mask & 0xFFU] | near_[1][mask >> 8]); }

  // The symmetries of the board; the first changes nothing.
  std::size_t symmetries() const { return images_.size(); }
  Mask turned(Mask mask, std::size_t symmetry) const {
    const auto& parts = parts_[symmetry];
    return static_cast<Mask>(parts[0][mask & 0xFFU] | parts[1][mask >> 8]);
  }
  Stones turned(const Stones& stones, std::size_t symmetry) const {
    return {turned(stones[0], symmetry), turned(stones[1], symmetry)};
  }
  int image(int point, std::size_t symmetry) const { return images_[symmetry][static_cast<std::size_t>(point)]; }
  std::size_t inverse(std::size_t symmetry) const { return inverse_[symmetry]; }

 private:
  using Parts = std::array<std::array<Mask, 256>, 2>;  // what the points of either byte turn to

  static void fill(Parts& parts, const std::array<Mask, kMaxSmallPoints>& of_point);
  void add_symmetry(GridSize size, unsigned kind);
  // The points of `inside` that are connected with `from`, which lies in it.
  Mask connected(Mask from, Mask inside) const {
    for (Mask whole = from;; from = whole) {
      whole = static_cast<Mask>((from | beside(from)) & inside);
      if (whole == from) return whole;
    }
  }

  int points_;
  Mask all_;
  bool suicide_;
  Parts near_{};
  std::vector<Parts> parts_{};
  std::vector<std::array<std::int8_t, kMaxSmallPoints>> images_{};
  std::vector<std::size_t> inverse_{};
};

}  // namespace cairn::go
