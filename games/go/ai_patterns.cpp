#include "games/go/ai_patterns.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::go {

namespace {

// Nine letters, rows from the top. X and O: the two colours, either way round. '.': empty; '#': off the board;
// 'x': not X; 'o': not O (both on the board); '?': anything on the board; ' ': anything at all.
// A trailing letter says who may play there; without one both may.
constexpr std::array<std::string_view, 14> kShapes{
    "XOX"
    "..."
    "???",  // hane that encloses
    "XO."
    "..."
    "?.?",  // hane that does not cut
    "XO?"
    "X.."
    "x.?",  // magari
    "XOO"
    "..."
    "?.?"
    "X",  // thin hane
    ".O."
    "X.."
    "...",  // attachment, or a block at the shoulder
    "XO?"
    "O.o"
    "?o?",  // cut at a point that nobody protects
    "XO?"
    "O.X"
    "???",  // cut that is peeped at
    "?X?"
    "O.O"
    "ooo",  // cut between
    "OX?"
    "o.O"
    "???",  // cut of a keima
    "X.?"
    "O.?"
    "###",  // chase along the edge
    "OX?"
    "X.O"
    "###",  // block and cut at the edge
    "?X?"
    "o.O"
    "###",  // connection or cut at the edge
    "?XO"
    "x.x"
    "###"
    "X",  // descent
    "?OX"
    "X.O"
    "###",  // cut behind
};
// Where the letters of a shape lie in the order of kSteps: left, right, down, up, then the diagonals.
constexpr std::array<std::size_t, 8> kLetterOf{3, 5, 7, 1, 6, 8, 0, 2};

bool fits(char letter, Colour colour, bool swapped) {
  const bool edge = colour == Colour::edge;
  const Colour x = swapped ? Colour::white : Colour::black, o = opposite(x);
  switch (letter) {
    case 'X':
      return colour == x;
    case 'O':
      return colour == o;
    case '.':
      return colour == Colour::empty;
    case '#':
      return edge;
    case 'x':
      return colour != x && !edge;
    case 'o':
      return colour != o && !edge;
    case '?':
      return !edge;
    default:
      return true;
  }
}

// The shape seen after `turn` of the eight turns and mirrorings of the square.
std::array<char, 9> turned(std::string_view shape, int turn) {
  std::array<char, 9> out{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      int r = row, c = column;
      if ((turn & 4) != 0) c = 2 - c;
      for (int quarter = 0; quarter < (turn & 3); ++quarter) {
        const int old = r;
        r = c;
        c = 2 - old;
      }
      out[static_cast<std::size_t>(3 * r + c)] = shape[static_cast<std::size_t>(3 * row + column)];
    }
  return out;
}

}  // namespace

const Patterns& Patterns::get() {
  static const Patterns patterns;
  return patterns;
}

Patterns::Patterns() {
  for (const std::string_view shape : kShapes)
    for (int turn = 0; turn < 8; ++turn) {
      const auto letters = turned(shape, turn);
      for (const bool swapped : {false, true}) {
        std::vector<unsigned> words{0};
        for (std::size_t d = 0; d < 8; ++d) {
          std::vector<unsigned> longer;
          for (const unsigned word : words)
            for (unsigned colour = 0; colour < 4; ++colour)
              if (fits(letters[kLetterOf[d]], static_cast<Colour>(colour), swapped))
                longer.push_back(word | colour << 2 * d);
          words = std::move(longer);
        }
        const bool x_only = shape.size() > 9;
        for (const unsigned word : words) {
          if (!x_only || !swapped) black_.set(word);
          if (!x_only || swapped) white_.set(word);
        }
      }
    }
}

}  // namespace cairn::go
