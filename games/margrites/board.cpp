#include "games/margrites/board.h"

#include <bit>
#include <cassert>

namespace cairn::margrites {

int Board::find(Side side, Square square) const {
  for (int i = 0; i < count(side); ++i)
    if (piece(side, i) == square) return i;
  return -1;
}

// Where the mover would be touched by two enemies or more: nowhere else can it fall, for a cascade only takes enemies
// away and the mover counts itself.
Squares Board::risky() const {
  const Counts near = count_neighbours(lanes());
  const Lanes two = across(near.two | near.four | near.eight);
  return std::bit_cast<std::array<Squares, 2>>(two)[index(mover_)] & kBoardSquares;
}

bool Board::survives(Square from, Square to) const {
  const Lanes target = kLaneBits.of(mover_, to);
  Lanes x = lanes() ^ kLaneBits.of(mover_, from) ^ target;
  return margrites::settle(x, target);
}

std::vector<Fall> Board::falls(Square from, Square to) const {
  std::vector<Fall> found;
  Lanes x = lanes();
  if (on_board(from)) x = x ^ kLaneBits.of(mover_, from);
  if (on_board(to)) x = x ^ kLaneBits.of(mover_, to);
  int stage = 1;
  for (Lanes fall = captured_now(x); any(fall); fall = captured_now(x), ++stage) {
    const auto standing = std::bit_cast<std::array<Squares, 2>>(x),
               falling = std::bit_cast<std::array<Squares, 2>>(fall);
    for (const Side side : kSides)
      for (Squares left = falling[index(side)]; !left.empty(); left.drop_front()) {
        Squares near;
        for (int file = -1; file <= 1; ++file)
          for (int row = -1; row <= 1; ++row) {
            const int f = file_of(left.front()) + file, r = row_of(left.front()) + row;
            if ((file != 0 || row != 0) && on_board(f, r)) near = near | Squares::of(square_at(f, r));
          }
        found.push_back({side, left.front(), stage, standing[index(other(side))] & near, standing[index(side)] & near});
      }
    x = x ^ fall;
  }
  return found;
}

Reason Board::check(Square from, Square to) const {
  const int which = on_board(from) ? find(mover_, from) : -1;
  if (which < 0) return Reason::no_piece;
  const bool near = to == kOff ? row_of(from) == far_row(mover_) : touching(from, to);
  if (!near) return Reason::too_far;
  if (to == kOff) return Reason::none;
  if (occupied().has(to)) return Reason::occupied;
  if (began(which) == to) return kStalling;
  return survives(from, to) ? Reason::none : kMartyrdom;
}

Reason Board::check_return(Square to, Square began) const {
  if (occupied().has(to)) return Reason::occupied;
  if (began == to) return kStalling;
  return survives(kOff, to) ? Reason::none : kMartyrdom;
}

void Board::place(Side side, Square square) {
  const std::size_t s = index(side);
  assert(on_board(square) && !occupied().has(square) && count_[s] < kPieces);
  pieces_[s] = pieces_[s] | Squares::of(square);
  at_[s][count_[s]++] = square;
}

void Board::begin_turn(Side side, int steps) {
  mover_ = side;
  steps_left_ = static_cast<std::uint8_t>(steps);
  began_ = at_[index(side)];
}

void Board::remove(Side side, Square square) {
  strike(side, square);
  pieces_[index(side)] = pieces_[index(side)] ^ Squares::of(square);
}

void Board::strike(Side side, Square square) {
  const std::size_t s = index(side);
  const int which = find(side, square);
  assert(which >= 0);
  const auto i = static_cast<std::size_t>(which), last = static_cast<std::size_t>(--count_[s]);
  at_[s][i] = at_[s][last];
  if (side == mover_) began_[i] = began_[last];
}

Fallen Board::settle() {
  Lanes x = lanes();
  margrites::settle(x, Lanes{});
  const Fallen fallen = std::bit_cast<Fallen>(lanes() ^ x);
  for (const Side side : {Side::black, Side::white})
    for (Squares left = fallen.of[index(side)]; !left.empty(); left.drop_front()) {
      remove(side, left.front());
      ++captures_[index(other(side))];
    }
  return fallen;
}

Fallen Board::step(Square from, Square to) {
  assert(check(from, to) == Reason::none && steps_left_ > 0);
  const std::size_t s = index(mover_);
  --steps_left_;
  if (to == kOff) {
    remove(mover_, from);
    ++points_[s];
  } else {
    at_[s][static_cast<std::size_t>(find(mover_, from))] = to;
    pieces_[s] = pieces_[s] ^ Squares::of(from) ^ Squares::of(to);
  }
  return settle();
}

Fallen Board::put_back(Square to, Square began) {
  assert(check_return(to, began) == Reason::none && steps_left_ > 0);
  const std::size_t s = index(mover_);
  --steps_left_;
  --points_[s];
  began_[count_[s]] = began;
  place(mover_, to);
  return settle();
}

}  // namespace cairn::margrites
