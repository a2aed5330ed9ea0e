// Alpha-beta over whole turns: iterative deepening, null windows, a transposition table in bounded memory, killers and
// history, and at the horizon a look at the captures that threaten. A turn is a move, and a beam search says which
// turns are looked at; where all of those lose and the mover has few pieces left, all turns are. A proof is told only
// where nothing was left out. Several workers share the table: the first one decides, the others fill it.
#pragma once

#include <array>
#include <vector>

#include "games/margrites/ai_turns.h"
#include "search/engine.h"

namespace cairn::margrites {

struct AlphaBetaTuning {
  static constexpr int kDeepest = 40;
  BeamWidths root{}, inner{16, 24, 16}, reply{6, 8, 1};
  float margin = 0.1F;    // one turn before the horizon only turns are searched that promise the best less this
  int late = 4;           // turns searched to full depth; the later ones must first promise more at a lesser one
  int verify = 2;         // turns held against the other side's captures at the horizon
  float history = 0.05F;  // what it adds to a turn's promise, in the order, that it has often been best
  int depth = kDeepest;   // turns looked ahead at most
  Weights weights{};
};

class AlphaBeta final : public Engine {
 public:
  AlphaBeta(const Margrites& start, EngineSettings settings);

  void set_position(const Position& position, Seat seat) override;
  void begin(const SearchLimits& limits) override;
  void work(const std::atomic<bool>& stop) override;
  Analysis analysis(std::size_t candidates = 0, std::size_t line = 16) const override;
  Action choose() override;
  void forget() override;

 private:
  enum class Bound : std::uint8_t { none, lower, upper, exact };
  struct Entry {
    std::uint64_t hash = 0;
    float score = 0;
    TurnCode turn{};
    std::int8_t depth = 0;
    Bound bound = Bound::none;
    std::uint8_t age = 0;
  };
  struct RootTurn {
    TurnChoice choice;
    float score = 0;           // for the seat; of all but the first only a bound
    std::uint64_t visits = 0;  // playouts spent on it
  };
  static constexpr int kDeepest = AlphaBetaTuning::kDeepest;
  static constexpr std::size_t kChanges = 1U << 12;
  struct Worker {
    Worker(const AlphaBetaTuning& tuning, Blur blur) : maker(tuning.weights, blur), lists(kDeepest + 2) {}
    TurnMaker maker;
    std::vector<std::vector<TurnChoice>> lists;  // by ply
    std::array<std::array<std::uint16_t, 2>, kDeepest + 2> killers{};
    std::array<std::array<float, kChanges>, 2> history{};  // by side and what a turn changes
    std::vector<RootTurn> root;
    const std::atomic<bool>* stop = nullptr;
    bool decides = false, stopped = false;
  };
  // The window of a search, and how far it goes.
  struct Window {
    float alpha, beta;
    int depth, ply;
  };

  bool playing() const { return root_.phase() == Phase::playing || root_.phase() == Phase::rebuttal; }
  void gather_turns();
  bool avoided(Action step) const;
  bool settled(const std::vector<RootTurn>& root) const;
  bool spend(Worker& worker);
  void deepen(Worker& worker, int depth);
  float search(Worker& worker, const Margrites& game, Window window);
  float best_of(Worker& worker, const Margrites& game, Window window, TurnCode& best_turn);
  float horizon(Worker& worker, const Margrites& game, Window window, TurnCode& best_turn);
  float search_turn(Worker& worker, const Margrites& game, const TurnChoice& choice, Window window);
  void order(Worker& worker, const Margrites& game, TurnCode first, int ply);
  void reward(Worker& worker, const Margrites& game, TurnCode turn, int ply);
  void remember(std::uint64_t hash, float score, TurnCode turn, int depth, Bound bound);
  Entry recall(std::uint64_t hash) const;
  Entry entry_of(std::uint64_t hash) const;  // `busy_` is held
  void follow(TurnCode turn, std::size_t length, std::vector<Action>& line) const;
  std::vector<Candidate> steps_of(std::size_t length) const;
  std::vector<Candidate> setup() const;
  double seconds_used() const { return settings_.clock ? settings_.clock() - began_ : 0; }

  EngineSettings settings_;
  AlphaBetaTuning tuning_;
  Margrites root_;
  Seat seat_{};
  std::vector<Entry> table_;
  std::uint8_t age_ = 0;
  std::vector<RootTurn> turns_;  // of the root, best first
  bool complete_ = false;        // they are all that there are
  std::uint64_t kept_ = 0;       // playouts spent on what is left of the turn, before this search
  SearchLimits limits_;
  double began_ = 0, ended_ = -1;
  std::atomic<std::uint64_t> playouts_{0};
  std::atomic<bool> done_{false};
  int workers_ = 0;
  mutable std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
};

std::vector<Parameter> alphabeta_parameters();

}  // namespace cairn::margrites
