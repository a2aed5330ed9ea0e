#include "games/margo/names.h"

#include <algorithm>

#include "core/text.h"

namespace cairn::margo {

std::string point_name(Point p) {
  const int x = 2 * p.column + p.level;
  const int y = 2 * p.row + p.level + 1;
  std::string name;
  if (x >= 26) name += 'A';
  name += static_cast<char>('A' + x % 26);
  return name + std::to_string(y);
}

std::optional<GridName> parse_grid_name(std::string_view word) {
  std::size_t letters = 0;
  while (letters < word.size() && is_letter(word[letters])) ++letters;
  const std::string_view digits = word.substr(letters);
  if (letters == 0 || digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  if (!std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  constexpr int kFar = 10'000;  // beyond any board
  if (letters > 2 || digits.size() > 3) return GridName{kFar, kFar};
  int x = 0;
  for (const char c : word.substr(0, letters)) x = x * 26 + (to_lower(c) - 'a' + 1);
  return GridName{x - 1, parse_int(digits).value_or(kFar) - 1};
}

}  // namespace cairn::margo
