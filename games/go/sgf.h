// What the root of an SGF file says of a game of the Go family (GM[1]): size, komi, handicap, rules. The moves need
// nothing of this game (notation/sgf_game.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/options.h"
#include "games/go/options.h"

namespace cairn::go {

// SZ, KM, HA and RU to options, of those that the game has. What could not be used is remarked; returns "" or what is
// wrong.
Message read_sgf_root(const OptionValues& root, const std::vector<OptionSpec>& specs, OptionValues& options,
                      std::vector<Message>& remarks);
// `variant` is named in RU.
OptionValues sgf_root(const Options& options, std::string_view variant);

}  // namespace cairn::go
