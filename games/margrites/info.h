// What MARGRITES registers (games/registry.h).
#pragma once

#include "games/registry.h"

namespace cairn::margrites {

GameInfo info();

}  // namespace cairn::margrites
