// Squares and sides of the 9 by 8 board. A square is a bit of a 128-bit board: a row is a lane of 16 bits, its files
// stand in bits 1..9, so that a shift never carries a piece round an edge. Bits 0 and 10..15 are no squares; two of
// them serve the move tables as "off the board" and "wall".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/rules.h"

namespace cairn::margrites {

inline constexpr int kFiles = 9, kRows = 8, kPieces = 8;

enum class Side : std::uint8_t { black, white };  // the order of View::sides; Black moves first
inline constexpr std::array<Side, 2> kSides{Side::black, Side::white};
constexpr Side other(Side side) {
  return side == Side::black ? Side::white : Side::black;
}
constexpr std::size_t index(Side side) {
  return static_cast<std::size_t>(side);
}
constexpr char letter(Side side) {
  return side == Side::black ? 'B' : 'W';
}

enum class Square : std::uint8_t {};
inline constexpr Square kOff{0};    // where a scoring step ends and a returning one begins; always empty
inline constexpr Square kWall{15};  // where a step over an edge would end; always occupied
inline constexpr int kSquareBits = 128;

constexpr Square square_at(int file, int row) {
  return static_cast<Square>(row * 16 + file + 1);
}
constexpr std::size_t index(Square square) {
  return static_cast<std::size_t>(square);
}
constexpr int file_of(Square square) {
  return static_cast<int>(square) % 16 - 1;
}
constexpr int row_of(Square square) {
  return static_cast<int>(square) / 16;
}
constexpr Point point(Square square) {
  return {0, static_cast<std::uint8_t>(file_of(square)), static_cast<std::uint8_t>(row_of(square))};
}
constexpr bool on_board(Square square) {
  return index(square) < kSquareBits && file_of(square) >= 0 && file_of(square) < kFiles;
}
constexpr bool on_board(int file, int row) {
  return file >= 0 && file < kFiles && row >= 0 && row < kRows;
}
constexpr int far_row(Side side) {
  return side == Side::black ? kRows - 1 : 0;
}
// A side's own two rows, where it sets up.
constexpr bool at_home(Side side, Square square) {
  return on_board(square) && (side == Side::black ? row_of(square) < 2 : row_of(square) >= kRows - 2);
}
constexpr bool touching(Square a, Square b) {
  const int files = file_of(a) - file_of(b), rows = row_of(a) - row_of(b);
  return a != b && files >= -1 && files <= 1 && rows >= -1 && rows <= 1;
}

// 128 bits: rows 1..4 in `low`, rows 5..8 in `high`.
struct Squares {
  std::uint64_t low = 0, high = 0;

  static constexpr Squares of(Square square) {
    const std::uint64_t bit = std::uint64_t{1} << (index(square) % 64);
    return index(square) < 64 ? Squares{bit, 0} : Squares{0, bit};
  }
  constexpr bool has(Square square) const {
    return (((index(square) < 64 ? low : high) >> (index(square) % 64)) & 1U) != 0;
  }
  constexpr bool empty() const { return (low | high) == 0; }
  constexpr int size() const { return __builtin_popcountll(low) + __builtin_popcountll(high); }
  constexpr Square front() const {  // lowest; must not be empty
    return static_cast<Square>(low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high));
  }
  constexpr void drop_front() { (low != 0 ? low : high) &= (low != 0 ? low : high) - 1; }
  constexpr Squares operator|(Squares more) const { return {low | more.low, high | more.high}; }
  constexpr Squares operator&(Squares both) const { return {low & both.low, high & both.high}; }
  constexpr Squares operator^(Squares change) const { return {low ^ change.low, high ^ change.high}; }
  friend constexpr bool operator==(const Squares&, const Squares&) = default;
};

inline constexpr Squares kBoardSquares{0x03FE'03FE'03FE'03FEULL, 0x03FE'03FE'03FE'03FEULL};

// Where each of the eight directions leads, by side: a square, kWall, or, from the far row, kOff. The three ways off
// the far row are one action, so only the straight one (direction 0) leads to kOff.
inline constexpr int kDirections = 8;
using StepTable = std::array<std::array<std::array<Square, kDirections>, kSquareBits>, 2>;
constexpr StepTable make_steps() {
  constexpr std::array<std::array<int, 2>, kDirections> kWays{
      {{0, 1}, {-1, 1}, {1, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}, {0, -1}}};  // as Black sees it: file, row
  StepTable table{};
  for (std::size_t side = 0; side < 2; ++side)
    for (int bit = 0; bit < kSquareBits; ++bit)
      for (std::size_t way = 0; way < kDirections; ++way) {
        const Square from = static_cast<Square>(bit);
        const int file = file_of(from) + kWays[way][0];
        const int row = row_of(from) + (side == 0 ? kWays[way][1] : -kWays[way][1]);
        Square to = kWall;
        if (on_board(from) && on_board(file, row)) to = square_at(file, row);
        if (on_board(from) && way == 0 && row_of(from) == far_row(static_cast<Side>(side))) to = kOff;
        table[side][index(from)][way] = to;
      }
  return table;
}
inline constexpr StepTable kSteps = make_steps();

std::string name(Square square);                           // "e8"; the square must be on the board
std::optional<Square> read_square(std::string_view word);  // "e8", "E8"; nothing else

}  // namespace cairn::margrites
