// Exact values of Margo and Spargo for two players under superko (search/exact.h).
#pragma once

#include "search/exact.h"

namespace cairn::margo {

Solving solving();

}  // namespace cairn::margo
