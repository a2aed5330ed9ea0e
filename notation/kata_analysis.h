// KataGo's analysis protocol (docs/kata-analysis.md): queries in, analyses out, one line of JSON each, in the order in
// which they are done. Some threads analyse a position each, with some search threads of their own; the query of the
// highest priority goes first, of equal ones the earlier. Streams only. Knows no game.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <ostream>
#include <string>

#include "notation/kata_query.h"

namespace cairn {

struct KataSettings {
  std::string version = "0";
  KataUsual usual{};
  EngineSettings engine{};  // its memory is for all positions together
  int positions = 1;        // analysed at a time
  int threads = 1;          // of each search
  bool finish = true;       // at the end of the input the queries are done first
  // Whether nobody can read the answers any more: asked once a second after the end of the input. Without it nobody
  // knows before the next answer is written.
  std::function<bool()> gone{};
};

inline constexpr std::size_t kMostKataLine = std::size_t{1} << 20;           // bytes
inline constexpr std::size_t kMostKataWaiting = 20'000;                      // positions
inline constexpr std::size_t kMostKataWaitingBytes = std::size_t{64} << 20;  // of the queries' lines

// The game that the protocol is about: that which SGF knows as number 1, on a board with edges.
const GameInfo* kata_game();

// Answers until the end of the input, or until nobody reads the answers. `game`: `kata_game()`.
void run_kata_analysis(const GameInfo& game, const KataSettings& settings, std::istream& in, std::ostream& out);

}  // namespace cairn
