// Positions of which it is proven that one move alone wins: what puzzles are made of. They were found by
// `cairn puzzles` and are proven anew by a test.
#pragma once

#include <span>
#include <string_view>

namespace cairn {

struct SolvedPosition {
  std::string_view game, options;  // "margo", "size=4"
  std::string_view moves;          // from the start, with blanks between them
  std::string_view right;          // the one move that wins
  std::string_view line;           // how it goes on from there, `right` first: the winner's moves are proven
};

std::span<const SolvedPosition> solved_positions();

}  // namespace cairn
