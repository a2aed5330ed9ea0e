// What the search of mcts.h does at its root alone: halving where visits are few, and chance for self-play.
#include "search/mcts.h"

namespace cairn {

void TreeSearch::plan_halving() {
  constexpr std::uint64_t kFew = 32;  // with 50 it gains nothing, with 200 it loses (bench/strength.md)
  halving_.end();
  if (!kind_.judges || kind_.hidden) return;
  const Node& root = tree_.root();
  const bool few = limits_.playouts > 0 && limits_.playouts <= kFew && limits_.decide;
  const bool drawn = tuning_.gumbel > 0 && limits_.playouts > 0;
  if ((!drawn && (tuning_.halving <= 0 || !few)) || root.state.load(kRelaxed) != Node::State::grown) return;
  std::vector<float> shares;
  kept_.clear();
  for (std::uint32_t i = 0; i < root.count; ++i) {
    const Node& child = tree_.child(root, i);
    shares.push_back(avoided(child) ? 0 : child.share);
    kept_.push_back(child.visits.load(kRelaxed));
  }
  kept_.push_back(root.visits.load(kRelaxed));
  const auto playouts = static_cast<std::uint32_t>(limits_.playouts);
  const double most = drawn ? tuning_.gumbel : std::min(tuning_.halving, std::sqrt(playouts));
  halving_.plan(shares, playouts, static_cast<std::uint32_t>(most), drawn ? &choice_rng_ : nullptr);
}

// The child of the root whose turn it is.
std::uint32_t TreeSearch::halve() const {
  const Node& root = tree_.root();
  const auto visits = [&](std::uint32_t i) { return tree_.child(root, i).visits.load(kRelaxed) - kept_[i]; };
  const std::uint32_t wanted = halving_.visits_before(root.visits.load(kRelaxed) - 1 - kept_.back());
  double sum = 0, tried = 0, most = 0;
  for (std::uint32_t i = 0; i < root.count; ++i) {
    const Node& child = tree_.child(root, i);
    sum += static_cast<double>(child.sum.load(kRelaxed)) / Node::kUnit;
    tried += child.visits.load(kRelaxed);
    most = std::max(most, static_cast<double>(visits(i)));
  }
  std::uint32_t best = kNotFound;
  std::tuple<bool, std::int64_t, double> best_order;
  for (std::uint32_t i = 0; i < root.count; ++i) {
    const Node& child = tree_.child(root, i);
    if (avoided(child)) continue;
    const Proof proof = child.proof.load(kRelaxed);
    if (proof == Proof::win) return root.children.load(kRelaxed) + i;
    const double value = child.visits.load(kRelaxed) > 0 ? child.mean() : tried > 0 ? sum / tried : 0.5;
    const std::int64_t off = std::int64_t{visits(i)} - wanted;
    const std::tuple order(proof != Proof::loss, -std::abs(off), halving_.worth(i, value, most));
    if (best == kNotFound || order > best_order) best = i, best_order = order;
  }
  return best == kNotFound ? best : root.children.load(kRelaxed) + best;
}

// Chance takes its part in the shares of the root's actions (Silver et al. 2017; the shape as in Wu 2019).
void TreeSearch::stir() {
  const Node& root = tree_.root();
  if (root.state.load(kRelaxed) != Node::State::grown || root.count < 2) return;
  const std::vector<double> drawn = dirichlet(root.count, 10.83 / root.count, choice_rng_);
  for (std::uint32_t i = 0; i < root.count; ++i) {
    Node& child = tree_.child(root, i);
    child.share = static_cast<float>((1 - tuning_.noise) * static_cast<double>(child.share) + tuning_.noise * drawn[i]);
  }
}

}  // namespace cairn
