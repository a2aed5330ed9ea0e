#include "search/network/symmetry.h"

#include <span>
#include <utility>

namespace cairn::network {

namespace {

struct Board {
  int columns = 0, rows = 0, code = 0;

  // Of what stands `count` times on each point.
  std::vector<std::int32_t> sources(int count, std::span<const std::uint8_t> mirrored) const {
    std::vector<std::int32_t> result;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        for (int i = 0; i < count; ++i) {
          const int from = mirrored.empty() || (code & 1) == 0 ? i : mirrored[static_cast<std::size_t>(i)];
          result.push_back(point(row, column) * count + from);
        }
    return result;
  }

  std::int32_t point(int row, int column) const {
    if ((code & 1) != 0) column = columns - 1 - column;
    if ((code & 2) != 0) row = rows - 1 - row;
    if ((code & 4) != 0) std::swap(row, column);
    return row * columns + column;
  }
};

}  // namespace

std::vector<Transform> transforms(const Symmetry& symmetry, const Shape& shape, int columns, int rows) {
  std::vector<Transform> result;
  for (int code = 0; code < (columns == rows ? 8 : 4); ++code) {
    if ((symmetry.codes >> code & 1) == 0) continue;
    const Board board{columns, rows, code};
    Transform turn{board.sources(shape.planes, symmetry.mirrored_planes),
                   board.sources(shape.policy, symmetry.mirrored_policy), board.sources(1, {})};
    for (int i = 0; i < shape.extras; ++i) turn.logits.push_back(static_cast<std::int32_t>(turn.logits.size()));
    result.push_back(std::move(turn));
  }
  return result;
}

Transform inverse(const Transform& turn) {
  const auto back = [](const std::vector<std::int32_t>& sources) {
    std::vector<std::int32_t> result(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i)
      result[static_cast<std::size_t>(sources[i])] = static_cast<std::int32_t>(i);
    return result;
  };
  return {back(turn.cells), back(turn.logits), back(turn.points)};
}

}  // namespace cairn::network
