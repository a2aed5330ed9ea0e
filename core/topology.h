// Square grids, flat or wrapped to a torus: who is next to whom. Points count from 0, row 0 at the bottom, left to
// right: point = row * side + column. A torus differs from a flat board in this table and in nothing else.
#pragma once

#include <array>
#include <cstdint>

namespace cairn {

enum class Topology : std::uint8_t { flat, torus };

// Orthogonal directions first, then diagonal ones.
inline constexpr int kOrthogonal = 4;
inline constexpr int kDirections = 8;
inline constexpr std::array<std::array<int, 2>, kDirections> kSteps{
    {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};  // columns, rows

// The neighbour of a point in a direction, or -1 beyond the edge of a flat grid.
constexpr int grid_neighbour(int side, Topology topology, int point, int direction) {
  const auto& step = kSteps[static_cast<unsigned>(direction)];
  int column = point % side + step[0];
  int row = point / side + step[1];
  if (topology == Topology::torus) {
    column = (column + side) % side;
    row = (row + side) % side;
  } else if (column < 0 || column >= side || row < 0 || row >= side) {
    return -1;
  }
  return row * side + column;
}

}  // namespace cairn
