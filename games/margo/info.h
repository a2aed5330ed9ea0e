// Margo and Spargo for the registry.
#pragma once

#include "games/registry.h"

namespace cairn::margo {

GameInfo margo_info();
GameInfo spargo_info();

}  // namespace cairn::margo
