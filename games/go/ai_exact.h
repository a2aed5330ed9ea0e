// Exact values of Go on small boards, flat or toroidal, by area and under superko (search/exact.h).
#pragma once

#include "search/exact.h"

namespace cairn::go {

Solving solving();

}  // namespace cairn::go
