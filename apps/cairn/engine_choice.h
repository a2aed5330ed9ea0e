// Which engine, and how long it thinks: "cairn:playouts=1000,rave_equivalence=500" for one of the program's own,
// "gtp:COMMAND LINE" for any program that speaks GTP. What `match`, `tune` and `analyze` share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/registry.h"
#include "search/time_plan.h"

namespace cairn::cli {

struct EngineChoice {
  std::string name;     // for people
  std::string command;  // of an external program; "" for one of our own
  bool plain = false;   // the yardstick: search without knowledge of the game
  double seconds = 0;   // a move; 0: as the match says
  int threads = 1;
  std::uint64_t playouts = 0;  // a move; 0: as the match says
  bool decide = true;          // move as soon as more thought cannot change the choice
  EngineSettings settings{};
};

inline constexpr int kMostThreads = 256;
inline constexpr double kLongestThought = 86'400;  // seconds

// Reads the text of a choice for a game. Returns "" or what was wrong and what would be right.
std::string read_engine_choice(std::string_view text, const GameInfo& info, EngineChoice& out);
// Sets one value, as between the commas. Returns "" or what was wrong and what would be right.
std::string set_engine_value(std::string_view word, const GameInfo& info, EngineChoice& out);
// "300" for a whole game, "300+2" with so many more a move, "300/30:15" then 15 moves within each 30 seconds.
std::string read_time_control(std::string_view text, TimeControl& out);
// A number within bounds, nothing else around it.
bool read_number(std::string_view text, double least, double most, double& out);

}  // namespace cairn::cli
