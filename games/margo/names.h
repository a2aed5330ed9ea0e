// Names of points: a column letter and a row number on a grid of half steps. Spec margo, Notation. A name stands for
// a vertical column of points.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/rules.h"

namespace cairn::margo {

std::string point_name(Point p);  // (l, c, r) -> letter 2c + l, number 2r + l + 1: "C3", "AK37"

// A place on the grid of half steps, both from 0.
struct GridName {
  int x = 0, y = 0;
};
// Letters then a number, case-blind; nullopt when the text is no name at all.
std::optional<GridName> parse_grid_name(std::string_view word);

}  // namespace cairn::margo
