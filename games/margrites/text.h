// Whole games in the notation of rules.md 9: reads them as people print them, and writes them.
//
//   B: b2 c2 d2 e1 e2 f2 g2 h2
//   W: b7 c7 d7 e7 e8 f7 g7 h7
//   R1(3)-2(3)
//   1. d2>d3; d3>d4; e2>e3; e3>e4.
//
// Forgiven: missing dots, semicolons and turn numbers; "a1: W++", "d2-d3", capitals, blanks; captures in any brackets,
// with commas, or left out; `#` to the end of a line and `{...}` are comments. "Options: returning ..." names
// variations. Printed games hold slips: with Slips::correct the fewest steps are changed under which all is legal,
// every printed capture happens and the printed score is reached.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/margrites/margrites.h"

namespace cairn::margrites {

inline constexpr std::size_t kMostText = 200'000;  // letters; more is refused

struct Step {
  Square from = kOff, to = kOff;
  friend bool operator==(const Step&, const Step&) = default;
};

// One game: variations, both formations, and what was played from them.
struct GameText {
  Options options;
  std::vector<Step> steps;  // legal one after the other
  std::optional<Side> resigned;
  Margrites start() const { return Margrites(options); }  // needs both formations
  Margrites end() const;
};

// Something about a place in the text; turn 0 is the head, step 0 the turn as a whole.
struct Remark {
  int turn = 0, step = 0;
  Message text;
};
Message to_text(const Remark& remark);  // "turn 3 step 1: e4>e5: no-piece; near it: d4>e5, e4>d5"

struct Reading {
  GameText game;                // all of it, or up to the fault
  std::vector<Remark> remarks;  // accepted all the same: captures or scores told wrongly, corrections
  std::optional<Remark> fault;  // the first thing that cannot be accepted
  int corrections = 0;
};

enum class Slips { refuse, correct };
// `ways`: how many ways through the game are followed at a time to mend it; more find better, and take as much longer.
Reading read_game(std::string_view text, Slips slips = Slips::refuse, std::size_t ways = 20'000);
std::string write_game(const GameText& game);  // reads back as itself

}  // namespace cairn::margrites
