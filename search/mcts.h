// Monte-Carlo tree search over any game, for 2 to 4 seats (max^n: each node maximises the value of the seat that acts
// there), by any number of workers on one tree.
//
// A child's worth to the seat that acts, of n visits with mean q (its prior counted like visits), all-moves-as-first
// mean a of m visits, and prior share p, below a node of N visits:
//   (1 - beta) q + beta a + explore * sqrt(ln(N + 1) / (n + 1)) + policy * p * sqrt(N) / (n + 1),
//   beta = m / (m + n + m n / rave_equivalence)
// (with a network there is no such mean, and q of an untried child is that of its siblings, reduced)
// (Kocsis and Szepesvari 2006; Gelly and Silver 2011; Rosin 2011). In games of two seats, ends that are reached are
// proofs, and proofs go up the tree (Winands, Bjornsson and Saito 2008).
//
// It is a tree, not a graph of positions: where repetition is forbidden a position is the whole past and `hash()` holds
// it, so two orders of the same moves are two nodes, and a proof need not hold on another way. A game's own solver,
// which knows what its proofs rest on, may share them. A game with transpositions (`Transposes`) has one set of
// children for all nodes of a position; a node that learned less than the children know takes their value in place of
// an evaluation (Czech, Korus and Kersting, "Improving AlphaZero using Monte-Carlo graph search", 2021). With three and
// four seats "all against me" (paranoid) was tried in place of max^n and lost clearly (bench/strength.md).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/rng.h"
#include "search/halving.h"
#include "search/knowledge.h"
#include "search/levels.h"
#include "search/noise.h"
#include "search/search_game.h"
#include "search/tree.h"

namespace cairn {

std::vector<Parameter> mcts_parameters(const MctsTuning& defaults);
Parameter transposition_parameter();  // of games whose positions transpose
MctsTuning tuned(MctsTuning defaults, const EngineSettings& settings);

class TreeSearch : public Engine {
 public:
  TreeSearch(SearchGame game, EngineSettings settings);
  ~TreeSearch() override { let_go(); }
  void set_position(const Position& position, Seat seat) override;
  void begin(const SearchLimits& limits) override;
  void work(const std::atomic<bool>& stop) override;
  Analysis analysis(std::size_t candidates = 0, std::size_t line = 16) const override;
  Action choose() override;
  void forget() override {
    let_go();
    halving_.end();
    clear();
    if (solver_) solver_->forget();
  }

 private:
  static constexpr auto kRelaxed = std::memory_order_relaxed;
  static constexpr std::uint64_t kCheckClock = 16;  // playouts between two readings of the clock, at most
  static constexpr double kOften = 0.0005;          // seconds between two readings that are often enough
  static constexpr std::uint32_t kNotFound = 0xFFFF'FFFF;
  struct Step {
    std::uint32_t node;
    std::uint8_t mover;
  };
  // What one thread needs of its own.
  struct Worker {
    Worker(std::unique_ptr<SearchWorld> own, std::uint64_t seed)
        : world(std::move(own)), rng(seed), owner(world->keys(), kNobody) {}
    static constexpr std::uint8_t kNobody = 0xFF;
    std::unique_ptr<SearchWorld> world;
    Rng rng;
    std::vector<Step> path;
    Trace trace;
    ActionList actions;
    std::vector<std::uint16_t> keys;
    std::vector<Prior> priors;
    std::vector<std::uint8_t> owner;   // by key: who plays it first, from some point of the trace on
    std::vector<std::int32_t> owners;  // by point
    std::int64_t unshared = 0;         // playouts counted there
    std::vector<std::uint32_t> barred;
    std::uint64_t self = 0, made = 0;     // the how manieth worker of the search; its playouts
    std::uint64_t check = 1, stride = 1;  // the playout after which it reads the clock; then after how many more
    double checked = 0;                   // what the clock said
    bool solving = false, lost = false;
    std::vector<Proof> proofs;  // of the root's children, before `take_loss`
  };
  struct Below {  // what the children of a node saw
    double visits = 0, sum = 0, lead = 0;
  };
  struct Standing {  // of a child of the root, read once, for others change it meanwhile
    const Node* node;
    Proof proof;
    std::uint32_t visits;
    double mean;
    float share;
    double order;  // what decides first
    double rate() const { return proof == Proof::none ? mean : value_of(proof); }
  };
  static double value_of(Proof proof) { return proof == Proof::win ? 1 : proof == Proof::loss ? 0 : 0.5; }
  static Proof opposite(Proof proof) {
    return proof == Proof::win ? Proof::loss : proof == Proof::loss ? Proof::win : proof;
  }
  static Ending ending_of(int seat, double value, double lead) {  // of two seats
    Ending ending;
    const auto own = static_cast<std::size_t>(seat);
    ending.value[own] = static_cast<float>(value);
    ending.value[1 - own] = 1 - ending.value[own];
    ending.lead = static_cast<float>(lead);
    return ending;
  }
  static Ending known(Proof proof, int mover, int seats) {
    Ending ending;
    const auto value = static_cast<float>(value_of(proof));
    for (int i = 0; i < seats; ++i) ending.value[static_cast<std::size_t>(i)] = i == mover ? value : 1 - value;
    return ending;
  }

  void playout(Worker& worker);
  bool grow(Worker& worker, Node& node, Seat seat, Ending& judged);
  Ending join(Worker& worker, Node& node, Siblings met, Seat seat);
  bool learn(const Node& node, std::uint32_t visits, Seat seat, Ending& learned) const;
  Below below(Siblings siblings) const;
  void clear() {
    tree_.clear();
    transpositions_.clear();
  }
  void stir();
  double untried_value(const Node& node, double& visits) const;
  std::uint32_t select(Worker& worker, const Node& node) const;
  void plan_halving();
  std::uint32_t halve() const;
  void update(Worker& worker, const Ending& ending);
  void prove(const Worker& worker);
  bool settled() const;
  std::uint64_t most_playouts() const {  // of the level; 0: any number
    const Level by = level(settings_.level, settings_.levels);
    return kind_.judges ? by.visits : by.playouts;
  }
  bool avoided(const Node& child) const {  // of the root
    return std::binary_search(limits_.avoid.begin(), limits_.avoid.end(), child.action);
  }
  std::size_t transposition_bytes() const {
    return kind_.transposes ? settings_.memory / 128
                            : 0;  // a place is 16 bytes, a node with its children over a thousand
  }
  void take(const Solved& solved);
  void take_loss(Worker& worker);
  std::unique_ptr<Worker> hire();
  bool out_of_time(Worker& worker) const;
  void let_go() { delete paused_.exchange(nullptr); }
  std::uint32_t find(const SearchRoot& root) const;
  std::vector<Standing> ranked() const;
  const Node* favourite(const Node& node) const;
  void share_owners(Worker& worker);
  void count_owners(Worker& worker) {  // of a playout
    if (!worker.owners.empty() && ++worker.unshared == 256) share_owners(worker);
  }
  double seconds_used() const { return settings_.clock ? settings_.clock() - began_ : 0; }

  EngineSettings settings_;
  SearchKind kind_;
  MctsTuning tuning_;
  std::unique_ptr<SearchRoot> root_;
  Seat seat_{};
  Tree tree_;
  TranspositionTable transpositions_;
  std::unique_ptr<SearchSolver> solver_;  // the first worker's, of kinds that solve
  Rng choice_rng_;
  SearchLimits limits_;
  Halving halving_;
  std::vector<std::uint32_t> kept_;  // by child of the root: visits before a halving; the last: the root's own
  double began_ = 0;
  std::uint64_t searches_ = 0;
  std::atomic<std::uint64_t> playouts_{0}, workers_{0};
  std::atomic<bool> done_{false};
  std::atomic<Worker*> paused_{nullptr};  // the only worker of a search that was stopped: it may be told to go on
  std::atomic<double> ended_{0};
  std::vector<std::atomic<std::int64_t>> owners_;  // by point, summed over owned_ playouts
  std::atomic<std::int64_t> owned_{0};
};

// The search of one game by what its knowledge says.
template <Rules G, Knowledge<G> K>
class Mcts final : public TreeSearch {
 public:
  // `extract` finds the game inside a Position of the right kind.
  Mcts(const G& start, const EngineSettings& settings, typename SearchRootOf<G, K>::Extract extract)
      : TreeSearch(search_game<G, K>(start, settings, extract), settings) {}
};

}  // namespace cairn
