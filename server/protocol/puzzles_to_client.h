// What is told of the daily puzzles.
#pragma once

#include "server/play/fields.h"
#include "server/store/puzzles.h"

namespace cairn {

inline constexpr std::size_t kPuzzleTries = 3;

std::string_view to_word(PuzzleTry::State state);  // "open", "solved", "failed", "given-up"; "": there is no such one
Json puzzle_try_json(const PuzzleTry& tried);

}  // namespace cairn
