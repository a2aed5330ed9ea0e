#include "games/go/ai_small_board.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace cairn::go {

SmallBoard::SmallBoard(GridSize size, Topology topology, bool suicide)
    : points_(size.points()), all_(static_cast<Mask>((1U << points_) - 1)), suicide_(suicide) {
  assert(points_ <= kMaxSmallPoints);
  std::array<Mask, kMaxSmallPoints> neighbours{};
  for (int point = 0; point < points_; ++point)
    for (int d = 0; d < kOrthogonal; ++d)
      if (const int near = grid_neighbour(size, topology, point, d); near >= 0)
        neighbours[static_cast<std::size_t>(point)] |= bit_of(near);
  fill(near_, neighbours);
  for (unsigned kind = 0; kind < 8; ++kind) add_symmetry(size, kind);
  for (const auto& image : images_)
    for (std::size_t other = 0; other < images_.size(); ++other) {
      bool undone = true;
      for (std::size_t i = 0; i < static_cast<std::size_t>(points_); ++i)
        undone &= images_[other][static_cast<std::size_t>(image[i])] == static_cast<int>(i);
      if (undone) inverse_.push_back(other);
    }
}

void SmallBoard::fill(Parts& parts, const std::array<Mask, kMaxSmallPoints>& of_point) {
  for (std::size_t half = 0; half < 2; ++half)
    for (unsigned byte = 0; byte < 256; ++byte)
      for (std::size_t i = 0; i < 8; ++i)
        if ((byte >> i & 1U) != 0) parts[half][byte] |= of_point[8 * half + i];
}

// Bit 0 of `kind` mirrors columns, bit 1 rows, bit 2 exchanges the two on a square.
void SmallBoard::add_symmetry(GridSize size, unsigned kind) {
  if ((kind & 4U) != 0 && size.columns != size.rows) return;
  std::array<std::int8_t, kMaxSmallPoints> image{};
  std::array<Mask, kMaxSmallPoints> bits{};
  for (int point = 0; point < points_; ++point) {
    int column = point % size.columns, row = point / size.columns;
    if ((kind & 1U) != 0) column = size.columns - 1 - column;
    if ((kind & 2U) != 0) row = size.rows - 1 - row;
    if ((kind & 4U) != 0) std::swap(column, row);
    const auto at = static_cast<std::size_t>(point);
    image[at] = static_cast<std::int8_t>(row * size.columns + column);
    bits[at] = bit_of(image[at]);
  }
  images_.push_back(image);
  fill(parts_.emplace_back(), bits);
}

bool SmallBoard::play(const SmallState& state, int point, SmallState& next) const {
  const auto me = static_cast<std::size_t>(state.mover);
  const Mask stone = bit_of(point);
  Mask own = state.stones[me] | stone, enemy = state.stones[1 - me], taken = 0;
  for (Mask touched = beside(stone) & enemy; touched != 0;) {
    const Mask chain = connected(touched & -touched, enemy);
    if ((beside(chain) & all_ & ~(own | enemy)) == 0) taken |= chain;
    touched &= static_cast<Mask>(~chain);
  }
  enemy &= static_cast<Mask>(~taken);
  const Mask chain = connected(stone, own);
  const auto free = static_cast<Mask>(beside(chain) & all_ & ~(own | enemy));
  if (free == 0) {
    if (!suicide_ || chain == stone) return false;
    own &= static_cast<Mask>(~chain);
  }
  next.stones[me] = own;
  next.stones[1 - me] = enemy;
  next.mover = static_cast<std::int8_t>(1 - state.mover);
  next.passes = 0;
  const bool ko = count(taken) == 1 && chain == stone && free == taken;
  next.ko = ko ? static_cast<std::int8_t>(std::countr_zero(taken)) : std::int8_t{-1};
  return true;
}

SmallState SmallBoard::pass(const SmallState& state) {
  return {state.stones, static_cast<std::int8_t>(1 - state.mover), static_cast<std::int8_t>(state.passes + 1), -1};
}

int SmallBoard::lead(const Stones& stones) const {
  int lead = count(stones[0]) - count(stones[1]);
  const auto empty = static_cast<Mask>(all_ & ~(stones[0] | stones[1]));
  for (Mask rest = empty; rest != 0;) {
    const Mask region = connected(rest & -rest, empty);
    rest &= static_cast<Mask>(~region);
    const bool black = (beside(region) & stones[0]) != 0, white = (beside(region) & stones[1]) != 0;
    if (black != white) lead += black ? count(region) : -count(region);
  }
  return lead;
}

Mask SmallBoard::safe(const Stones& stones, int colour) const {
  const Mask own = stones[static_cast<std::size_t>(colour)];
  const auto empty = static_cast<Mask>(all_ & ~(stones[0] | stones[1]));
  std::array<Mask, kMaxSmallPoints> chains, regions;
  std::size_t chain_count = 0, region_count = 0;
  for (Mask rest = own; rest != 0; rest &= static_cast<Mask>(~chains[chain_count - 1]))
    chains[chain_count++] = connected(rest & -rest, own);
  for (auto rest = static_cast<Mask>(all_ & ~own); rest != 0; rest &= static_cast<Mask>(~regions[region_count - 1]))
    regions[region_count++] = connected(rest & -rest, static_cast<Mask>(all_ & ~own));
  Mask alive = own;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t c = 0; c < chain_count; ++c) {
      int vital = 0;
      const Mask chain = chains[c], near = beside(chain);
      if ((chain & alive) == 0) continue;
      for (std::size_t r = 0; r < region_count; ++r) {
        const Mask region = regions[r], inner = region & empty;
        vital += inner != 0 && (inner & ~near) == 0 && (beside(region) & own & ~alive) == 0;
      }
      if (vital >= 2) continue;
      alive &= static_cast<Mask>(~chain);
      changed = true;
    }
  }
  Mask safe = alive;
  for (std::size_t r = 0; r < region_count; ++r)
    if (count(regions[r]) == 1 && (regions[r] & empty) != 0 && (beside(regions[r]) & ~alive) == 0) safe |= regions[r];
  return safe;
}

}  // namespace cairn::go
