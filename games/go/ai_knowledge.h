// What the search knows of Go, flat or toroidal: playouts (ai_playout.h), and what a move is worth at first sight.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "games/go/ai_playout.h"
#include "games/go/go.h"
#include "search/knowledge.h"

namespace cairn::go {

std::vector<Parameter> go_parameters();

// Weights of the priors, in playouts.
struct PriorWeights {
  double even, capture, escape, self_atari, shape, near, edge, pass, ladder;
};
PriorWeights prior_weights(const EngineSettings& settings);
PlayoutPolicy playout_policy(const EngineSettings& settings);
double lead_share(const EngineSettings& settings);

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
        lead_share_(lead_share(settings)) {
    for (std::size_t i = 0; i < points_; ++i)
      key_of_[root.board().cell(static_cast<int>(i))] = static_cast<std::uint16_t>(i);
  }
  std::size_t keys() const { return points_; }
  std::size_t points() const { return points_; }
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
    const int size = game.board().size();
    for (int i = 0; i < game.board().points(); ++i) {
      const Colour owner = play.owner(game.board().cell(i));
      const int row = size - 1 - i / size;
      owners[static_cast<std::size_t>(row * size + i % size)] += owner == Colour::black   ? 1
                                                                 : owner == Colour::white ? -1
                                                                                          : 0;
    }
    return worth(lead);
  }

 private:
  // An own stone around the eye is in atari there: filling it may connect.
  static bool threatened(const go::Board<Max>& board, Cell eye) {
    return kTopology == Topology::flat ? board.template last_liberty_of<Topology::flat>(eye) != 0
                                       : board.template last_liberty_of<Topology::torus>(eye) != 0;
  }
  static bool no_stone(unsigned around) {  // every neighbour is empty or off the board
    return ((around ^ around >> 1) & 0x5555U) == 0;
  }
  Ending worth(int lead) const {
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

  static constexpr int kLadder = 60;  // runs that a ladder is read

  std::size_t points_;
  int komi_;
  PriorWeights weights_;
  PlayoutPolicy policy_;
  double lead_share_;
  std::array<std::uint16_t, Board::kCells> key_of_{};
};

template <int Max, Topology kTopology>
void GoKnowledge<Max, kTopology>::priors(const Game& game, Seat, std::span<const Action> actions,
                                         std::span<Prior> priors) {
  if (game.phase() != Phase::play) return;
  const Board board(game.board(), game.mover(), game.last(), game.passes());
  const Patterns& patterns = Patterns::get();
  // Steps from the last stone, along chains for nothing (common fate), up to three.
  std::array<std::uint8_t, Board::kCells> distance{};
  distance.fill(9);
  if (board.last() != Board::kNowhere) {
    std::array<Cell, Board::kCells> queue{};
    std::size_t head = 0, tail = 0;
    const auto reach = [&](Cell cell, std::uint8_t steps) {
      if (board.at(cell) == Colour::edge || distance[cell] <= steps) return;
      if (board.at(cell) == Colour::empty) {
        distance[cell] = steps;
        queue[tail++] = cell;
        return;
      }
      Cell stone = cell;
      do {
        distance[stone] = steps;
        queue[tail++] = stone;
        stone = board.next_stone(stone);
      } while (stone != cell);
    };
    reach(board.last(), 0);
    while (head < tail) {
      const Cell cell = queue[head++];
      if (distance[cell] >= 3) break;
      for (const Cell side : board.sides(cell)) reach(side, static_cast<std::uint8_t>(distance[cell] + 1));
    }
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const auto code = static_cast<std::uint32_t>(actions[i]);
    double won = weights_.even / 2, all = weights_.even;
    const auto add = [&](double weight, double value) { won += weight * value, all += weight; };
    if (code == kPass) {
      if (weights_.pass > 0 && board.passes() == 0) add(weights_.pass, 0);
    } else if (const Cell cell = game.board().cell(static_cast<int>(code)); board.at(cell) == Colour::empty) {
      int taken = 0, saved = 0;
      bool hopeless = false, chase = false;
      const int liberties = board.liberties_after(cell, 3);
      for (const Cell side : board.sides(cell)) {
        if (board.at(side) == Colour::empty || board.at(side) == Colour::edge) continue;
        const Cell chain = board.chain(side);
        if (board.in_atari(chain)) {
          (board.at(side) == board.mover() ? saved : taken) += board.stones(chain);
          if (board.at(side) == board.mover() && liberties == 2) hopeless = hopeless || board.ladder(chain, kLadder);
        } else if (weights_.ladder > 0 && board.at(side) != board.mover() && liberties >= 2 && !chase) {
          std::array<Cell, 3> where{};
          if (board.liberties(chain, 3, where.data()) != 2) continue;
          Board after = board;
          after.play(cell);
          chase = after.in_atari(after.chain(chain)) && after.ladder(after.chain(chain), kLadder);
        }
      }
      if (chase) add(weights_.ladder, 1);
      if (taken > 0) add(weights_.capture * (taken > 2 ? 1.5 : 1), 1);
      if (saved > 0 && liberties >= 2) add(weights_.escape, hopeless && taken == 0 ? 0 : 1);
      if (liberties < 2) add(weights_.self_atari, 0);
      if (patterns.urgent(board.around(cell), board.mover())) add(weights_.shape, liberties < 2 ? 0.3 : 1);
      if (const int steps = distance[cell]; steps <= 3) add(weights_.near * (4 - steps) / 3, 1);
      if constexpr (kTopology == Topology::flat) {
        const int size = game.board().size(), column = static_cast<int>(code) % size,
                  row = static_cast<int>(code) / size;
        const int line = std::min({column, row, size - 1 - column, size - 1 - row});
        if (line <= 1 && no_stone(board.around(cell))) add(weights_.edge * (2 - line), 0);
        if (line == 2 && board.around(cell) == 0) add(weights_.edge / 2, 1);
      }
    }
    priors[i] = {1, static_cast<float>(all > 0 ? won / all : 0.5), static_cast<float>(all)};
  }
}

}  // namespace cairn::go
