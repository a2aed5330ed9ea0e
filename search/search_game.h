// A game with its knowledge (search/knowledge.h), without their types: the search of mcts.h is compiled once for all
// games. A playout makes a few of these virtual calls, on its way down the tree; what it plays below is the game's own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/position.h"
#include "search/knowledge.h"

namespace cairn {

// What the search does differently for a game; the names are those of search/knowledge.h.
struct SearchKind {
  bool hidden = false, complete = false, score = false;
  bool judges = false, transposes = false, solves = false;
};

// One worker's game, and what it knows of it.
class SearchWorld {
 public:
  virtual ~SearchWorld() = default;
  virtual std::size_t keys() const = 0;
  virtual std::size_t points() const = 0;
  virtual int seats() const = 0;
  // Back to the root or, where something is hidden, to a world that `seat` cannot tell from it.
  virtual void restart(Seat seat, Rng& rng) = 0;
  virtual Seat to_act() const = 0;
  virtual bool over() const = 0;
  virtual Ending ending() const = 0;
  virtual Reason check(Seat seat, Action action) const = 0;
  virtual void apply(Seat seat, Action action) = 0;
  virtual void actions(Seat seat, ActionList& list) = 0;
  virtual void keys_of(std::span<const Action> actions, std::span<std::uint16_t> keys) const = 0;
  virtual void priors(Seat seat, std::span<const Action> actions, std::span<Prior> priors) = 0;
  virtual Ending playout(Rng& rng, Trace& trace, std::span<std::int32_t> owners) = 0;
  virtual Ending judge(Seat seat, std::span<const Action> actions, std::span<Prior> priors,
                       std::span<std::int32_t> owners) = 0;  // of kinds that judge
  virtual std::uint64_t position_key() const = 0;            // of kinds that transpose
};

// A position that is searched, or leads from one root to the next.
class SearchRoot {
 public:
  virtual ~SearchRoot() = default;
  virtual std::unique_ptr<SearchRoot> clone() const = 0;
  virtual std::unique_ptr<SearchRoot> of(const Position& position) const = 0;  // null: of another game
  virtual std::uint64_t hash() const = 0;
  virtual SeatSet to_act() const = 0;
  virtual void apply(Seat seat, Action action) = 0;
  virtual std::unique_ptr<SearchWorld> world(
      const EngineSettings& settings) const = 0;  // for as long as the root lives
};

// Beside the search, of kinds that solve.
class SearchSolver {
 public:
  virtual ~SearchSolver() = default;
  virtual bool start(const SearchRoot& root) = 0;
  virtual Solved work(std::uint64_t playouts) = 0;
  virtual void forget() = 0;
};

template <Rules G, Knowledge<G> K>
class SearchWorldOf final : public SearchWorld {
 public:
  SearchWorldOf(const G& root, const EngineSettings& settings) : root_(root), knowledge_(root, settings), game_(root) {}
  std::size_t keys() const override { return knowledge_.keys(); }
  std::size_t points() const override { return knowledge_.points(); }
  int seats() const override { return game_.seats(); }
  void restart([[maybe_unused]] Seat seat, [[maybe_unused]] Rng& rng) override {
    if constexpr (K::kHidden)
      knowledge_.world(root_, seat, rng, game_);
    else
      game_ = root_;
  }
  Seat to_act() const override { return game_.to_act().front(); }
  bool over() const override { return knowledge_.over(game_); }
  Ending ending() const override { return knowledge_.ending(game_); }
  Reason check(Seat seat, Action action) const override { return game_.check(seat, action); }
  void apply(Seat seat, Action action) override { game_.apply(seat, action, NoEvents{}); }
  void actions(Seat seat, ActionList& list) override { knowledge_.actions(game_, seat, list); }
  void keys_of(std::span<const Action> actions, std::span<std::uint16_t> keys) const override {
    for (std::size_t i = 0; i < actions.size(); ++i) keys[i] = K::key(actions[i]);
  }
  void priors(Seat seat, std::span<const Action> actions, std::span<Prior> priors) override {
    knowledge_.priors(game_, seat, actions, priors);
  }
  Ending playout(Rng& rng, Trace& trace, std::span<std::int32_t> owners) override {
    return knowledge_.playout(game_, rng, trace, owners);
  }
  Ending judge([[maybe_unused]] Seat seat, [[maybe_unused]] std::span<const Action> actions,
               [[maybe_unused]] std::span<Prior> priors, [[maybe_unused]] std::span<std::int32_t> owners) override {
    if constexpr (Judges<K, G>)
      return knowledge_.judge(game_, seat, actions, priors, owners);
    else
      return {};
  }
  std::uint64_t position_key() const override {
    if constexpr (Transposes<K, G>)
      return K::position_key(game_);
    else
      return 0;
  }

 private:
  const G& root_;
  mutable K knowledge_;  // it keeps scratch space
  G game_;
};

template <Rules G, Knowledge<G> K>
class SearchRootOf final : public SearchRoot {
 public:
  // Finds the game inside a Position of the right kind.
  using Extract = const G* (*)(const Position&);
  SearchRootOf(const G& game, Extract extract) : game_(game), extract_(extract) {}
  std::unique_ptr<SearchRoot> clone() const override { return std::make_unique<SearchRootOf>(*this); }
  std::unique_ptr<SearchRoot> of(const Position& position) const override {
    const G* game = extract_(position);
    return game == nullptr ? nullptr : std::make_unique<SearchRootOf>(*game, extract_);
  }
  std::uint64_t hash() const override { return game_.hash(); }
  SeatSet to_act() const override { return game_.to_act(); }
  void apply(Seat seat, Action action) override { game_.apply(seat, action, NoEvents{}); }
  std::unique_ptr<SearchWorld> world(const EngineSettings& settings) const override {
    return std::make_unique<SearchWorldOf<G, K>>(game_, settings);
  }
  const G& game() const { return game_; }

 private:
  G game_;
  Extract extract_;
};

template <Rules G, Knowledge<G> K>
class SearchSolverOf final : public SearchSolver {
 public:
  explicit SearchSolverOf(const EngineSettings& settings) : solver_(settings) {}
  bool start(const SearchRoot& root) override {
    return solver_.start(static_cast<const SearchRootOf<G, K>&>(root).game());
  }
  Solved work(std::uint64_t playouts) override { return solver_.work(playouts); }
  void forget() override { solver_.forget(); }

 private:
  typename K::Solver solver_;
};

// All that a search is made of, for one game and its knowledge.
struct SearchGame {
  SearchKind kind;
  MctsTuning tuning;  // of the knowledge; settings may change it
  std::unique_ptr<SearchRoot> root;
  std::unique_ptr<SearchSolver> solver;  // of kinds that solve
  std::size_t solver_bytes = 0;          // its part of the memory
};

template <Rules G, Knowledge<G> K>
SearchGame search_game(const G& start, const EngineSettings& settings, typename SearchRootOf<G, K>::Extract extract) {
  SearchGame game;
  game.kind = {K::kHidden, K::kComplete, K::kScore, Judges<K, G>, Transposes<K, G>, Solves<K, G>};
  game.tuning = K::tuning();
  game.root = std::make_unique<SearchRootOf<G, K>>(start, extract);
  if constexpr (Solves<K, G>) {
    game.solver = std::make_unique<SearchSolverOf<G, K>>(settings);
    game.solver_bytes = K::solver_bytes(settings);
  }
  return game;
}

}  // namespace cairn
