#include "search/halving.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "search/noise.h"

namespace cairn {

void Halving::plan(std::span<const float> shares, std::uint32_t playouts, std::uint32_t most, Rng* chance) {
  constexpr double kLeast = 1e-9;  // of a share: every action may be looked at
  logits_.clear();
  visits_before_.clear();
  for (const float share : shares) logits_.push_back(std::log(std::max(static_cast<double>(share), kLeast)));
  if (chance != nullptr)
    for (double& logit : logits_) logit += gumbel(*chance);
  auto among = std::max(1U, static_cast<std::uint32_t>(std::min<std::size_t>(shares.size(), most)));
  const auto rounds = std::max(1U, static_cast<std::uint32_t>(std::bit_width(among - 1)));
  for (std::uint32_t so_far = 0; visits_before_.size() < playouts;) {
    const std::uint32_t each = std::max(1U, playouts / (rounds * among));
    for (std::uint32_t i = 0; i < each && visits_before_.size() < playouts; ++i, ++so_far)
      visits_before_.insert(visits_before_.end(), std::min<std::size_t>(among, playouts - visits_before_.size()),
                            so_far);
    among = std::min(among, std::max(2U, among / 2));
  }
}

std::uint32_t Halving::visits_before(std::uint32_t playout) const {
  return playout < visits_before_.size() ? visits_before_[playout] : visits_before_.empty() ? 0 : visits_before_.back();
}

}  // namespace cairn
