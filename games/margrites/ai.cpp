#include "games/margrites/ai.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "games/margrites/ai_alphabeta.h"
#include "games/margrites/ai_endings.h"
#include "games/margrites/ai_network.h"
#include "games/margrites/ai_search.h"
#include "games/margrites/margrites.h"
#include "search/mcts.h"

namespace cairn::margrites {

namespace {

// Best-first search, by turns or, with a network, by steps; and alpha-beta once so few pieces are left that it comes to
// the end of the game. A network knows endings so well that it gives way later.
class ByPieces final : public Engine {
 public:
  ByPieces(const Margrites& game, EngineSettings settings)
      : settings_(std::move(settings)),
        endgame_(static_cast<int>(parameter(engine_parameters(), settings_, "endgame"))),
        network_endgame_(static_cast<int>(parameter(engine_parameters(), settings_, "network_endgame"))),
        best_first_(game, settings_),
        alphabeta_(game, settings_),
        now_(&best_first_),
        unlimited_(level(settings_.level, settings_.levels).playouts == 0) {
    meet(game);
  }

  void set_position(const Position& position, Seat seat) override {
    if (const auto* game = position.get_if<Margrites>()) {
      meet(*game);
      exact_.reset();
      if (unlimited_ && in_endings(*game) && game->to_act().contains(seat) && endings() != nullptr) exact_ = *game;
      Engine* const fitting = few(*game)                         ? static_cast<Engine*>(&alphabeta_)
                              : by_network_ && is_playing(*game) ? by_network_.get()
                                                                 : &best_first_;
      Engine* const before = std::exchange(now_, fitting);
      if (before != now_) before->forget();
    }
    now_->set_position(position, seat);
  }
  void begin(const SearchLimits& limits) override { now_->begin(limits); }
  void work(const std::atomic<bool>& stop) override { now_->work(stop); }
  Analysis analysis(std::size_t candidates, std::size_t line) const override {
    return now_->analysis(candidates, line);
  }
  Action choose() override { return exact_ ? keeping(*exact_) : now_->choose(); }
  void forget() override { now_->forget(); }

 private:
  static bool is_playing(const Margrites& game) {
    return game.phase() == Phase::playing || game.phase() == Phase::rebuttal;
  }
  // A network knows a game once it is in play.
  void meet(const Margrites& game) {
    if (!by_network_ && settings_.network) by_network_ = make_network_search(game, settings_);
  }
  // Of the steps that keep what the ending is worth, the one that the search likes best.
  Action keeping(const Margrites& game) {
    const auto proofs = proofs_of_steps(*endings(), game);
    const auto proof_of = [&](Action action) {
      const auto known =
          std::find_if(proofs.begin(), proofs.end(), [&](const auto& one) { return one.first == action; });
      return known != proofs.end() ? known->second : Proof::none;
    };
    const Analysis found = now_->analysis(0, 1);
    const auto best = std::max_element(
        found.candidates.begin(), found.candidates.end(),
        [&](const Candidate& a, const Candidate& b) { return proof_of(a.action) < proof_of(b.action); });
    return best != found.candidates.end() ? best->action : now_->choose();
  }
  bool few(const Margrites& game) const {
    const int pieces = game.board().count(Side::black) + game.board().count(Side::white);
    return is_playing(game) && pieces <= (by_network_ ? network_endgame_ : endgame_);
  }

  EngineSettings settings_;
  int endgame_, network_endgame_;  // pieces
  TurnSearch best_first_;
  AlphaBeta alphabeta_;
  std::unique_ptr<Engine> by_network_{};
  Engine* now_;
  bool unlimited_;                    // the best level, which errs only for want of time
  std::optional<Margrites> exact_{};  // the game, where its ending is known
};

}  // namespace

std::unique_ptr<Engine> make_engine(const Position& position, const EngineSettings& settings, bool plain) {
  const auto* game = position.get_if<Margrites>();
  if (game == nullptr) return nullptr;
  if (!plain) return std::make_unique<ByPieces>(*game, settings);
  return std::make_unique<Mcts<Margrites, UniformKnowledge<Margrites>>>(
      *game, settings, [](const Position& one) { return one.get_if<Margrites>(); });
}

std::vector<Parameter> engine_parameters() {
  std::vector<Parameter> all = turn_parameters();
  for (const auto& more : {alphabeta_parameters(), weight_parameters()})
    all.insert(all.end(), more.begin(), more.end());
  all.push_back({"endgame", "pieces of both sides with which alpha-beta takes over", 6, 0, 2 * kPieces});
  all.push_back({"network_endgame", "the same from a search with a network", 2, 0, 2 * kPieces});
  const auto searched = network_parameters();
  all.insert(all.end(), searched.begin(), searched.end());
  return all;
}

}  // namespace cairn::margrites
