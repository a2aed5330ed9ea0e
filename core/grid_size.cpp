#include "core/grid_size.h"

#include <algorithm>

#include "core/text.h"

namespace cairn {

GridSize size_of_rows(const std::vector<std::string>& rows) {
  const auto side = [](std::size_t count) { return static_cast<int>(std::min<std::size_t>(count, 99)); };
  return {rows.empty() ? 0 : side(rows.front().size()), side(rows.size())};
}

std::string size_text(GridSize size) {
  const std::string columns = std::to_string(size.columns);
  return size.square() ? columns : columns + "x" + std::to_string(size.rows);
}

std::optional<GridSize> parse_size(std::string_view text) {
  const auto side = [](std::string_view digits) {
    return digits.empty() || !is_digit(digits.front()) ? std::nullopt : parse_int(digits);
  };
  const auto cross = text.find_first_of("xX");
  const auto columns = side(text.substr(0, cross));
  const auto rows = cross == std::string_view::npos ? columns : side(text.substr(cross + 1));
  if (!columns || !rows || *columns < 1 || *rows < 1) return std::nullopt;
  return GridSize{*columns, *rows};
}

}  // namespace cairn
