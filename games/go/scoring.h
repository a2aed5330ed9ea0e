// Counting a Go board: area, territory with seki, unconditional life. Slow-path code on plain pictures of a board;
// the rules it follows are numbered in rules.md.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "core/topology.h"
#include "games/go/board.h"

namespace cairn::go {

using PointSet = std::bitset<kMaxPoints>;  // points of a board, counted row by row from the bottom left

// The stones alone, by point.
struct Picture {
  GridSize size{};
  Topology topology = Topology::flat;
  std::array<Colour, kMaxPoints> at{};

  int points() const { return size.points(); }
};

// Orthogonally connected points of one kind: a chain, or a region of empty points.
struct Region {
  Colour colour = Colour::empty;
  std::vector<int> points;
  std::array<bool, 4> touches{};  // neighbours of this colour (by Colour) outside the region
};
struct Regions {
  std::vector<Region> list;
  std::array<std::int16_t, kMaxPoints> of{};  // index of each point's region
};
Regions regions(const Picture& picture);
std::vector<int> liberties(const Picture& picture, const Region& chain);  // sorted
std::array<int, 2> chains_in_atari(const Picture& picture);               // black, white

struct Count {
  std::array<int, 2> points{};             // black, white; without komi and prisoners
  std::array<Colour, kMaxPoints> owner{};  // whose point it counts as; empty: nobody's
};
Picture without(const Picture& picture, const PointSet& dead);
// Stones and the empty points that reach only their colour (rules.md 6.1). The dead must be gone from the picture.
Count area(const Picture& picture);
// Empty points surrounded by one colour, none in seki (rules.md 6.2 and 6.3). `dead` stones count as removed; their
// number is the caller's to add to the prisoners.
Count territory(const Picture& picture, const PointSet& dead);

// Chains that no sequence of enemy moves can capture even if their owner always passes (Benson 1976).
PointSet unconditionally_alive(const Picture& picture, Colour colour);
// The program's own status where players cannot agree under territory scoring (rules.md 5.5): stones inside what an
// unconditionally alive enemy surrounds are dead where there is no room for two eyes; all others are alive.
PointSet dead_by_status(const Picture& picture);

}  // namespace cairn::go
