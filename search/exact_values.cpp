#include "search/exact_values.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr std::uint64_t kStep = 30'000;  // positions

std::vector<Position> longer(GamePath game, Action action) {
  std::vector<Position> next(game.begin(), game.end());
  next.push_back(game.back());
  next.back().apply(game.back().to_act().front(), action, NoEvents{});
  return next;
}

}  // namespace

Value value_of_end(const Outcome& outcome, Seat seat, bool margin) {
  const auto own = static_cast<std::size_t>(seat), other = 1 - own;
  const int sign = outcome.rank[own] < outcome.rank[other] ? 1 : outcome.rank[own] > outcome.rank[other] ? -1 : 0;
  if (!margin) return sign;
  if (outcome.how != Outcome::How::count) return sign * kByRule;
  return (outcome.half_points[own] - outcome.half_points[other]) / 2;
}

std::optional<bool> ExactValues::reaches(GamePath game, int aim) {
  while (keep_())
    if (const auto answer = solver_.reaches(game, aim, kStep)) return answer;
  return std::nullopt;
}

std::optional<Value> ExactValues::by_actions(GamePath game) {
  ActionList actions;
  game.back().legal(game.back().to_act().front(), actions);
  std::optional<Value> best;
  for (const Action action : actions) {
    const auto one = after(game, action);
    if (!one) return std::nullopt;
    best = std::max(best.value_or(*one), *one);
  }
  return best;
}

std::optional<Value> ExactValues::value(GamePath game) {
  if (!solver_.can_answer(game.back())) return by_actions(game);
  const auto win = reaches(game, 1);
  if (!win) return std::nullopt;
  if (!margin_ && *win) return 1;
  if (!margin_) {
    const auto draw = reaches(game, 0);
    return draw ? std::optional(*draw ? 0 : -1) : std::nullopt;
  }
  // The largest lead that is reached; from near an even end outwards, for small leads are the common ones.
  int low = *win ? 1 : -solver_.most(), high = *win ? solver_.most() : 0;
  for (int step = 1; low < high; step *= 2) {
    const int aim = *win ? std::min(high, low + step) : std::max(low + 1, high - step + 1);
    const auto more = reaches(game, aim);
    if (!more) return std::nullopt;
    if (*more)
      low = aim;
    else
      high = aim - 1;
    if (*more != *win) break;  // between now: by halves
  }
  while (low < high) {
    const int aim = low + (high - low + 1) / 2;
    const auto more = reaches(game, aim);
    if (!more) return std::nullopt;
    if (*more)
      low = aim;
    else
      high = aim - 1;
  }
  return low >= solver_.most() ? kByRule : low <= -solver_.most() ? -kByRule : low;  // no lead is that large
}

std::optional<Value> ExactValues::after(GamePath game, Action action) {
  const Seat seat = game.back().to_act().front();
  const std::vector<Position> next = longer(game, action);
  if (const Outcome outcome = next.back().outcome(); outcome.over) return value_of_end(outcome, seat, margin_);
  const auto worth = value(next);
  if (!worth || next.back().to_act().front() == seat) return worth;
  return -*worth;
}

// An action after which the position is still worth `value`.
std::optional<Action> ExactValues::keeping(GamePath game, Value value) {
  ActionList actions;
  game.back().legal(game.back().to_act().front(), actions);
  if (!margin_ && value < 0) return actions.front();
  if (solver_.can_answer(game.back()) && value < kByRule && value > -kByRule) {
    const auto answer = reaches(game, value);
    if (answer.value_or(false)) return solver_.best();
    if (!answer) return std::nullopt;
  }
  for (const Action action : actions) {
    const auto one = after(game, action);
    if (!one) return std::nullopt;
    if (*one >= value) return action;
  }
  return std::nullopt;
}

std::vector<Action> ExactValues::line(GamePath game, Value value, std::size_t most) {
  std::vector<Position> path(game.begin(), game.end());
  std::vector<Action> line;
  while (line.size() < most && !path.back().to_act().empty()) {
    const auto action = keeping(path, value);
    if (!action) break;
    line.push_back(*action);
    const SeatSet mover = path.back().to_act();
    path = longer(path, *action);
    if (path.back().to_act() != mover) value = -value;
  }
  return line;
}

}  // namespace cairn
