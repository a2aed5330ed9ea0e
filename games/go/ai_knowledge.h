// What the search knows of Go, flat or toroidal: playouts (ai_playout.h), and what a move is worth at first spec.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "games/go/ai_opening.h"
#include "games/go/ai_playout.h"
#include "games/go/ai_policy.h"
#include "games/go/go.h"
#include "search/knowledge.h"

namespace cairn::go {

std::vector<Parameter> go_parameters();

// Of the priors, in playouts: "as likely as not"; a win, times the root of the chance that ai_policy.h gives the move.
struct PriorWeights {
  double even, policy;
};
PriorWeights prior_weights(const EngineSettings& settings);
PlayoutPolicy playout_policy(const EngineSettings& settings);
double lead_share(const EngineSettings& settings);
float corner_share(const EngineSettings& settings);  // of the priors, for points of empty corners

template <int Max, Topology kTopology>
class GoKnowledge {
 public:
  using Game = Go<Max>;
  using Board = TacticalBoard<Max, kTopology>;
  using Cell = typename Board::Cell;
  static constexpr bool kHidden = false, kComplete = false, kScore = true;
  static constexpr MctsTuning tuning() {
    return {.explore = 0, .policy = 0, .rave_equivalence = 3000, .expand_visits = 4, .first_play_value = 1};
  }
  static std::uint16_t key(Action action) {
    const auto code = static_cast<std::uint32_t>(action);
    return code < kPass ? static_cast<std::uint16_t>(code) : kNoKey;
  }

  GoKnowledge(const Game& root, const EngineSettings& settings)
      : points_(static_cast<std::size_t>(root.board().points())),
        komi_(root.komi_half_points()),
        weights_(prior_weights(settings)),
        policy_(playout_policy(settings)),
        lead_share_(lead_share(settings)),
        corner_share_(corner_share(settings)) {
    for (std::size_t i = 0; i < points_; ++i)
      key_of_[root.board().cell(static_cast<int>(i))] = static_cast<std::uint16_t>(i);
  }
  std::size_t keys() const { return points_; }
  std::size_t points() const { return points_; }
  float score_share() const { return static_cast<float>(lead_share_ / 2); }
  bool over(const Game& game) const { return game.phase() == Phase::over; }
  void actions(const Game& game, Seat seat, ActionList& list) {
    list.clear();
    if (game.phase() != Phase::play) return;  // what is dead is for playouts to tell
    game.legal(seat, list);
    std::erase_if(list, [&](Action action) {
      const auto code = static_cast<std::uint32_t>(action);
      return code < kPass && game.board().eye(game.board().cell(static_cast<int>(code)), game.mover()) &&
             !threatened(game.board(), game.board().cell(static_cast<int>(code)));
    });
  }
  void priors(const Game& game, Seat seat, std::span<const Action> actions, std::span<Prior> priors);
  Ending ending(const Game& game) const {
    if (game.phase() == Phase::over) {
      const Outcome outcome = game.outcome();
      if (outcome.how != Outcome::How::count) return plain_ending(outcome, 2);
    }
    int lead = 0;
    const Board board(game.board(), game.mover(), Board::kNowhere, 0);
    const KnowingGame<Max, kTopology> last(board, policy_);
    for (int i = 0; i < game.board().points(); ++i) {
      const Colour owner = last.owner(game.board().cell(i));
      lead += owner == Colour::black ? 1 : owner == Colour::white ? -1 : 0;
    }
    return worth(lead);
  }
  Ending playout(const Game& game, Rng& rng, Trace& trace, std::span<std::int32_t> owners) {
    const bool stopped = game.phase() != Phase::play;
    KnowingGame<Max, kTopology> play(Board(game.board(), game.mover(), game.last(), stopped ? 0 : game.passes()),
                                     policy_);
    const int lead = play.run(rng, key_of_.data(), trace);
    const auto [columns, rows] = game.board().size();
    for (int i = 0; i < game.board().points(); ++i) {
      const Colour owner = play.owner(game.board().cell(i));
      const int row = rows - 1 - i / columns;
      owners[static_cast<std::size_t>(row * columns + i % columns)] += owner == Colour::black   ? 1
                                                                       : owner == Colour::white ? -1
                                                                                                : 0;
    }
    return worth(lead);
  }

 protected:
  float corner_part() const { return kTopology == Topology::flat ? corner_share_ : 0; }
  Ending worth(int lead) const {  // Black's points less White's, without komi
    const int half = 2 * lead - komi_;
    const auto share = static_cast<float>(lead_share_);
    const float margin = std::clamp(static_cast<float>(half) / (2 * static_cast<float>(points_)), -1.0F, 1.0F);
    const float win = half > 0 ? 1.0F : half < 0 ? 0.0F : 0.5F;
    const float black = win * (1 - share) + share * (0.5F + 0.5F * margin);
    Ending ending;
    ending.value = {black, 1 - black, 0, 0};
    ending.lead = static_cast<float>(half) / 2;
    return ending;
  }

 private:
  // An own stone around the eye is in atari there: filling it may connect.
  static bool threatened(const go::Board<Max>& board, Cell eye) {
    return kTopology == Topology::flat ? board.template last_liberty_of<Topology::flat>(eye) != 0
                                       : board.template last_liberty_of<Topology::torus>(eye) != 0;
  }

  std::size_t points_;
  int komi_;
  PriorWeights weights_;
  PlayoutPolicy policy_;
  double lead_share_;
  float corner_share_;
  std::array<std::uint16_t, Board::kCells> key_of_{};
};

template <int Max, Topology kTopology>
void GoKnowledge<Max, kTopology>::priors(const Game& game, Seat, std::span<const Action> actions,
                                         std::span<Prior> priors) {
  if (game.phase() != Phase::play) return;
  const Board board(game.board(), game.mover(), game.last(), game.passes());
  const policy::Look<Max, kTopology> look(board);
  constexpr float kNever = -100;  // in phantom Go tries on stones
  std::array<float, static_cast<std::size_t>(Max) * Max + 2> chance;
  float most = kNever, sum = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const auto code = static_cast<std::uint32_t>(actions[i]);
    const Cell cell = code < kPass ? game.board().cell(static_cast<int>(code)) : Board::kNowhere;
    chance[i] = code >= kPass ? look.pass_weight() : board.at(cell) == Colour::empty ? look.weight(cell) : kNever;
    most = std::max(most, chance[i]);
  }
  for (std::size_t i = 0; i < actions.size(); ++i) sum += chance[i] = std::exp(chance[i] - most);
  favour_corners(game.board(), actions, corner_part(), [&](std::size_t i) -> float& { return chance[i]; });
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const float share = chance[i] / sum;
    // A pass counts for less, lest the fewest playouts are too few to doubt it; behind another it ends the game, and is
    // as good as the board tells.
    const bool pass = static_cast<std::uint32_t>(actions[i]) == kPass, ends = pass && board.passes() > 0;
    const bool wins = ends && ending(game).value[static_cast<std::size_t>(side_of(game.mover()))] > 0.5F;
    const auto chance_of = static_cast<double>(share);
    const double chosen = ends ? (wins ? 1 : 0) : pass ? chance_of : std::sqrt(chance_of);
    const double won = weights_.policy * chosen, all = weights_.even + won;
    const double value = all > 0 ? (won + weights_.even / 2) / all : 0.5;
    priors[i] = {share, static_cast<float>(value), static_cast<float>(all)};
  }
}

}  // namespace cairn::go
