// What a client says of the daily puzzles (docs/protocol.md), read from JSON text. As in from_client.h: pure, and what
// is not understood is answered with what would be right.
#pragma once

#include <string_view>
#include <variant>

#include "server/library/puzzles.h"
#include "server/play/fields.h"

namespace cairn {

std::variant<PuzzleAnswer, Fault> read_puzzle_answer(std::string_view text);

}  // namespace cairn
