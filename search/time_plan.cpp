#include "search/time_plan.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr double kLeast = 0.0005;    // a plan is never nothing
constexpr double kFewestTurns = 12;  // a game may always last a little longer
constexpr double kLongerGame = 100;  // or much longer: so many more moves would not lose it by their reserve alone

}  // namespace

ClockFace full_clock(const TimeControl& control) {
  using Kind = TimeControl::Kind;
  ClockFace face{control.main, false, control.periods, control.stones};
  const bool periods = control.kind == Kind::byo_yomi || control.kind == Kind::canadian;
  if (control.kind == Kind::per_move || (periods && control.main <= 0)) {
    face.left = control.period;
    face.overtime = true;
  }
  return face;
}

bool spend(const TimeControl& control, double seconds, ClockFace& face) {
  using Kind = TimeControl::Kind;
  switch (control.kind) {
    case Kind::none:
      return true;
    case Kind::absolute:
    case Kind::fischer:
      face.left -= seconds;
      if (face.left < 0) return false;
      if (control.kind == Kind::fischer) face.left += control.increment;
      return true;
    case Kind::per_move:
      return seconds <= control.period;
    case Kind::byo_yomi:
    case Kind::canadian:
      break;
  }
  face.left -= seconds;
  if (!face.overtime) {
    if (face.left >= 0) return true;
    face.overtime = true;
    face.left += control.period;
    face.periods = control.periods;
    face.stones = control.stones;
  }
  if (control.kind == Kind::canadian) {
    if (face.left < 0 || face.stones <= 0) return false;
    if (--face.stones == 0) {
      face.left = control.period;
      face.stones = control.stones;
    }
    return true;
  }
  while (face.left < 0 && face.periods > 0 && control.period > 0) {
    --face.periods;
    face.left += control.period;
  }
  if (face.left < 0 || face.periods <= 0) return false;
  face.left = control.period;
  return true;
}

std::optional<double> plan_time(const TimeControl& control, const ClockFace& face, double turns_left, double reserve) {
  using Kind = TimeControl::Kind;
  if (control.kind == Kind::none) return std::nullopt;
  const double there = face.left - reserve;
  if (control.kind == Kind::per_move || (face.overtime && control.kind == Kind::byo_yomi))
    return std::max(there, kLeast);
  if (face.overtime && control.kind == Kind::canadian) {
    // Every move of the period costs the reserve as well.
    const double stones = std::max(face.stones, 1);
    return std::max(face.left / stones - reserve, kLeast);
  }
  const double turns = std::max(turns_left, kFewestTurns);
  const double kept = std::min(kLongerGame * reserve, control.main / 4);
  const double share = (face.left - kept) / turns - reserve;
  double beyond = 0;  // what a move may take once the main time is over
  if (control.kind == Kind::byo_yomi && control.periods > 0) beyond = control.period;
  if (control.kind == Kind::canadian && control.stones > 0) beyond = control.period / control.stones;
  if (beyond > 0) {
    // The main time need not last for the whole game. Its rest, when less than a period gives, is added to the period.
    if (face.left < beyond) return std::max(face.left + beyond - 2 * reserve, kLeast);
    return std::max(std::min(std::max(2 * share, beyond), there), kLeast);
  }
  const double gain = control.kind == Kind::fischer ? control.increment : 0;
  return std::max(std::min(share + gain, there), kLeast);
}

double expected_turns(int cells, int filled) {
  // A quarter of a board stays empty at the end; of the moves that fill the rest each side makes a half, and some more
  // where pieces were captured.
  return std::max(kFewestTurns, 0.6 * (0.75 * cells - filled));
}

}  // namespace cairn
