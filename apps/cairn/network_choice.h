// Files of networks, as the command line names them.
#pragma once

#include <memory>
#include <string>

#include "games/registry.h"
#include "search/network/evaluator.h"

namespace cairn::cli {

// Reads a network that can play the game. Returns "" or what was wrong and what would be right.
std::string read_network(const std::string& path, const GameInfo& info, std::shared_ptr<const network::Network>& out);

}  // namespace cairn::cli
