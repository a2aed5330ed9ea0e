// The two sides of a flat board, and their text: "13x9" is thirteen columns by nine rows, "13" a square.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

struct GridSize {
  int columns = 0, rows = 0;

  constexpr int points() const { return columns * rows; }
  constexpr bool square() const { return columns == rows; }
  constexpr int longer() const { return columns > rows ? columns : rows; }
  constexpr int shorter() const { return columns < rows ? columns : rows; }
  friend constexpr bool operator==(const GridSize&, const GridSize&) = default;
};

constexpr GridSize square_grid(int side) {
  return {side, side};
}
// Of a board that is given by rows of letters, the first of which counts; no side is told as more than 99.
GridSize size_of_rows(const std::vector<std::string>& rows);

// The one text of each size: "13x9", or "9" where both sides are equal.
std::string size_text(GridSize size);
// "13x9" (also "13X9"), "9" and "9x9"; nothing where the text is not that, or a side is not positive.
std::optional<GridSize> parse_size(std::string_view text);

}  // namespace cairn
