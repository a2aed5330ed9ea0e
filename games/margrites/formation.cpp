#include "games/margrites/formation.h"

#include <array>
#include <vector>

namespace cairn::margrites {

namespace {

// choose(n, k) for n <= 18, k <= 8
constexpr auto kChoose = [] {
  std::array<std::array<int, kPieces + 1>, kHomeSquares + 1> table{};
  for (std::size_t n = 0; n <= kHomeSquares; ++n)
    for (std::size_t k = 0; k <= kPieces; ++k) {
      if (k == 0)
        table[n][k] = 1;
      else if (n != 0)
        table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
  return table;
}();
static_assert(kChoose[kHomeSquares][kPieces] == kFormations);

// The home squares in the order of their names: a1, a2, b1, ... or a7, a8, b7, ...
Square home_square(Side side, int which) {
  return square_at(which / 2, (side == Side::black ? 0 : kRows - 2) + which % 2);
}

int formations_from(int square, int pieces) {  // with `pieces` still to stand on squares `square`..17
  return kChoose[static_cast<std::size_t>(kHomeSquares - square)][static_cast<std::size_t>(pieces)];
}

}  // namespace

std::optional<Formation> Formation::of(Side side, Squares squares) {
  if (squares.size() != kPieces) return std::nullopt;
  int rank = 0, left = kPieces;
  for (int i = 0; i < kHomeSquares; ++i) {
    if (squares.has(home_square(side, i)))
      --left;
    else if (left > 0 && i + 1 < kHomeSquares)
      rank += formations_from(i + 1, left - 1);  // all that have a piece here come first
  }
  if (left != 0) return std::nullopt;
  return ranked(rank);
}

Squares Formation::squares(Side side) const {
  Squares squares;
  int rank = rank_, left = kPieces;
  for (int i = 0; i < kHomeSquares && left > 0; ++i) {
    const int with = formations_from(i + 1, left - 1);
    if (rank < with) {
      squares = squares | Squares::of(home_square(side, i));
      --left;
    } else {
      rank -= with;
    }
  }
  return squares;
}

std::string Formation::text(Side side) const {
  std::string text;
  if (!*this) return text;
  const Squares mine = squares(side);
  for (int i = 0; i < kHomeSquares; ++i)
    if (mine.has(home_square(side, i))) text += (text.empty() ? "" : ",") + name(home_square(side, i));
  return text;
}

FormationRead read_formation(Side side, std::string_view text) {
  Squares squares;
  int count = 0;
  Reason reason = Reason::none;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == ',' || c == ';' || c == ' ' || c == '\t') {
      ++i;
      continue;
    }
    const auto square = read_square(text.substr(i, 2));
    if (!square) return {{}, Reason::unknown_move};
    if (reason == Reason::none && !at_home(side, *square)) reason = Reason::off_board;
    if (reason == Reason::none && squares.has(*square)) reason = Reason::occupied;
    squares = squares | Squares::of(*square);
    ++count;
    i += 2;
  }
  if (count != kPieces) return {{}, Reason::unknown_move};
  if (reason != Reason::none) return {{}, reason};
  return {*Formation::of(side, squares), Reason::none};
}

}  // namespace cairn::margrites
