// Values of positions and of their actions, from a solver's answers (search/exact.h).
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "search/exact.h"

namespace cairn {

// The final lead of the seat to act; or, where `margin` was not asked for, its sign. A win by rule alone, such as a
// first capture, is `kByRule`.
using Value = int;
inline constexpr Value kByRule = std::numeric_limits<int>::max() / 2;

class ExactValues {
 public:
  // `keep` is asked after every step of some thousand positions.
  ExactValues(ExactSolver& solver, bool margin, Keep keep) : solver_(solver), margin_(margin), keep_(std::move(keep)) {}

  // Of the last position; nullopt: stopped.
  std::optional<Value> value(GamePath game);
  // Of the position after an action, for the seat that plays it.
  std::optional<Value> after(GamePath game, Action action);
  // Best play from the last position, whose value this is, `most` actions at most. Where a side has lost and no margin
  // is asked for, its actions are any. Shorter where it was stopped.
  std::vector<Action> line(GamePath game, Value value, std::size_t most);

 private:
  std::optional<bool> reaches(GamePath game, int aim);
  std::optional<Value> by_actions(GamePath game);
  std::optional<Action> keeping(GamePath game, Value value);

  ExactSolver& solver_;
  bool margin_;
  Keep keep_;
};

// What a game that is over is worth to a seat.
Value value_of_end(const Outcome& outcome, Seat seat, bool margin);

}  // namespace cairn
