// The pieces on the board, who they are, and the captures. Trivially copyable, one cache line, no allocation.
// Identity matters for stalling alone: a piece is its place in its side's list, and for the side to move `began` keeps
// where each piece stood when the turn began. Verbs assume legal; `check` and `legal` answer first.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/rules.h"
#include "games/margrites/lanes.h"
#include "games/margrites/squares.h"

namespace cairn::margrites {

// Refusals that only this game knows.
inline constexpr ReasonText kMartyrdomText{"martyrdom", "that step would get the piece captured"};
inline constexpr ReasonText kStallingText{"stalling",
                                          "the piece started this turn there; it cannot return in the same turn"};
inline constexpr Reason kMartyrdom{kMartyrdomText}, kStalling{kStallingText};

inline constexpr Square kNowhere{14};  // `began` of a piece that was off the board when the turn began

// What fell, of each side.
struct Fallen {
  std::array<Squares, 2> of{};
  bool none() const { return of[0].empty() && of[1].empty(); }
};

// A piece that falls: in which stage of the captures, from 1 on, and who touches it then.
struct Fall {
  Side side{};
  Square at{};
  int stage = 1;
  Squares enemies, friends;
};

class alignas(32) Board {
 public:
  // ask
  Side mover() const { return mover_; }
  int steps_left() const { return steps_left_; }
  Squares pieces(Side side) const { return pieces_[index(side)]; }
  Squares occupied() const { return pieces_[0] | pieces_[1]; }
  int count(Side side) const { return count_[index(side)]; }
  int points(Side side) const { return points_[index(side)]; }
  int captures(Side side) const { return captures_[index(side)]; }  // enemy pieces that fell
  Square piece(Side side, int which) const { return at_[index(side)][static_cast<std::size_t>(which)]; }
  Square began(int which) const { return began_[static_cast<std::size_t>(which)]; }  // of the mover's pieces
  bool settled() const { return !any(captured_now(lanes())); }

  // `to` is kOff for a step off the far row. none, no_piece, too_far, occupied, stalling or martyrdom.
  Reason check(Square from, Square to) const;
  // A piece that comes from off the board, and where it began the turn. none, occupied, stalling or martyrdom.
  Reason check_return(Square to, Square began) const;
  // Calls `take(from, to)` for every legal step until it returns true; says whether it did.
  template <class Take>
  bool steps(Take&& take) const;
  // What would fall, stage by stage, if the mover's piece at `from` (kOff: one from off the board) went to `to`, also
  // where that is no legal step. In a stage Black's pieces come first.
  std::vector<Fall> falls(Square from, Square to) const;
  Square began_at(Square square) const { return began(find(mover_, square)); }  // of the mover's piece there

  // do
  void place(Side side, Square square);
  void begin_turn(Side side, int steps);
  Fallen step(Square from, Square to);       // returns what fell; a piece that leaves by kOff scores a point
  Fallen put_back(Square to, Square began);  // takes the point back

  // for the playouts
  Lanes lanes() const { return std::bit_cast<Lanes>(pieces_); }

 private:
  friend class Runner;
  int find(Side side, Square square) const;
  void remove(Side side, Square square);
  void strike(Side side, Square square);  // from the lists alone
  bool survives(Square from, Square to) const;
  Squares risky() const;
  Fallen settle();

  std::array<Squares, 2> pieces_{};
  std::array<std::array<Square, kPieces>, 2> at_{};  // the first `count_` are on the board
  std::array<Square, kPieces> began_{};
  std::array<std::uint8_t, 2> count_{}, points_{}, captures_{};
  Side mover_ = Side::black;
  std::uint8_t steps_left_ = 0;
};

static_assert(sizeof(Board) == 64 && std::is_trivially_copyable_v<Board>);

// One bit for every side and square, as lanes; none for kOff.
struct alignas(32) LaneBits {
  std::array<std::array<std::array<std::uint64_t, 4>, kSquareBits>, 2> words{};
  Lanes of(Side side, Square square) const {
    return std::bit_cast<Lanes>(words[margrites::index(side)][margrites::index(square)]);
  }
};
constexpr LaneBits make_lane_bits() {
  LaneBits bits{};
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t square = 0; square < kSquareBits; ++square)
      if (on_board(static_cast<Square>(square)))
        bits.words[side][square][side * 2 + square / 64] = std::uint64_t{1} << (square % 64);
  return bits;
}
inline constexpr LaneBits kLaneBits = make_lane_bits();

// Removes all captured pieces, phase by phase. False as soon as one of `mover` (a bit, or none) is among them: then
// `x` is left in between.
inline bool settle(Lanes& x, const Lanes& mover) {
  for (Lanes fall = captured_now(x); any(fall); fall = captured_now(x)) {
    if (any(fall & mover)) return false;
    x = x ^ fall;
  }
  return true;
}

template <class Take>
bool Board::steps(Take&& take) const {
  const std::size_t side = index(mover_);
  const Squares full = occupied() | Squares::of(kWall), risk = risky();
  for (std::size_t i = 0; i < count_[side]; ++i) {
    const Square from = at_[side][i];
    for (const Square to : kSteps[side][index(from)])
      if (!full.has(to) && to != began_[i] && (!risk.has(to) || survives(from, to)) && take(from, to)) return true;
  }
  return false;
}

}  // namespace cairn::margrites
