// Whole turns as moves: finds those worth thinking about by a beam search over their steps. Depends on the rules and
// the evaluation. One TurnMaker serves one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/margrites/ai_eval.h"
#include "games/margrites/margrites.h"
#include "search/engine.h"
#include "search/levels.h"

namespace cairn::margrites {

// Up to four steps in 32 bits: seven a step, their number on top. A step is a piece, counted in the order of squares,
// and a direction, or the file to which a scored piece comes back: the same in all positions that look the same.
class TurnCode {
 public:
  constexpr TurnCode() = default;
  constexpr int size() const { return static_cast<int>(bits_ >> 28); }
  Action first(const Margrites& game) const;  // needs a step
  constexpr TurnCode rest() const {           // needs a step
    return TurnCode(((bits_ & 0x0FFF'FFFFU) >> 7) | ((bits_ >> 28) - 1) << 28);
  }
  TurnCode with(const Margrites& game, Action step) const;  // one step more
  friend constexpr bool operator==(TurnCode, TurnCode) = default;

 private:
  explicit constexpr TurnCode(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};
void play(Margrites& game, TurnCode turn);

struct TurnChoice {
  TurnCode turn;
  float odds = 0;          // log-odds at its end, for the side that makes it
  std::uint64_t hash = 0;  // of the position at its end
  bool over = false;       // it ends the game, and of a match the last one
  bool next_game = false;  // it ends the first game of a match
  double value = 0;        // 0..1 for the side that makes it; certain when over
};

struct BeamWidths {
  std::size_t first = 28, middle = 40, last = 32;  // lines kept after the first, second and third step; turns at last
  bool exact = false;  // positions that look alike are told apart by which piece is which, as stalling does
};

// How a weak player errs: what a step promises seems better or worse to it, by chance, but always the same.
struct Blur {
  float log_odds = 0;  // standard deviation
  std::uint64_t seed = 0;
};
inline Blur blur_of(const EngineSettings& settings) {
  return {static_cast<float>(level(settings.level, settings.levels).blur), settings.seed};
}

class TurnMaker {
 public:
  explicit TurnMaker(const Weights& weights, Blur blur = {}) : weights_(weights), blur_(blur) {}
  // The turns (what is left of one) of the side to act, best first; at least one, unless all first steps are to be
  // avoided. The game is playing or in a rebuttal.
  void make(const Margrites& game, const BeamWidths& widths, std::vector<TurnChoice>& out,
            std::span<const Action> avoid = {});
  bool complete() const { return complete_; }  // the last turns made were exact, and all that there are

 private:
  static constexpr std::size_t kKeySlots = 1U << 13;
  struct Line {
    Margrites game;
    TurnCode turn;
  };
  struct Step {
    Promise promise;
    std::uint32_t parent;
    Action action;
  };
  void look(const Line& line, std::uint32_t parent, bool exact, std::span<const Action> avoid);
  bool seen(std::uint64_t key);
  void rank(std::size_t width);
  Weights weights_;
  Blur blur_;
  bool complete_ = false;
  std::vector<Line> lines_, next_;
  std::vector<Step> steps_;
  std::vector<std::uint64_t> order_;  // of the steps: how they are ranked, then their index
  std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(kKeySlots);  // of the steps; 0: none
  ActionList actions_;
};

// The weights of the evaluation as parameters of the engines.
std::vector<Parameter> weight_parameters();
Weights tuned_weights(const EngineSettings& settings);

}  // namespace cairn::margrites
