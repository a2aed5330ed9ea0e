#include "games/margrites/squares.h"

#include "core/text.h"

namespace cairn::margrites {

std::string name(Square square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + row_of(square))};
}

std::optional<Square> read_square(std::string_view word) {
  if (word.size() != 2) return std::nullopt;
  const int file = to_lower(word[0]) - 'a', row = word[1] - '1';
  if (!on_board(file, row)) return std::nullopt;
  return square_at(file, row);
}

}  // namespace cairn::margrites
