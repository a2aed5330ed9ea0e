// The rules of small boards of Go for the solver (search/superko_search.h). Either side may always pass, so nobody wins
// because the other has no move.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "games/go/ai_small_board.h"
#include "search/superko_search.h"

namespace cairn::go {

class SmallRules {
 public:
  using Mask = go::Mask;
  using State = SmallState;
  static constexpr int kPassing = -1;
  static constexpr bool kSums = false;

  explicit SmallRules(const SmallBoard& board) : board_(&board) {}

  const Stones& stones(const State& state) const { return state.stones; }
  bool over(const State& state) const { return state.passes == 2; }
  struct Name {
    std::uint64_t key;
    std::size_t symmetry;
  };
  Name name(const State& state) const;
  Stones turned(const Stones& stones, std::size_t symmetry) const { return board_->turned(stones, symmetry); }
  std::size_t inverse(std::size_t symmetry) const { return board_->inverse(symmetry); }
  template <class F>
  void moves(const State& state, F&& f) const {
    f(SmallBoard::pass(state), kPassing);
    const auto taken = static_cast<Mask>(state.stones[0] | state.stones[1]);
    for (int point = 0; point < board_->points(); ++point) {
      State next;
      if ((taken & bit_of(point)) == 0 && point != state.ko && board_->play(state, point, next)) f(next, point);
    }
  }
  bool may_pass() const { return true; }
  int lead(const State& state) const { return board_->lead(state.stones); }
  // Known where a side can end the game, or has enough if it always passes; then the winner makes no boards.
  int winner(const State& state, int aim) const;
  int likely_lead(const State& state) const;  // stones and liberties

 private:
  const SmallBoard* board_;
};

using Solver = SuperkoSearch<SmallRules>;

}  // namespace cairn::go
