// What the search knows of phantom Go: every playout is made on a board that the seat that searches cannot tell from
// the true one (information-set search, Cowling, Powley and Whitehouse 2012), with Go's own knowledge of that board.
#pragma once

#include "games/go/ai_knowledge.h"
#include "games/go/phantom.h"

namespace cairn::go {

template <int Max>
class PhantomKnowledge {
 public:
  using Game = Phantom<Max>;
  static constexpr bool kHidden = true, kComplete = false, kScore = true;
  static constexpr MctsTuning tuning() {
    return {.explore = 0.05, .policy = 0, .rave_equivalence = 3000, .expand_visits = 8, .first_play_value = 1};
  }
  static std::uint16_t key(Action action) { return Flat::key(action); }

  PhantomKnowledge(const Game& root, const EngineSettings& settings)
      : flat_(root.truth(), settings), world_(root), turn_(root.turn()) {}
  std::size_t keys() const { return flat_.keys(); }
  std::size_t points() const { return flat_.points(); }
  void world(const Game& root, Seat seat, Rng& rng, Game& out) const { root.imagine(seat, rng, out); }
  bool over(const Game& game) const { return flat_.over(game.truth()); }
  // The other side may have its stones elsewhere in another world: it may try any point without a stone of the
  // searcher.
  void actions(const Game& game, Seat seat, ActionList& list) {
    list.clear();
    if (game.truth().phase() != Phase::play) return;
    if (seat == turn_.seat) {
      game.legal(seat, list);
      return;
    }
    const auto& board = game.truth().board();
    for (int point = 0; point < board.points(); ++point)
      if (board.at(board.cell(point)) != colour_of(index(turn_.seat))) list.push_back(static_cast<Action>(point));
    list.push_back(static_cast<Action>(kPass));
  }
  // Before the search's own first move a prior is the mean over several worlds: one alone would mislead.
  void priors(const Game& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors) {
    if (game.turn() != turn_) {
      flat_.priors(game.truth(), seat, actions, priors);
      return;
    }
    constexpr int kWorlds = 24;
    std::vector<Prior> one(priors.size()), sum(priors.size(), Prior{0, 0, 0});
    Rng rng(1);  // a hash would tell of the true board
    for (int i = 0; i < kWorlds; ++i) {
      game.imagine(seat, rng, world_);
      flat_.priors(world_.truth(), seat, actions, one);
      for (std::size_t k = 0; k < one.size(); ++k) {
        sum[k].share += one[k].share;
        sum[k].value += one[k].value * one[k].weight;
        sum[k].weight += one[k].weight;
      }
    }
    for (std::size_t k = 0; k < sum.size(); ++k)
      priors[k] = {sum[k].share, sum[k].weight > 0 ? sum[k].value / sum[k].weight : 0.5F, sum[k].weight / kWorlds};
  }
  Ending ending(const Game& game) const { return flat_.ending(game.truth()); }
  Ending playout(const Game& game, Rng& rng, Trace& trace, std::span<std::int32_t> owners) {
    return flat_.playout(game.truth(), rng, trace, owners);
  }

 private:
  using Flat = GoKnowledge<Max, Topology::flat>;
  Flat flat_;
  Game world_;
  Turn turn_;  // of the root: who searches
};

// The yardstick: worlds alike, and nothing but random play in them.
template <int Max>
class PlainPhantomKnowledge : public UniformHiddenKnowledge<Phantom<Max>> {
 public:
  using UniformHiddenKnowledge<Phantom<Max>>::UniformHiddenKnowledge;
  void world(const Phantom<Max>& root, Seat seat, Rng& rng, Phantom<Max>& out) const { root.imagine(seat, rng, out); }
};

}  // namespace cairn::go
