// A network's judgement for the search (search/knowledge.h), in place of playouts: what a position is worth and which
// actions deserve a look. All else is the game's own knowledge.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "search/knowledge.h"
#include "search/network/evaluation_cache.h"
#include "search/network/feature_spec.h"

namespace cairn {

inline constexpr MctsTuning kNetworkTuning{.explore = 0,
                                           .policy = 0.55,
                                           .rave_equivalence = 0,
                                           .expand_visits = 1,
                                           .first_play_value = 0.5,
                                           .first_play_reduction = 0.1,
                                           .noise = 0.1,  // or every game would be the same one
                                           .halving = 8};

// `FeatureEncoder::encode(game, seat, actions, seen)` shows the game, `FeatureEncoder::symmetry()` tells which boards
// mean the same. For two seats.
template <Rules G, Knowledge<G> Base, class FeatureEncoder>
class NetworkKnowledge : public Base {
 public:
  static constexpr bool kScore = true;
  static constexpr MctsTuning tuning() { return kNetworkTuning; }
  static std::uint16_t key(Action) { return kNoKey; }

  NetworkKnowledge(const G& root, const EngineSettings& settings)
      : Base(root, settings),
        network_(settings.network, FeatureEncoder::symmetry(), std::min(settings.memory / 16, kMostRemembered)) {}
  std::size_t keys() const { return 0; }

  // Of `owners` those that the network is rather sure of.
  Ending judge(const G& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors,
               std::span<std::int32_t> owners) {
    FeatureEncoder::encode(game, seat, actions, seen_);
    network_.evaluate({seen_.columns, seen_.rows, seen_.torus, seen_.planes, seen_.globals}, reply_);
    float most = -1e30F;
    for (const std::int32_t logit : seen_.logits) most = std::max(most, reply_.policy[static_cast<std::size_t>(logit)]);
    for (std::size_t i = 0; i < priors.size(); ++i)
      priors[i].share = std::exp(reply_.policy[static_cast<std::size_t>(seen_.logits[i])] - most);
    const auto own = static_cast<std::size_t>(index(seat));
    const float win = reply_.outcome[0] + reply_.outcome[1] / 2, share = Base::score_share();
    Ending ending;
    ending.value[own] = share + (1 - 2 * share) * win + share * std::clamp(reply_.score, -1.0F, 1.0F);
    ending.value[1 - own] = 1 - ending.value[own];
    const float side = own == 0 ? 1.0F : -1.0F;
    ending.lead = side * reply_.score * seen_.unit;
    const auto columns = static_cast<std::size_t>(seen_.columns);
    for (std::size_t i = 0; i < owners.size(); ++i) {  // row by row from the top; the network's rows begin below
      const float owner = side * reply_.owner[owners.size() - columns - i / columns * columns + i % columns];
      owners[i] += owner > 0.3F ? 1 : owner < -0.3F ? -1 : 0;
    }
    return ending;
  }
  const network::Reply& reply() const { return reply_; }  // to what was judged last
  void priors(const G&, Seat, std::span<const Action>, std::span<Prior>) {}
  Ending playout(const G& game, Rng&, Trace&, std::span<std::int32_t> owners) {
    const Seat seat = game.to_act().front();
    this->actions(game, seat, actions_);
    return judge(game, seat, actions_, {}, owners);
  }

 private:
  static constexpr std::size_t kMostRemembered = std::size_t{8} << 20;
  network::EvaluationCache network_;
  network::Features seen_{};
  network::Reply reply_{};
  ActionList actions_{};
};

}  // namespace cairn
