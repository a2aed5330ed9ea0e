// Positions of which it is proven that one move alone wins: what puzzles are made of. `cairn puzzles` found them, and
// a test proves them anew. They ship in tools/puzzles/margo.puzzles; a program for browsers carries none.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace cairn {

// What a puzzle may be about: a capture after which zombies stay; a ball that cuts a link; groups with few freedoms
// each, of which the winner's takes the other; a capture that reveals one of one's own; a ball given away.
inline constexpr std::array<std::string_view, 5> kPuzzleThemes{"zombie", "overpass", "race", "revealed", "sacrifice"};

struct SolvedPosition {
  std::string_view game, options;  // "margo", "size=4"
  std::string_view moves;          // from the start, with blanks between them
  std::string_view right;          // the one move that wins
  std::string_view line;           // how it goes on from there, `right` first: the winner's moves are proven
  int found_by = 0;                // percent of tries in which bots of levels 1 to 8 and plain search play `right`
  std::string_view themes{};       // of kPuzzleThemes, with commas between them
};

// From easy to hard for each game and options.
std::span<const SolvedPosition> solved_positions();

}  // namespace cairn
