// A game at the terminal in the reader's language: what happened, and where the game stands. In English these are the
// lines that the notation writes (notation/event_text.h, notation/text_board.h).
#pragma once

#include <string>

#include "core/position.h"
#include "notation/text_board.h"

namespace cairn::cli {

// One line, "" when there is nothing to tell: "White: C3; captured: A1 A3".
std::string events_said(const EventLog& events, const Position& position, const View& view, Viewer viewer);
// Two lines: the sides with their scores, and who is to move or how the game ended.
std::string status_said(const View& view, BoardSize size);
// "white": the name of a side; with a capital where the language has them.
std::string side_said(const std::string& name);
std::string side_with_capital(const std::string& name);

}  // namespace cairn::cli
