// The Go Text Protocol, version 2, with the extensions of today's clients, for every game whose sides see everything.
// docs/gtp.md lists the commands. Streams only; files come through a reader that the caller hands in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/registry.h"
#include "notation/gtp_game.h"

namespace cairn {

// A game read from a file for `loadsgf`: where it begins and what was played; or what is wrong.
struct GtpLoaded {
  Config config{};
  std::vector<std::pair<Seat, std::string>> moves{};
  std::string error{};
};

struct GtpSettings {
  std::string name = "Cairn", version = "0";
  EngineSettings engine{};
  int threads = 1;
  double seconds = 0;          // for a move; 0: no limit
  std::uint64_t playouts = 0;  // for a move; 0: no limit
  double resign = 0;           // below this win rate, three own moves in a row, the engine resigns; 0: never
  double lag = 0.1;            // seconds of the clock that are kept back with every move
  bool ponder = false;         // think on the opponent's time
  // The content of a file; nullopt where it cannot be read. Without it, `loadsgf` fails.
  std::function<std::optional<std::string>(const std::string& path)> read_file{};
  // Writes a file; false where that fails. Without it `printsgf FILE` fails.
  std::function<bool(const std::string& path, std::string_view text)> write_file{};
  // Reads the text of a game record, at most so many moves of it.
  std::function<GtpLoaded(const GameInfo& info, std::string_view text, std::size_t moves)> read_record{};
};
inline constexpr double kGtpUsualSeconds = 5;  // for a move where nothing limits it

// Answers commands until `quit` or the end of the input. The configuration must be right for the game.
void run_gtp(const GameInfo& info, Config config, GtpSettings settings, std::istream& in, std::ostream& out);

}  // namespace cairn
