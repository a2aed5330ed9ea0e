#include "search/halving.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cairn {

void Halving::plan(std::span<const float> shares, std::uint64_t playouts, int most) {
  constexpr double kLeast = 1e-9;  // of a share: every action may be looked at
  logits_.clear();
  looked_.clear();
  for (const float share : shares) logits_.push_back(std::log(std::max(static_cast<double>(share), kLeast)));
  std::uint64_t among = std::min<std::uint64_t>(shares.size(), static_cast<std::uint64_t>(std::max(most, 1)));
  const std::uint64_t rounds = among > 1 ? std::bit_width(among - 1) : 1;
  for (std::uint32_t so_far = 0; looked_.size() < playouts;) {
    const std::uint64_t each = std::max<std::uint64_t>(1, playouts / (rounds * among));
    for (std::uint64_t i = 0; i < each && looked_.size() < playouts; ++i, ++so_far)
      looked_.insert(looked_.end(), std::min(among, playouts - looked_.size()), so_far);
    among = std::min(among, std::max<std::uint64_t>(2, among / 2));
  }
}

std::uint32_t Halving::looked(std::uint64_t playout) const {
  return playout < looked_.size() ? looked_[playout] : looked_.empty() ? 0 : looked_.back();
}

}  // namespace cairn
