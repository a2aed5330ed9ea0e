// Whether a ball that was just placed leaves everything where it is: a walk from ball to ball near it. For large
// boards, where one step over all points costs more than the walk.
//
// At rest each exposed ball belongs to a group with a freedom. A placed ball fills a hole and cuts links among the four
// balls below it; a group that loses its last freedom by that has a ball beside one of those places. So if all the
// groups there breathe, nothing falls. (It also buries a ball two levels down, but that one linked to those four only:
// they cut its links on its own level and bury the balls that carry it.) For the usual freedoms, holes of the lowest
// level.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/rules.h"

namespace cairn::margo {

enum class Near : std::uint8_t { quiet, suicide, unknown };  // unknown: something may fall

template <class Board>
class Walk {
 public:
  using Bits = typename Board::Bits;
  static constexpr int kSize = Bits::kMaxSize;

  Walk(const Board& board, const typename Board::Geo& geo) : board_(board), geo_(geo) {}

  // After a ball of `colour` was put at `placed`; a neutral one belongs to no group.
  Near look(int placed, int colour, bool blocker) {
    const Point p = Bits::point(placed);
    const bool stuck = !blocker && !breathes(placed, static_cast<std::size_t>(colour));
    const bool near = (p.level > 0 || all_beside(p)) && all_under(p);
    if (!near) return Near::unknown;
    return stuck ? Near::suicide : Near::quiet;
  }

 private:
  static constexpr std::size_t kMost = static_cast<std::size_t>(kSize * (kSize + 1) * (2 * kSize + 1) / 6);

  static Point moved(Point p, int levels, int columns, int rows) {
    return {static_cast<std::uint8_t>(p.level + levels), static_cast<std::uint8_t>(p.column + columns),
            static_cast<std::uint8_t>(p.row + rows)};
  }
  bool ball(Point p) const { return board_.all.test(Bits::index(p)); }
  bool buried(Point p) const { return p.level + 2 < kSize && p.column > 0 && p.row > 0 && ball(moved(p, 2, -1, -1)); }
  // From p to the east, to the north: is the link whole?
  bool east(Point p) const {
    if (!geo_.east_ok.test(Bits::index(p))) return false;
    return p.level + 1 >= kSize || p.row == 0 || !ball(moved(p, 1, 0, 0)) || !ball(moved(p, 1, 0, -1));
  }
  bool north(Point p) const {
    if (!geo_.north_ok.test(Bits::index(p))) return false;
    return p.level + 1 >= kSize || p.column == 0 || !ball(moved(p, 1, 0, 0)) || !ball(moved(p, 1, -1, 0));
  }
  bool hole(Point p) const {
    const int i = Bits::index(p);
    return geo_.ground.test(i) && !board_.all.test(i);
  }
  bool beside_hole(Point p) const {
    return (p.column + 1 < kSize && hole(moved(p, 0, 1, 0))) || (p.row + 1 < kSize && hole(moved(p, 0, 0, 1))) ||
           (p.column > 0 && hole(moved(p, 0, -1, 0))) || (p.row > 0 && hole(moved(p, 0, 0, -1)));
  }

  // Whether the group at p breathes; also where there is none that could fall.
  bool fine(Point p) {
    const int i = Bits::index(p);
    if (!board_.all.test(i) || seen_.test(i) || buried(p)) return true;
    for (std::size_t c = 0; c < Board::kColours; ++c)
      if (board_.balls[c].test(i)) return breathes(i, c);
    return true;
  }
  bool all_beside(Point p) {
    return (p.column + 1 >= kSize || fine(moved(p, 0, 1, 0))) && (p.row + 1 >= kSize || fine(moved(p, 0, 0, 1))) &&
           (p.column == 0 || fine(moved(p, 0, -1, 0))) && (p.row == 0 || fine(moved(p, 0, 0, -1)));
  }
  bool all_under(Point p) {
    if (p.level == 0) return true;
    return fine(moved(p, -1, 0, 0)) && fine(moved(p, -1, 1, 0)) && fine(moved(p, -1, 0, 1)) && fine(moved(p, -1, 1, 1));
  }

  // Goes through the group until it finds a freedom, or a ball that another walk passed: that one's group breathes, or
  // it is the placed ball's, which no other can meet. A group all of whose balls carry others cannot fall either.
  bool breathes(int from, std::size_t colour) {
    const Bits& own = board_.balls[colour];
    std::size_t passed = 0, open = 0;
    bool found = false, exposed = false;
    const auto push = [&](Point p) {
      const int i = Bits::index(p);
      if (!own.test(i) || mine_.test(i) || buried(p)) return;
      found |= seen_.test(i);
      mine_.set(i);
      passed_[passed++] = open_[open++] = static_cast<std::uint16_t>(i);
    };
    push(Bits::point(from));
    while (open > 0 && !found) {
      const Point p = Bits::point(open_[--open]);
      bool covered = false;
      if (p.level + 1 < kSize)
        for (int c = p.column > 0 ? -1 : 0; c <= 0; ++c)
          for (int r = p.row > 0 ? -1 : 0; r <= 0; ++r) {
            const Point above = moved(p, 1, c, r);
            covered |= ball(above);
            push(above);
          }
      exposed |= !covered;
      if (east(p)) push(moved(p, 0, 1, 0));
      if (north(p)) push(moved(p, 0, 0, 1));
      if (p.column > 0 && east(moved(p, 0, -1, 0))) push(moved(p, 0, -1, 0));
      if (p.row > 0 && north(moved(p, 0, 0, -1))) push(moved(p, 0, 0, -1));
      if (p.level > 0) {  // last, so first: freedoms are on the ground
        push(moved(p, -1, 0, 0));
        push(moved(p, -1, 1, 0));
        push(moved(p, -1, 0, 1));
        push(moved(p, -1, 1, 1));
      } else {
        found |= beside_hole(p);
      }
    }
    while (passed > 0) {
      const int i = passed_[--passed];
      mine_.reset(i);
      seen_.set(i);
    }
    return found || !exposed;
  }

  const Board& board_;
  const typename Board::Geo& geo_;
  Bits seen_{}, mine_{};  // in the walks before, in this one
  std::array<std::uint16_t, kMost> open_, passed_;
};

}  // namespace cairn::margo
