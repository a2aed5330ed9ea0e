// What a game of Margo is worth near its end, for the engine and the analysis: whether the side to move wins, draws or
// loses. Small pyramids are solved up to symmetry, with all that stood before (ai_small_pyramid.h); larger ones, and
// games from a position that was set up, by the solver that serves all (ai_solver.h).
#pragma once

#include <optional>
#include <vector>

#include "games/margo/ai_small_pyramid.h"
#include "games/margo/ai_solver.h"
#include "games/margo/margo.h"

namespace cairn::margo {

struct SmallMove {
  int at;
  SmallState after;
};
// The moves of a game, found again by the keys of its positions; nullopt: it does not begin with the empty board, or
// one is not found.
std::optional<std::vector<SmallMove>> moves_of(const SmallPyramid& rules, const Game<SmallBoard>& game);

// For positions that come one from the other: what was proven serves the next.
template <class B>
class EndgameSolver {
 public:
  explicit EndgameSolver(std::size_t bytes) : any_(bytes) {}
  void set(const Game<B>& game) { any_.set(game); }
  // Looks at up to `nodes` more positions; `none`: nothing is known yet.
  Proof work(std::uint64_t nodes) { return any_.work(nodes); }
  int best() const { return any_.best(); }  // the point of a move that reaches a win or a draw that is proven
  std::uint64_t nodes() const { return any_.nodes(); }  // since `set`

 private:
  Solver<typename B::Bits> any_;
};

template <>
class EndgameSolver<SmallBoard> {
 public:
  explicit EndgameSolver(std::size_t bytes) : bytes_(bytes) {}
  void set(const Game<SmallBoard>& game);
  Proof work(std::uint64_t nodes);
  int best() const { return small_ ? best_ : any_->best(); }
  std::uint64_t nodes() const { return small_ ? search_->nodes() - before_ : any_->nodes(); }

 private:
  using Search = SuperkoSearch<SmallPyramid>;

  // Whether the side to move wins, or whether it does not lose.
  void ask(bool win);

  std::size_t bytes_;
  std::optional<Solver<WordBits>> any_{};  // of games that were set up
  std::optional<Search> search_{};         // of the others; for the rules of the first
  bool small_ = false;                     // the position is solved by `search_`
  std::vector<SmallState> past_{};
  SmallState root_{};
  bool win_ = true;  // what is asked
  Proof done_ = Proof::none;
  int best_ = -1;
  std::uint64_t before_ = 0;  // nodes
};

}  // namespace cairn::margo
