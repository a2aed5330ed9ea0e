// What a puzzle is about, seen from its solution.
#pragma once

#include <string>
#include <string_view>

#include "core/position.h"

namespace cairn::cli {

// Of kPuzzleThemes (games/solved.h), with commas between them: what happens when `line` is played there, the winner's
// move first. "" where it cannot be played or none fits.
std::string themes_of(const Position& position, std::string_view line);

// The board and who is to move, the same for all eight pictures of it that the symmetries of a square give.
std::string one_of_eight(const Position& position);

}  // namespace cairn::cli
