// Best-first search over whole turns: PUCT, where a node's worth mixes the mean of what was seen below it with the
// minimax value (Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo tree search with heuristic evaluations using
// implicit minimax backups", 2014). A playout grows one node by a beam search and values it by the best turn found.
// Several workers share the tree; only the beam searches run at once.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "games/margrites/ai_turns.h"
#include "search/engine.h"

namespace cairn::margrites {

struct TurnTuning {
  double explore = 1;        // weight of the prior share's term
  double minimax = 0.7;      // share of the minimax value
  double temperature = 0.5;  // log-odds that make a turn e times as likely to be looked at
  BeamWidths widths{};
  Weights weights{};
};

struct TurnNode {
  enum class State : std::uint8_t { leaf, growing, grown, over };
  std::uint64_t hash = 0;
  double sum = 0;                       // of values for the mover
  TurnCode turn{};                      // that led here
  std::uint32_t first = 0, visits = 0;  // of the children; playouts through here
  float odds = 0, share = 0;            // static log-odds for the mover; by them, of 1 over the siblings
  float value = 0.5F;                   // 0..1 for the mover: static, once grown minimax
  std::uint16_t count = 0;
  std::uint8_t mover = 0;  // seat
  State state = State::leaf;
  Proof proof = Proof::none;  // for the mover
};

class TurnSearch final : public Engine {
 public:
  TurnSearch(const Margrites& start, EngineSettings settings);

  void set_position(const Position& position, Seat seat) override;
  void begin(const SearchLimits& limits) override;
  void work(const std::atomic<bool>& stop) override;
  Analysis analysis(std::size_t candidates = 0, std::size_t line = 16) const override;
  Action choose() override;
  void forget() override;

 private:
  struct Worker {
    explicit Worker(TurnMaker own) : maker(std::move(own)) {}
    TurnMaker maker;
    std::vector<TurnChoice> choices;
    std::vector<std::uint32_t> path;
  };
  // A first step, with all turns that begin with it.
  struct Group {
    Action action{};
    std::uint32_t best = 0;  // the node of its most promising turn; 0: none
    std::uint64_t visits = 0;
    double share = 0, value = 0.5;
    Proof proof = Proof::none;
  };
  bool playing() const { return root_.phase() == Phase::playing || root_.phase() == Phase::rebuttal; }
  void restart();
  bool reuse(const Margrites& game);
  void keep(std::uint32_t node);
  void narrow(Action step, const Margrites& game);
  TurnMaker maker() const;
  bool avoided(Action action) const;
  void playout(Worker& worker);
  void grow(std::uint32_t at, Seat mover, const std::vector<TurnChoice>& choices);
  std::uint32_t select(const TurnNode& node) const;
  double worth(const TurnNode& node) const;
  void back_up(const Worker& worker);
  bool settled() const;
  bool better(const TurnNode& a, const TurnNode& b) const;
  std::vector<Group> groups() const;
  void follow(std::uint32_t node, std::size_t length, std::vector<Action>& line) const;
  double seconds_used() const { return settings_.clock ? settings_.clock() - began_ : 0; }

  EngineSettings settings_;
  TurnTuning tuning_;
  std::size_t spare_, room_;  // nodes: for one growth, for all
  Margrites root_;
  Seat seat_{};
  std::vector<TurnNode> nodes_;
  std::vector<Action> avoid_;  // first steps that the root's turns leave out
  SearchLimits limits_;
  double began_ = 0, ended_ = -1;
  std::uint64_t playouts_ = 0;
  bool done_ = false;
  mutable std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
};

std::vector<Parameter> turn_parameters();

}  // namespace cairn::margrites
