// A game's symmetries on one board, as tables: where everything that a network is shown and answers stands on each of
// the boards that mean the same (train/samples.py has the same for learning).
#pragma once

#include <cstdint>
#include <vector>

#include "search/network/feature_spec.h"
#include "search/network/shape.h"

namespace cairn::network {

// Of each place on the turned board: where it is taken from.
struct Transform {
  std::vector<std::int32_t> cells{};   // [row][column][plane]
  std::vector<std::int32_t> logits{};  // [row][column][policy], then the extras
  std::vector<std::int32_t> points{};  // [row][column]
};

// Those that the game has, the first as it is; on a board that is not square without those that exchange rows and
// columns.
std::vector<Transform> transforms(const Symmetry& symmetry, const Shape& shape, int columns, int rows);
// The one that turns it back.
Transform inverse(const Transform& turn);

}  // namespace cairn::network
