// How the host sets up another program as an engine: what a block [[engine]] of the settings says (docs/engines.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.h"
#include "search/levels.h"

namespace cairn::engines {

enum class Protocol : std::uint8_t { gtp, kata_analysis };
constexpr std::string_view protocol_word(Protocol protocol) {
  return protocol == Protocol::gtp ? "gtp" : "kata-analysis";
}

// How the engine plays as a bot of one level.
struct LevelSpec {
  int level = kLevels;
  std::uint64_t visits = 0;             // 0: no limit
  double seconds = 0;                   // 0: as long as the bot may think
  std::vector<std::string> commands{};  // of GTP, sent before a move of this level: "level 1"
  friend bool operator==(const LevelSpec&, const LevelSpec&) = default;
};

struct EngineSpec {
  std::string name{};
  std::vector<std::string> command{};  // the program and its arguments; {threads} and {memory} stand for those below
  Protocol protocol = Protocol::gtp;
  std::vector<std::string> games{};
  std::vector<GridSize> sizes{};  // of the board, where the game has any; none: all
  int processes = 1;              // that run at once, each with one job
  int threads = 1;                // what {threads} stands for
  std::int64_t memory = 0;        // MiB of address space of a process, and what {memory} stands for; 0: no limit
  bool may_play = true;           // moves of bots
  bool may_analyse = true;        // analyses of games, and which stones are dead
  int analysis_visits = 0;        // of a position; 0: as the server's analysis-playouts
  double start_seconds = 120;     // until it must be ready
  double late_seconds = 10;       // beyond the time to think, after which an answer is late
  std::vector<LevelSpec> levels{};
  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;

  bool plays(std::string_view game, GridSize size) const;  // no columns: the game has no such option
  const LevelSpec* level(int number) const;                // nullptr: bots of this level are not its own
};

// The command as it is run.
std::vector<std::string> words_of(const EngineSpec& spec);
// The option "size" of complete options; without columns where there is none.
GridSize board_size(const OptionValues& complete);

inline constexpr int kMostEngines = 16, kMostProcesses = 16;

}  // namespace cairn::engines
