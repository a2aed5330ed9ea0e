// What Skeleton registers (games/registry.h).
#pragma once

#include "games/registry.h"

namespace cairn::skeleton {

GameInfo info();

}  // namespace cairn::skeleton
