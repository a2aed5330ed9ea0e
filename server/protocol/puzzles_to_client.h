// What is told of the daily puzzles.
#pragma once

#include "notation/view_json.h"
#include "server/library/puzzles.h"

namespace cairn {

std::string_view to_word(PuzzleTry::State state);  // "open", "solved", "failed", "given-up"; "": there is no such one
Json to_client(const PuzzleTry& tried);
Json to_client(const ShownPuzzle& puzzle);
Json to_client(const PuzzleList& list);

}  // namespace cairn
