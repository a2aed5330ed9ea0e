#include "games/go/ai_network.h"

#include "games/go/ai_features.h"
#include "games/go/ai_knowledge.h"
#include "games/go/ai_phantom.h"
#include "games/go/phantom.h"
#include "search/mcts.h"
#include "search/network_knowledge.h"

namespace cairn::go {

namespace {

// After two passes the players say what is dead; the network's owners tell it here.
template <int Max, Topology kTopology>
class Knowing : public NetworkKnowledge<Go<Max>, GoKnowledge<Max, kTopology>, FeatureEncoder<Max, kTopology>> {
 public:
  using Base = NetworkKnowledge<Go<Max>, GoKnowledge<Max, kTopology>, FeatureEncoder<Max, kTopology>>;
  using Base::Base;

  static constexpr MctsTuning tuning() {
    MctsTuning tuning = kNetworkTuning;
    tuning.policy_temperature = 1.5;
    return tuning;
  }

  Ending judge(const Go<Max>& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors,
               std::span<std::int32_t> owners) {
    const Ending seen = Base::judge(game, seat, actions, priors, owners);
    if (game.phase() == Phase::play) {
      if (!priors.empty())
        favour_corners(game.board(), actions, this->corner_part(),
                       [&](std::size_t i) -> float& { return priors[i].share; });
      return seen;
    }
    int lead = 0;
    for (const float owner : this->reply().owner) lead += owner > 0 ? 1 : -1;
    return this->worth(index(seat) == 0 ? lead : -lead);
  }
};

// Phantom Go: each look is at a board that could be, by a network that was taught Go with open eyes.
template <int Max>
class KnowingPhantom : public PhantomKnowledge<Max> {
 public:
  using Game = Phantom<Max>;
  static constexpr MctsTuning tuning() { return kNetworkTuning; }
  static std::uint16_t key(Action) { return kNoKey; }

  KnowingPhantom(const Game& root, const EngineSettings& settings)
      : PhantomKnowledge<Max>(root, settings), board_(root.truth(), settings), world_(root), turn_(root.turn()) {}
  std::size_t keys() const { return 0; }

  // Before the search's own first move the shares are the mean over several worlds: one alone would mislead.
  Ending judge(const Game& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors,
               std::span<std::int32_t> owners) {
    if (game.turn() != turn_ || priors.empty()) return judge_one(game, seat, actions, priors, owners);
    constexpr int kWorlds = 16;
    std::vector<Prior> one(priors.size());
    std::vector<float> sum(priors.size());
    Rng rng(1);  // a hash would tell of the true board
    for (int i = 0; i < kWorlds; ++i) {
      game.imagine(seat, rng, world_);
      judge_one(world_, seat, actions, one, {});
      for (std::size_t k = 0; k < one.size(); ++k) sum[k] += one[k].share;
    }
    const Ending ending = judge_one(game, seat, actions, {}, owners);
    for (std::size_t k = 0; k < sum.size(); ++k) priors[k].share = sum[k];
    return ending;
  }
  void priors(const Game&, Seat, std::span<const Action>, std::span<Prior>) {}
  Ending playout(const Game& game, Rng&, Trace&, std::span<std::int32_t> owners) {
    return judge_one(game, game.to_act().front(), {}, {}, owners);
  }

 private:
  // Shares of 1; what is not possible there may be elsewhere.
  Ending judge_one(const Game& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors,
                   std::span<std::int32_t> owners) {
    constexpr float kElsewhere = 0.2F;
    const Go<Max>& truth = game.truth();
    board_.actions(truth, seat, legal_);
    shares_.assign(priors.empty() ? 0 : legal_.size(), Prior{});
    const Ending ending = board_.judge(truth, seat, legal_, shares_, owners);
    float sum = 0;
    for (const Prior& prior : shares_) sum += prior.share;
    const float least = kElsewhere / static_cast<float>(std::max<std::size_t>(priors.size(), 1));
    for (std::size_t i = 0; i < priors.size(); ++i) {
      const auto found = std::find(legal_.begin(), legal_.end(), actions[i]);
      const float share = found == legal_.end() ? 0 : shares_[static_cast<std::size_t>(found - legal_.begin())].share;
      priors[i].share = least + (1 - kElsewhere) * share / sum;
    }
    return ending;
  }

  Knowing<Max, Topology::flat> board_;
  Game world_;
  Turn turn_;  // of the root: who searches
  ActionList legal_{};
  std::vector<Prior> shares_{};
};

// Calls `use(game, FeatureEncoder)` with the game inside; false where there is none that is known.
template <int Max, class Use>
bool with(const Position& position, const Use& use) {
  const auto* game = position.get_if<Go<Max>>();
  if (game == nullptr || game->board().size().longer() > network::kMostSide) return false;
  if (game->board().topology() == Topology::flat)
    use.template operator()<Max, Topology::flat>(*game);
  else
    use.template operator()<Max, Topology::torus>(*game);
  return true;
}
template <class Use>
bool with_any(const Position& position, const Use& use) {
  return with<9>(position, use) || with<13>(position, use) || with<19>(position, use);
}

template <class Use>
void with_phantom(const Position& position, const Use& use) {
  if (const auto* game = position.get_if<Phantom<9>>()) use.template operator()<9>(*game);
  if (const auto* game = position.get_if<Phantom<13>>()) use.template operator()<13>(*game);
  if (const auto* game = position.get_if<Phantom<19>>()) use.template operator()<19>(*game);
}

// Of phantom Go nothing is shown: what a seat may not know would be taught.
bool encode(const Position& position, Seat seat, std::span<const Action> actions, network::Features& out) {
  return with_any(position, [&]<int Max, Topology kTopology>(const Go<Max>& game) {
    FeatureEncoder<Max, kTopology>::encode(game, seat, actions, out);
  });
}

// None of phantom Go: there a network is no stronger than the search of its own yet, and is used where it is asked for.
network::Boards boards(const Position& position) {
  network::Boards found;
  with_any(position, [&]<int Max, Topology kTopology>(const Go<Max>& game) {
    found = {game.board().size().columns, game.board().size().rows, kTopology == Topology::torus};
  });
  return found;
}

void owners(const Position& position, Seat seat, std::vector<std::int8_t>& out) {
  with_any(position, [&]<int Max, Topology kTopology>(const Go<Max>& game) {
    FeatureEncoder<Max, kTopology>::owners(game, colour_of(index(seat)), out);
  });
}

}  // namespace

network::FeatureSpec network_features() {
  using Shown = FeatureEncoder<9, Topology::flat>;  // all of them show the same
  return {.name = "go-1",
          .planes = Shown::kPlanes,
          .globals = Shown::kGlobals,
          .policy = 1,
          .extras = Shown::kExtras,
          .encode = encode,
          .boards = boards,
          .owners = owners};
}

std::unique_ptr<Engine> make_network_engine(const Position& position, const EngineSettings& settings) {
  if (!settings.network || !fits(network_features(), settings.network->shape()).empty()) return nullptr;
  std::unique_ptr<Engine> engine;
  with_any(position, [&]<int Max, Topology kTopology>(const Go<Max>& game) {
    const auto extract = [](const Position& one) { return one.get_if<Go<Max>>(); };
    engine = std::make_unique<Mcts<Go<Max>, Knowing<Max, kTopology>>>(game, settings, extract);
  });
  with_phantom(position, [&]<int Max>(const Phantom<Max>& game) {
    const auto extract = [](const Position& one) { return one.get_if<Phantom<Max>>(); };
    engine = std::make_unique<Mcts<Phantom<Max>, KnowingPhantom<Max>>>(game, settings, extract);
  });
  return engine;
}

}  // namespace cairn::go
