// What chance draws for self-play.
#pragma once

#include <cstddef>
#include <vector>

#include "core/rng.h"

namespace cairn {

// `count` shares of 1 from the symmetric Dirichlet distribution; below an alpha of 1 few of them take most.
std::vector<double> dirichlet(std::size_t count, double alpha, Rng& rng);

// From the standard Gumbel distribution: added to the logarithms of shares, the greatest sum is at each with its share.
double gumbel(Rng& rng);

}  // namespace cairn
