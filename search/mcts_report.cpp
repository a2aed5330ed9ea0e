// What the search of mcts.h tells and chooses.
#include "search/mcts.h"

namespace cairn {

auto TreeSearch::ranked() const -> std::vector<Standing> {
  std::vector<Standing> all;
  std::uint32_t looked = 0;
  const Node& root = tree_.root();
  if (root.state.load(std::memory_order_acquire) != Node::State::grown) return all;
  for (std::uint32_t i = 0; i < root.count; ++i) {
    const Node& child = tree_.child(root, i);
    if (avoided(child)) continue;
    const std::uint32_t visits = child.visits.load(kRelaxed);
    all.push_back({&child, child.proof.load(kRelaxed), visits, child.mean(), child.share, static_cast<double>(visits)});
    looked = std::max(looked, visits - (halving_.on() ? kept_[i] : 0));
  }
  if (halving_.on())  // of those looked at most in this search the worthiest, before all others
    for (Standing& standing : all) {
      const auto i = static_cast<std::size_t>(standing.node - &tree_.child(root, 0));
      if (standing.visits - kept_[i] == looked) standing.order = 1e9 + halving_.worth(i, standing.mean, looked);
    }
  const auto order = [](const Standing& s) {
    const int known = s.proof == Proof::win ? 2 : s.proof == Proof::loss ? 0 : 1;
    return std::tuple(known, s.order, s.mean, s.share);
  };
  std::stable_sort(all.begin(), all.end(), [&](const Standing& a, const Standing& b) { return order(a) > order(b); });
  if (tuning_.lower_bound > 0 && !all.empty() && all.front().proof != Proof::win) {
    const auto bound = [&](const Standing& s) {  // what it is worth at least, where it was looked at often enough
      const bool seen = 5 * s.visits >= all.front().visits && s.visits > 1 && s.proof == all.front().proof;
      return seen ? s.mean - tuning_.lower_bound / std::sqrt(s.visits) : -1;
    };
    const auto best = std::max_element(all.begin(), all.end(),
                                       [&](const Standing& a, const Standing& b) { return bound(a) < bound(b); });
    std::rotate(all.begin(), best, best + 1);
  }
  return all;
}

Analysis TreeSearch::analysis(std::size_t candidates, std::size_t line) const {
  Analysis result;
  result.seat = seat_;
  result.has_score = kind_.score;
  result.playouts = playouts_.load(kRelaxed);
  result.visits = tree_.root().visits.load(kRelaxed);
  const double ended = ended_.load(kRelaxed);
  result.seconds = ended >= 0 ? ended : seconds_used();
  result.nodes = tree_.nodes();
  result.bytes = tree_.bytes();
  const auto standings = ranked();
  if (standings.empty()) return result;
  const double sign = index(seat_) == 0 ? 1 : -1;
  result.decided = settled();
  result.best = standings.front().node->action;
  for (const Standing& standing : standings) {
    if (candidates > 0 && result.candidates.size() == candidates) break;
    Candidate candidate{standing.node->action, standing.rate(), 0,  static_cast<double>(standing.share),
                        standing.visits,       standing.proof,  {}, {}};
    if (kind_.score) candidate.score = sign * static_cast<double>(standing.node->lead.load(kRelaxed));
    for (const Node* node = standing.node; node != nullptr && candidate.line.size() < line;) {
      candidate.line.push_back(node->action);
      candidate.line_visits.push_back(node->visits.load(kRelaxed));
      node = favourite(*node);
    }
    result.candidates.push_back(std::move(candidate));
  }
  result.win_rate = result.candidates.front().win_rate;
  result.score = result.candidates.front().score;
  if (const auto counted = owned_.load(kRelaxed); counted > 0)
    for (const auto& owner : owners_)
      result.ownership.push_back(static_cast<float>(owner.load(kRelaxed)) / static_cast<float>(counted));
  return result;
}

// The child that the search prefers; nullptr below a leaf.
const Node* TreeSearch::favourite(const Node& node) const {
  if (node.state.load(std::memory_order_acquire) != Node::State::grown) return nullptr;
  const Node* best = nullptr;
  std::uint32_t most = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Node& child = tree_.child(node, i);
    if (child.proof.load(kRelaxed) == Proof::win) return &child;
    const std::uint32_t visits = child.visits.load(kRelaxed);
    if (visits > most) best = &child, most = visits;
  }
  return best;
}

Action TreeSearch::choose() {
  const auto standings = ranked();
  if (standings.empty()) return Action{};
  std::vector<Look> looks;
  looks.reserve(standings.size());
  for (const Standing& standing : standings)
    looks.push_back({standing.proof == Proof::win ? 1e12 : static_cast<double>(standing.visits),
                     static_cast<double>(standing.share), !looks.empty() || standing.node->key != kNoKey});
  return standings[pick_by_level(level(settings_.level, settings_.levels), looks, choice_rng_)].node->action;
}

}  // namespace cairn
