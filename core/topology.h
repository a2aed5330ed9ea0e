// Grids, flat or wrapped to a torus: who is next to whom. Points count from 0, row 0 at the bottom, left to right:
// point = row * columns + column. A torus differs from a flat board in this table and in nothing else.
#pragma once

#include <array>
#include <cstdint>

#include "core/grid_size.h"

namespace cairn {

enum class Topology : std::uint8_t { flat, torus };

// Orthogonal directions first, then diagonal ones.
inline constexpr int kOrthogonal = 4;
inline constexpr int kDirections = 8;
inline constexpr std::array<std::array<int, 2>, kDirections> kSteps{
    {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};  // columns, rows

// The neighbour of a point in a direction, or -1 beyond the edge of a flat grid.
constexpr int grid_neighbour(GridSize size, Topology topology, int point, int direction) {
  const auto& step = kSteps[static_cast<unsigned>(direction)];
  int column = point % size.columns + step[0];
  int row = point / size.columns + step[1];
  if (topology == Topology::torus) {
    column = (column + size.columns) % size.columns;
    row = (row + size.rows) % size.rows;
  } else if (column < 0 || column >= size.columns || row < 0 || row >= size.rows) {
    return -1;
  }
  return row * size.columns + column;
}

}  // namespace cairn
