// What passes between the server and workers on other machines (`cairn worker`): bots' turns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/options.h"
#include "notation/agreement.h"

namespace cairn {

struct WorkWish {
  int rules = 0;  // the worker's kRulesVersion
  int wait = 0;   // seconds
};

// A bot's turn, to be thought about.
struct BotTurn {
  std::string table;
  int number = 0;  // of the table's entries
  std::string game;
  OptionValues options;
  Moves moves{};
  Seat seat{};
  int level = 0;
  double seconds = 0;
  std::uint64_t seed = 0;
  std::int64_t lease = 0, until_ms = 0;
};
struct TakenTurn {
  std::optional<BotTurn> turn{};  // none: none came in time
};

struct WorkAnswer {
  std::string table;
  std::int64_t lease = 0;
  int number = 0;                    // of the table's entries, as it was with the turn
  std::vector<std::string> words{};  // played as one command; or
  std::string failure{};             // why there are none; or neither: the turn is given back
};
struct WorkDone {
  bool played = false;  // false: others take the turn
};

}  // namespace cairn
