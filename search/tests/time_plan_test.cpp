// The laws of a plan, over simulated games on every kind of clock.
#include "search/time_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/rng.h"

namespace cairn {
namespace {

using Kind = TimeControl::Kind;

const std::vector<TimeControl>& controls() {
  static const std::vector<TimeControl> all{
      {.kind = Kind::absolute, .main = 10},
      {.kind = Kind::absolute, .main = 60},
      {.kind = Kind::absolute, .main = 3600},
      {.kind = Kind::fischer, .main = 60, .increment = 5},
      {.kind = Kind::fischer, .main = 2, .increment = 0.5},
      {.kind = Kind::byo_yomi, .main = 600, .period = 30, .periods = 5},
      {.kind = Kind::byo_yomi, .main = 10, .period = 20, .periods = 1},
      {.kind = Kind::byo_yomi, .main = 0, .period = 5, .periods = 3},
      {.kind = Kind::canadian, .main = 300, .period = 300, .stones = 25},
      {.kind = Kind::canadian, .main = 0, .period = 30, .stones = 10},
      {.kind = Kind::per_move, .period = 5},
  };
  return all;
}

struct Simulated {
  bool lost = false;
  double used = 0;
};

// A game of `turns` moves of one side on a board of `cells`; each move costs a part of the reserve beyond the plan.
Simulated simulate(const TimeControl& control, int cells, int turns, double reserve, Rng& rng, bool early = false) {
  ClockFace face = full_clock(control);
  Simulated game;
  for (int i = 0; i < turns && !game.lost; ++i) {
    const auto planned = plan_time(control, face, expected_turns(cells, 2 * i), reserve);
    EXPECT_TRUE(planned.has_value());
    double seconds = *planned;
    EXPECT_GT(seconds, 0);
    if (early) seconds *= static_cast<double>(rng.below(100)) / 100;
    seconds += reserve * static_cast<double>(rng.below(1000)) / 1001;
    game.used += seconds;
    game.lost = !spend(control, seconds, face);
  }
  return game;
}

TEST(TimePlan, NeverLosesOnTime) {
  Rng rng(1);
  for (const TimeControl& control : controls())
    for (const int cells : {4, 81, 361, 625})
      for (const int turns : {1, cells / 4, cells / 2, 5 * cells / 8 + 10})
        for (const bool early : {false, true}) {
          const double reserve = std::min(0.2, control.main / 4000 + control.period / 200 + control.increment / 20);
          EXPECT_FALSE(simulate(control, cells, turns, reserve, rng, early).lost)
              << "kind " << static_cast<int>(control.kind) << " main " << control.main << " cells " << cells
              << " turns " << turns;
        }
}

// In a game of a usual length on a 19x19 board: 120 moves a side.
TEST(TimePlan, UsesMostOfTheTime) {
  Rng rng(2);
  for (const TimeControl& control : controls()) {
    const Simulated game = simulate(control, 361, 120, 0.001, rng);
    double given = control.main + 120 * control.increment;
    if (control.kind == Kind::per_move) given = 120 * control.period;
    EXPECT_GT(game.used, 0.7 * given) << static_cast<int>(control.kind) << " " << control.main;
    EXPECT_FALSE(game.lost);
  }
}

TEST(TimePlan, GivesAMoveWhatItsPeriodGives) {
  const TimeControl byo{.kind = Kind::byo_yomi, .main = 60, .period = 30, .periods = 3};
  EXPECT_NEAR(*plan_time(byo, {.left = 30, .overtime = true, .periods = 3}, 50, 0.5), 29.5, 1e-9);
  EXPECT_NEAR(*plan_time(byo, {.left = 12, .overtime = true, .periods = 1}, 50, 0.5), 11.5, 1e-9);
  EXPECT_NEAR(*plan_time(byo, {.left = 10}, 50, 0.5), 39, 1e-9) << "the rest of the main time and a period";
  const TimeControl canadian{.kind = Kind::canadian, .main = 60, .period = 100, .stones = 10};
  EXPECT_NEAR(*plan_time(canadian, {.left = 50, .overtime = true, .stones = 5}, 50, 0.5), 9.5, 1e-9);
  EXPECT_NEAR(*plan_time({.kind = Kind::per_move, .period = 5}, {.left = 5}, 50, 1), 4, 1e-9);
  EXPECT_FALSE(plan_time({}, {}, 50, 1).has_value()) << "no clock, no limit";
}

TEST(TimePlan, ClocksRunAsTheirKindsSay) {
  const TimeControl byo{.kind = Kind::byo_yomi, .main = 10, .period = 5, .periods = 2};
  ClockFace face = full_clock(byo);
  EXPECT_TRUE(spend(byo, 8, face));
  EXPECT_EQ(face, (ClockFace{.left = 2, .overtime = false, .periods = 2}));
  EXPECT_TRUE(spend(byo, 3, face)) << "into the first period, which begins anew";
  EXPECT_EQ(face, (ClockFace{.left = 5, .overtime = true, .periods = 2}));
  EXPECT_TRUE(spend(byo, 6, face)) << "a period is lost";
  EXPECT_EQ(face, (ClockFace{.left = 5, .overtime = true, .periods = 1}));
  EXPECT_FALSE(spend(byo, 5.5, face));
  const TimeControl canadian{.kind = Kind::canadian, .main = 0, .period = 10, .stones = 2};
  face = full_clock(canadian);
  EXPECT_TRUE(face.overtime);
  EXPECT_TRUE(spend(canadian, 7, face));
  EXPECT_EQ(face.stones, 1);
  EXPECT_TRUE(spend(canadian, 2, face));
  EXPECT_EQ(face, (ClockFace{.left = 10, .overtime = true, .stones = 2})) << "the next period";
  EXPECT_FALSE(spend(canadian, 11, face));
  const TimeControl fischer{.kind = Kind::fischer, .main = 10, .increment = 3};
  face = full_clock(fischer);
  EXPECT_TRUE(spend(fischer, 4, face));
  EXPECT_EQ(face.left, 9);
  EXPECT_FALSE(spend(fischer, 9.5, face)) << "the increment comes after the move";
}

}  // namespace
}  // namespace cairn
