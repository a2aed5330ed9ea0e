// The words of a turn: reads one step, forgivingly, and writes it. "d2>d3", "e8>B++" (off the far row), "B++>e8" (back
// to the square it left from), each with what it captured in brackets if given: "c5>b5(xd5)".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/rules.h"
#include "games/margrites/squares.h"

namespace cairn::margrites {

struct StepRead {
  Reason refused = Reason::none;  // unknown_move or off_board
  Square from = kOff, to = kOff;
  bool tells_captures = false;
  Squares captures;
  std::size_t length = 0;  // how much of the text it took, up to the end of the step or the first thing not understood
};

// Reads the step at the beginning of `text`, which may go on behind it.
StepRead read_step(Side side, std::string_view text);
std::string write_step(Side side, Square from, Square to);

}  // namespace cairn::margrites
