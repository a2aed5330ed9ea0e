// What the Go family registers: Go, toroidal Go, phantom Go (games/registry.cpp).
#pragma once

#include "games/registry.h"

namespace cairn::go {

GameInfo go_info();
GameInfo toroidal_info();
GameInfo phantom_info();

}  // namespace cairn::go
