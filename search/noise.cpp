#include "search/noise.h"

#include <cmath>

namespace cairn {

namespace {

double open_uniform(Rng& rng) {  // above 0, below 1
  return (static_cast<double>(rng() >> 12) + 0.5) * 0x1p-52;
}

double normal(Rng& rng) {
  return std::sqrt(-2 * std::log(open_uniform(rng))) * std::cos(6.283185307179586 * open_uniform(rng));
}

// Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
double gamma(double alpha, Rng& rng) {
  if (alpha < 1) return gamma(alpha + 1, rng) * std::pow(open_uniform(rng), 1 / alpha);
  const double d = alpha - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = normal(rng), v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(open_uniform(rng)) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
  }
}

}  // namespace

double gumbel(Rng& rng) {
  return -std::log(-std::log(open_uniform(rng)));
}

std::vector<double> dirichlet(std::size_t count, double alpha, Rng& rng) {
  std::vector<double> shares(count);
  double sum = 0;
  for (double& share : shares) sum += share = gamma(alpha, rng);
  for (double& share : shares) share = sum > 0 ? share / sum : 1 / static_cast<double>(count);
  return shares;
}

}  // namespace cairn
