// The machine's time of day is set anew: games go on as if nothing had happened.
#include "server/play/day_clock.h"

#include <gtest/gtest.h>

#include "server/play/clock.h"

namespace cairn {
namespace {

constexpr std::int64_t kFirstReading = 1'800'000'000'000, kHour = 3'600'000;

struct Machine {
  std::int64_t wall = kFirstReading, steady = 50'000;
  DayClock clock;
  std::int64_t now() { return clock.now(wall, steady); }
  void pass(std::int64_t ms) {
    wall += ms;
    steady += ms;
  }
};

TEST(DayClock, TellsTheTimeOfDay) {
  Machine machine;
  for (int i = 0; i < 1'000; ++i, machine.pass(250)) EXPECT_EQ(machine.now(), machine.wall);
  EXPECT_FALSE(machine.clock.take_jump());
}

TEST(DayClock, ASmallCorrectionIsFollowedAtOnce) {
  Machine machine;
  machine.now();
  for (const int step : {400, -900, 1'000}) {
    machine.wall += step;
    EXPECT_EQ(machine.now(), machine.wall);
  }
  EXPECT_FALSE(machine.clock.take_jump());
}

TEST(DayClock, AJumpIsReportedOnceAndFollowedSlowly) {
  for (const std::int64_t jump : {kHour, -kHour}) {
    Machine machine;
    const std::int64_t before = machine.now();
    machine.wall += jump;
    EXPECT_EQ(machine.now(), before);
    EXPECT_EQ(machine.clock.take_jump(), jump);
    std::int64_t last = before;
    for (int i = 0; i < 4 * 60; ++i) {  // a minute
      machine.pass(250);
      const std::int64_t now = machine.now();
      EXPECT_GE(now - last, 230);
      EXPECT_LE(now - last, 270);
      last = now;
    }
    EXPECT_FALSE(machine.clock.take_jump());
    for (int i = 0; i < 21 * 3'600; ++i) {
      machine.pass(1'000);
      machine.now();
    }
    EXPECT_EQ(machine.now(), machine.wall) << "after a day it is the time of day again";
  }
}

TEST(DayClock, EachOfSeveralJumpsIsReported) {
  Machine machine;
  machine.now();
  machine.wall += kHour;
  machine.now();
  EXPECT_EQ(machine.clock.take_jump(), kHour);
  machine.wall += kHour;
  machine.now();
  EXPECT_EQ(machine.clock.take_jump(), 2 * kHour);
  machine.wall -= 2 * kHour;
  EXPECT_EQ(machine.now(), machine.wall);
  EXPECT_FALSE(machine.clock.take_jump()) << "set right again";
}

constexpr std::int64_t kOneDay = 24 * kHour;

// A machine without a battery begins with the time at which it was switched off, or an earlier one.
TEST(DayClock, ATimeBeforeWhatIsKnownIsTakenOverOnceItIsSet) {
  Machine machine;
  machine.wall -= 20 * kOneDay;
  machine.now();
  machine.clock.knows(kFirstReading);
  EXPECT_EQ(machine.now(), machine.wall);
  EXPECT_FALSE(machine.clock.take_step());
  machine.pass(60'000);
  machine.wall += 5 * kOneDay;
  EXPECT_EQ(machine.now(), machine.wall);
  EXPECT_EQ(machine.clock.take_step(), 5 * kOneDay);
  machine.wall += 15 * kOneDay;
  EXPECT_EQ(machine.now(), machine.wall) << "it was not right before";
  EXPECT_EQ(machine.clock.take_step(), 15 * kOneDay);
  EXPECT_FALSE(machine.clock.take_step());
  EXPECT_FALSE(machine.clock.take_jump());
  // Now it is later than all that is known: whatever comes is a jump as any.
  const std::int64_t before = machine.now();
  machine.wall += kHour;
  EXPECT_EQ(machine.now(), before);
  EXPECT_EQ(machine.clock.take_jump(), kHour);
  EXPECT_FALSE(machine.clock.take_step());
}

TEST(DayClock, AJumpBackIsFollowedSlowlyWhateverIsKnown) {
  Machine machine;
  const std::int64_t before = machine.now();
  machine.clock.knows(kFirstReading + kOneDay);
  machine.wall -= kHour;
  EXPECT_EQ(machine.now(), before);
  EXPECT_EQ(machine.clock.take_jump(), -kHour);
}

// The machine tells that its time is set a while after it was put on.
TEST(DayClock, ATimeThatWasNotSetIsTakenOverWhenTheMachineSaysSo) {
  Machine machine;
  const std::int64_t before = machine.now();
  machine.wall += kOneDay;
  EXPECT_EQ(machine.now(), before);
  EXPECT_EQ(machine.clock.take_jump(), kOneDay);
  machine.clock.is_set();
  EXPECT_EQ(machine.now(), machine.wall);
  EXPECT_EQ(machine.clock.take_step(), kOneDay);
  // This once; and where it was right all the time, or ahead, nothing is taken over.
  for (const std::int64_t jump : {kHour, -kHour}) {
    Machine other;
    const std::int64_t now = other.now();
    if (jump > 0) other.clock.is_set();
    EXPECT_EQ(other.now(), now);
    other.wall += jump;
    EXPECT_EQ(other.now(), now);
    if (jump < 0) other.clock.is_set();
    EXPECT_EQ(other.now(), now);
    EXPECT_FALSE(other.clock.take_step());
  }
}

TEST(DayClock, AHostHasItTakenOver) {
  for (const std::int64_t jump : {kOneDay, -kOneDay}) {
    Machine machine;
    machine.now();
    machine.clock.knows(kFirstReading + 2 * kOneDay);
    if (jump > 0) machine.clock.knows(0);
    machine.wall += jump;
    machine.now();
    EXPECT_EQ(machine.clock.take_over(machine.wall, machine.steady), jump);
    EXPECT_EQ(machine.now(), machine.wall);
    EXPECT_FALSE(machine.clock.take_jump()) << "there is nothing to be told any more";
    const std::int64_t now = machine.now();
    machine.wall += kHour;
    EXPECT_EQ(machine.now(), now) << "the next is followed slowly, whatever is known";
  }
}

// What it is for: five minutes each, and the machine's clock is put on by a day in mid-game.
TEST(DayClock, NobodyLosesOnTimeByAJump) {
  for (const std::int64_t jump : {24 * kHour, -24 * kHour}) {
    Machine machine;
    const auto rule = parse_clock_rule("absolute 5m");
    ASSERT_TRUE(rule.rule) << rule.error;
    SeatSet first;
    first.insert(seat_at(0));
    GameClock clock(*rule.rule, std::vector<GameClock::Player>(2));
    ASSERT_EQ(clock.apply(ClockEvent::turn(machine.now(), {}, first)), "");
    machine.pass(60'000);
    machine.now();
    machine.wall += jump;
    EXPECT_TRUE(clock.flagged(machine.now()).empty());
    EXPECT_EQ(clock.shown(seat_at(0), machine.now()).main_ms, 4 * 60'000);
    machine.pass(5 * 60'000);
    EXPECT_FALSE(clock.flagged(machine.now()).empty()) << "and no time is given";
  }
}

}  // namespace
}  // namespace cairn
