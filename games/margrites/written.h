// What stands in the text of a game, before the rules are asked: text.cpp reads it, correct.cpp mends it.
#pragma once

#include <optional>
#include <vector>

#include "games/margrites/text.h"

namespace cairn::margrites {

struct WrittenStep {
  Step step;
  bool tells_captures = false;
  Squares captures;
  int turn = 0, number = 0;  // as written or counted; for naming it
  bool opens_turn = false;   // a turn number stands before it
};

struct Score {
  std::array<int, 2> points{}, captures{};
  std::optional<Side> resigned;
};

struct Written {
  Options options;
  std::vector<WrittenStep> steps;
  std::optional<Score> score;   // the last one
  std::optional<Remark> fault;  // the text cannot be read from here on
};

bool reaches(const Margrites& game, const Score& score);
std::string squares_text(Squares squares);  // "xd5, xe5"

// The legal steps that come nearest to the written ones, as many; nothing when none is found. `room`: how many ways to
// have come there are followed at a time; more find better mendings, and take as much longer.
std::optional<std::vector<Step>> correct(const Margrites& start, const Written& written, std::size_t room);

}  // namespace cairn::margrites
