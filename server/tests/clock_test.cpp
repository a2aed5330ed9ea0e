#include "server/play/clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/rng.h"

namespace cairn {
namespace {

using Do = ClockEvent::Kind;
constexpr Seat kA = seat_at(0), kB = seat_at(1), kC = seat_at(2);
constexpr std::int64_t kStart = 1'700'000'000'000;  // Tuesday, 14 November 2023, 22:13:20 UTC

SeatSet set(std::initializer_list<Seat> seats) {
  SeatSet all;
  for (const Seat seat : seats) all.insert(seat);
  return all;
}
GameClock clock_of(const char* rule, int seats = 2) {
  const auto read = parse_clock_rule(rule);
  EXPECT_TRUE(read.rule) << read.error;
  return {read.rule.value_or(ClockRule{}), std::vector<GameClock::Player>(static_cast<std::size_t>(seats))};
}
// A move of `seat`, after which `next` is to move.
Message moved(GameClock& clock, Seat seat, Seat next, std::int64_t at_ms, std::int64_t round_trip_ms = 0) {
  ClockEvent event = ClockEvent::turn(at_ms, set({seat}), set({next}));
  event.round_trip_ms.fill(round_trip_ms);
  return clock.apply(event);
}
Message started(GameClock& clock, Seat seat, std::int64_t at_ms = kStart) {
  return clock.apply(ClockEvent::turn(at_ms, {}, set({seat})));
}
// "main/periods x period/stones", with a + while it counts and ! when it is over
std::string face(const GameClock& clock, Seat seat, std::int64_t now_ms) {
  const SeatTime t = clock.shown(seat, now_ms);
  return std::to_string(t.main_ms) + "/" + std::to_string(t.periods) + "x" + std::to_string(t.period_ms) + "/" +
         std::to_string(t.stones) + (t.counting ? "+" : "") + (t.over ? "!" : "");
}
std::string due_text(const GameClock& clock, std::int64_t after_ms) {
  static constexpr const char* kNames[] = {"flag", "period", "nag", "vacation"};
  std::string text;
  for (const auto& one : clock.due(after_ms))
    text += std::string(text.empty() ? "" : " ") + kNames[static_cast<int>(one.kind)] +
            std::to_string(index(one.seat)) + "@" + std::to_string(one.at_ms - kStart);
  return text;
}

TEST(Clock, NoneCountsNothing) {
  GameClock clock = clock_of("none");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 400 * kDayMs), "");
  EXPECT_TRUE(clock.due(0).empty());
  EXPECT_EQ(clock.shown(kB, kStart + 900 * kDayMs).total_ms, -1);
}

TEST(Clock, AbsoluteRunsOnlyInOnesOwnTurn) {
  GameClock clock = clock_of("absolute 1m");
  EXPECT_EQ(face(clock, kA, kStart + 99'000), "60000/0x0/0") << "nothing runs before the start";
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(face(clock, kA, kStart + 7'001), "52999/0x0/0+");
  EXPECT_EQ(face(clock, kB, kStart + 7'001), "60000/0x0/0");
  EXPECT_EQ(due_text(clock, kStart), "flag0@60000");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 20'000), "");
  EXPECT_EQ(moved(clock, kB, kA, kStart + 25'000), "");
  EXPECT_EQ(due_text(clock, kStart), "flag0@65000");
  EXPECT_TRUE(clock.flagged(kStart + 64'999).empty());
  ASSERT_EQ(clock.flagged(kStart + 65'000).size(), 1U);
  EXPECT_EQ(face(clock, kA, kStart + 65'000), "0/0x0/0!");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 65'000), "seat 0 has lost on time and must leave first");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::leave, kStart + 65'000, kA)), "");
  EXPECT_TRUE(clock.flagged(kStart + 99'000).empty());
}

TEST(Clock, FischerAddsAfterTheTurnUpToTheCap) {
  GameClock clock = clock_of("fischer 1m+10s cap 1m5s");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 20'000), "");
  EXPECT_EQ(face(clock, kA, kStart + 20'000), "50000/0x0/0");
  EXPECT_EQ(moved(clock, kB, kA, kStart + 21'000), "");
  EXPECT_EQ(face(clock, kB, kStart + 21'000), "65000/0x0/0") << "69 s would be above the cap";
}

TEST(Clock, ByoyomiLosesAPeriodThatIsUsedUp) {
  GameClock clock = clock_of("byoyomi 10s+3x30s");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(face(clock, kA, kStart + 9'999), "1/3x30000/0+");
  EXPECT_EQ(face(clock, kA, kStart + 10'000), "0/3x30000/0+");
  EXPECT_EQ(face(clock, kA, kStart + 39'999), "0/3x1/0+");
  EXPECT_EQ(face(clock, kA, kStart + 40'000), "0/2x30000/0+");
  EXPECT_EQ(due_text(clock, kStart), "period0@10000");
  EXPECT_EQ(due_text(clock, kStart + 10'000), "period0@40000");
  EXPECT_EQ(due_text(clock, kStart + 40'000), "period0@70000");
  EXPECT_EQ(due_text(clock, kStart + 70'000), "flag0@100000");
  EXPECT_EQ(due_text(clock, kStart + 100'000), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 45'000), "");
  EXPECT_EQ(face(clock, kA, kStart + 45'000), "0/2x30000/0") << "the period begins anew with every turn";
}

TEST(Clock, CanadianCountsTurnsInAPeriod) {
  GameClock clock = clock_of("canadian 10s+2/30s");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(due_text(clock, kStart), "period0@10000");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 15'000), "");
  EXPECT_EQ(face(clock, kA, kStart + 15'000), "0/0x25000/1");
  EXPECT_EQ(moved(clock, kB, kA, kStart + 16'000), "");
  EXPECT_EQ(face(clock, kB, kStart + 16'000), "9000/0x30000/2");
  EXPECT_EQ(due_text(clock, kStart + 16'000), "flag0@41000");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 40'999), "");
  EXPECT_EQ(face(clock, kA, kStart + 40'999), "0/0x30000/2");
}

TEST(Clock, PerMoveSavesNothing) {
  GameClock clock = clock_of("move 30s");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 29'999), "");
  EXPECT_EQ(face(clock, kA, kStart + 30'000), "30000/0x0/0");
  EXPECT_EQ(due_text(clock, kStart), "flag1@59999");
}

TEST(Clock, AStepWithinATurnDoesNotPress) {
  GameClock clock = clock_of("byoyomi 0s+1x30s");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart + 20'000, {}, set({kA}))), "") << "the turn stays where it is";
  EXPECT_EQ(face(clock, kA, kStart + 25'000), "0/1x5000/0+");
  EXPECT_EQ(due_text(clock, kStart + 20'000), "flag0@30000");
  EXPECT_EQ(moved(clock, kA, kA, kStart + 26'000), "") << "a second turn in a row is a new one";
  EXPECT_EQ(due_text(clock, kStart + 26'000), "flag0@56000");
}

TEST(Clock, InAnAgreementEachRunsForItself) {
  GameClock clock = clock_of("absolute 1m", 3);
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart, {}, set({kA, kB, kC}))), "");
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart + 10'000, set({kB}), set({kA, kC}))), "");
  EXPECT_EQ(face(clock, kB, kStart + 30'000), "50000/0x0/0");
  EXPECT_EQ(face(clock, kA, kStart + 30'000), "30000/0x0/0+");
  EXPECT_EQ(due_text(clock, kStart), "flag0@60000 flag2@60000");
  // C changes the proposal: B must look at it again; A's thought goes on.
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart + 40'000, set({kC}), set({kA, kB}))), "");
  EXPECT_EQ(face(clock, kB, kStart + 45'000), "45000/0x0/0+");
  EXPECT_EQ(face(clock, kA, kStart + 45'000), "15000/0x0/0+");
}

TEST(Clock, WhoIsTakenOffWithoutHavingFinishedGoesOnWhereHeStood) {
  GameClock clock = clock_of("byoyomi 0s+2x30s");
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart, {}, set({kA, kB}))), "");
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart + 20'000, set({kA}), set({kA}))), "");
  EXPECT_EQ(face(clock, kB, kStart + 25'000), "0/2x10000/0");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 28'000), "");
  EXPECT_EQ(face(clock, kB, kStart + 31'000), "0/2x7000/0+");
}

TEST(Clock, AnUndoGivesNoTimeBackAndTakesNone) {
  GameClock clock = clock_of("absolute 1m");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 10'000), "");
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart + 15'000, {}, set({kA}))), "") << "A's move is taken back";
  EXPECT_EQ(face(clock, kA, kStart + 15'000), "50000/0x0/0+");
  EXPECT_EQ(face(clock, kB, kStart + 15'000), "55000/0x0/0");
}

TEST(Clock, APauseStopsEverything) {
  GameClock clock = clock_of("byoyomi 10s+2x30s");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::resume, kStart)), "the game is not paused");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::pause, kStart + 15'000)), "");
  const Message again = clock.apply(ClockEvent::of(Do::pause, kStart + 15'000));
  EXPECT_EQ(again, "the game is paused already");
  EXPECT_EQ(again.code(), "game-paused-already") << "so that it is said in every language";
  EXPECT_EQ(face(clock, kA, kStart + kDayMs), "0/2x25000/0");
  EXPECT_EQ(due_text(clock, kStart), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + kDayMs), "the game is paused; resume it first");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::resume, kStart + kDayMs)), "");
  EXPECT_EQ(due_text(clock, kStart), "period0@" + std::to_string(kDayMs + 25'000))
      << "the way from main time to byo-yomi was told before";
}

TEST(Clock, LagIsGivenBackUpToTheBound) {
  GameClock clock = clock_of("absolute 1m lag 300ms");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 10'000, 200), "");
  EXPECT_EQ(face(clock, kA, kStart + 10'000), "50200/0x0/0");
  EXPECT_EQ(moved(clock, kB, kA, kStart + 20'000, 5'000), "");
  EXPECT_EQ(face(clock, kB, kStart + 20'000), "50300/0x0/0") << "at most 300 ms";
  EXPECT_EQ(moved(clock, kA, kB, kStart + 20'100, 250), "");
  EXPECT_EQ(face(clock, kA, kStart + 20'100), "50200/0x0/0") << "never more than the turn took";
}

TEST(Clock, AMoveThatLeftInTimeCounts) {
  GameClock clock = clock_of("move 10s lag 300ms");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(due_text(clock, kStart), "flag0@10300") << "until then a move may still be on its way";
  EXPECT_TRUE(clock.shown(kA, kStart + 10'000).over);
  EXPECT_TRUE(clock.flagged(kStart + 10'299).empty());
  EXPECT_EQ(clock.check(ClockEvent::turn(kStart + 10'100, set({kA}), set({kB}))),
            "the time of seat 0 was over 100 ms earlier; it has lost on time and must leave");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 10'100, 100),
            "the time of seat 0 was over 0 ms earlier; it has lost on time and must leave");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 10'100, 101), "");
}

TEST(Clock, LeavingStopsASeatForGood) {
  GameClock clock = clock_of("absolute 1m", 3);
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::leave, kStart + 5'000, kA)), "");
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart + 5'000, {}, set({kB}))), "");
  EXPECT_EQ(moved(clock, kB, kA, kStart + 6'000), "seat 0 has left the game and cannot have a turn");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::leave, kStart + 6'000, kA)), "seat 0 has left the game already");
  EXPECT_EQ(moved(clock, kC, kB, kStart + 6'000),
            "the clock of seat 2 was not running, so it cannot have finished a turn");
  EXPECT_EQ(moved(clock, kB, seat_at(3), kStart + 6'000), "there is no seat 3; the last one is seat 2");
  EXPECT_EQ(moved(clock, kB, kC, kStart + 6'000), "");
  EXPECT_EQ(due_text(clock, kStart), "flag2@66000");
}

TEST(Clock, TheMachinesClockMayGoBackOursDoesNot) {
  GameClock clock = clock_of("absolute 1m");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 10'000), "");
  EXPECT_EQ(face(clock, kB, kStart), "60000/0x0/0+");
  EXPECT_EQ(moved(clock, kB, kA, kStart - 3 * kDayMs), "");
  EXPECT_EQ(face(clock, kB, kStart), "60000/0x0/0");
  EXPECT_EQ(due_text(clock, kStart), "flag0@60000");
  EXPECT_EQ(clock.shown(kA, INT64_MAX).total_ms, 0) << "no overflow";
  EXPECT_EQ(clock.shown(kA, INT64_MIN).total_ms, 50'000);
}

// The time of day was 400 days ahead when B's turn began, and the host has set it right.
TEST(Clock, OneThatIsAheadRunsOnFromWhereTheHostSetsIt) {
  constexpr std::int64_t kAhead = kStart + 400 * kDayMs, kNow = kStart + kHourMs;
  const std::array<std::array<const char*, 4>, 6> cases = {
      {{"absolute 5m", "280000/0x0/0", "300000/0x0/0+", "270000/0x0/0+"},
       {"fischer 5m+10s", "290000/0x0/0", "300000/0x0/0+", "270000/0x0/0+"},
       {"byoyomi 10s+3x30s", "0/3x30000/0", "10000/3x30000/0+", "0/3x10000/0+"},
       {"canadian 10s+4/30s", "0/0x20000/3", "10000/0x30000/4+", "0/0x10000/4+"},
       {"move 1m", "60000/0x0/0", "60000/0x0/0+", "30000/0x0/0+"},
       {"correspondence 3d+1h", "262780000/0x0/0", "259200000/0x0/0+", "259170000/0x0/0+"}}};
  for (const auto& [rule, mover, waited, later] : cases) {
    GameClock clock = clock_of(rule);
    EXPECT_EQ(started(clock, kA, kAhead), "");
    EXPECT_EQ(moved(clock, kA, kB, kAhead + 20'000), "") << rule;
    EXPECT_EQ(face(clock, kB, kNow + 30'000), waited) << rule << ": it stands";
    EXPECT_EQ(clock.apply(ClockEvent::of(Do::set, kNow)), "");
    EXPECT_EQ(face(clock, kA, kNow + 30'000), mover) << rule;
    EXPECT_EQ(face(clock, kB, kNow), waited) << rule;
    EXPECT_EQ(face(clock, kB, kNow + 30'000), later) << rule;
    const std::int64_t total = clock.shown(kB, kNow).total_ms;
    EXPECT_EQ(clock.flag_ms(), kNow + total);
    EXPECT_EQ(clock.apply(ClockEvent::of(Do::set, kNow)), "the last event of this clock must be before that moment");
    EXPECT_EQ(moved(clock, kB, kA, kNow + 1'000), "");
    EXPECT_EQ(clock.last_ms(), kNow + 1'000);
  }
}

TEST(Clock, WhatRanBeforeTheLastEventStaysChargedWhereTheHostSetsIt) {
  GameClock clock = clock_of("absolute 5m", 3);
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart, {}, set({kA, kB}))), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 60'000), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::set, kStart - kDayMs)), "");
  EXPECT_EQ(face(clock, kA, kStart), "240000/0x0/0");
  EXPECT_EQ(face(clock, kB, kStart - kDayMs), "240000/0x0/0+") << "it went on while A thought";
  EXPECT_EQ(face(clock, kB, kStart - kDayMs + 1'000), "239000/0x0/0+");
  // Whoever has lost by time before that must leave first.
  GameClock lost = clock_of("absolute 1m", 3);
  EXPECT_EQ(lost.apply(ClockEvent::turn(kStart, {}, set({kA, kB}))), "");
  EXPECT_EQ(lost.apply(ClockEvent::of(Do::leave, kStart + 60'000, kA)), "");
  EXPECT_EQ(lost.apply(ClockEvent::of(Do::set, kStart)), "seat 1 has lost on time and must leave first");
  // One that stands stands.
  GameClock paused = clock_of("absolute 1m");
  EXPECT_EQ(started(paused, kA), "");
  EXPECT_EQ(paused.apply(ClockEvent::of(Do::pause, kStart + 10'000)), "");
  EXPECT_EQ(paused.apply(ClockEvent::of(Do::set, kStart - kDayMs)), "");
  EXPECT_EQ(face(paused, kA, kStart), "50000/0x0/0");
  EXPECT_FALSE(paused.flag_ms());
  EXPECT_EQ(paused.apply(ClockEvent::of(Do::resume, kStart)), "");
  EXPECT_EQ(paused.flag_ms(), kStart + 50'000);
  EXPECT_NE(clock_of("absolute 1m").apply(ClockEvent::of(Do::set, kStart)), "") << "nothing has begun";
}

// 2023-11-17 is a Friday.
TEST(Clock, CorrespondenceStandsOnWeekendsOfTheOwnZone) {
  const ClockRule rule = *parse_clock_rule("correspondence 3d weekends nag 1d").rule;
  GameClock clock(rule, {{.zone_minutes = 0}, {.zone_minutes = 120}});
  const std::int64_t friday = 1'700'179'200'000, noon = friday + 12 * kHourMs;
  EXPECT_EQ(clock.apply(ClockEvent::turn(noon, {}, set({kA, kB}))), "");
  // A: Friday's half, then Monday, Tuesday, half of Wednesday. B's weekend lasts from Friday 22:00 to Sunday 22:00 UTC.
  const auto nag = clock.due(noon);
  ASSERT_EQ(nag.size(), 2U) << "both weekends lie between";
  EXPECT_EQ(nag[0].at_ms, noon + 4 * kDayMs);
  EXPECT_EQ(nag[0].left_ms, kDayMs);
  EXPECT_EQ(clock.due(nag[0].at_ms).at(0).at_ms, noon + 5 * kDayMs);
  EXPECT_EQ(clock.shown(kA, noon + 11 * kHourMs).until_ms, friday + kDayMs);
  EXPECT_TRUE(clock.shown(kA, noon + 11 * kHourMs).counting);
  EXPECT_FALSE(clock.shown(kB, noon + 11 * kHourMs).counting);
  EXPECT_EQ(clock.shown(kB, noon + 11 * kHourMs).until_ms, friday + 3 * kDayMs - 2 * kHourMs);
  EXPECT_EQ(clock.shown(kB, noon + 11 * kHourMs).total_ms, 3 * kDayMs - 10 * kHourMs);
}

TEST(Clock, ATimeThatEndsWithTheWeekEndsOnFridayNight) {
  GameClock clock(*parse_clock_rule("correspondence 1d weekends").rule, {{}, {}});
  const std::int64_t friday = 1'700'179'200'000;
  EXPECT_EQ(clock.apply(ClockEvent::turn(friday, {}, set({kA}))), "");
  EXPECT_EQ(clock.due(friday).at(0).at_ms, friday + kDayMs);
  EXPECT_EQ(moved(clock, kA, kB, friday + kDayMs - 1), "");
  EXPECT_EQ(clock.due(friday).at(0).at_ms, friday + 4 * kDayMs - 1) << "a millisecond of Friday, the rest of Monday";
}

TEST(Clock, VacationStopsOnesOwnClockAndHasItsMeasure) {
  GameClock clock(*parse_clock_rule("correspondence 3d vacation 10d").rule,
                  {{}, {.vacation_year = 2023, .vacation_used_ms = 9 * kDayMs}});
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::back, kStart, kA)), "seat 0 is not on vacation");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, kStart + kDayMs, kA)), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, kStart + kDayMs, kA)), "seat 0 is on vacation already");
  EXPECT_EQ(clock.shown(kA, kStart + 5 * kDayMs).main_ms, 2 * kDayMs);
  EXPECT_TRUE(clock.shown(kA, kStart + 5 * kDayMs).vacation);
  EXPECT_EQ(clock.shown(kA, kStart + 5 * kDayMs).until_ms, kStart + 11 * kDayMs);
  EXPECT_EQ(due_text(clock, kStart), "vacation0@" + std::to_string(11 * kDayMs));
  EXPECT_EQ(due_text(clock, kStart + 11 * kDayMs), "flag0@" + std::to_string(13 * kDayMs));
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::back, kStart + 4 * kDayMs, kA)), "");
  EXPECT_EQ(clock.vacation_left_ms(kA, kStart + 4 * kDayMs), 7 * kDayMs);
  EXPECT_EQ(due_text(clock, kStart + 4 * kDayMs), "flag0@" + std::to_string(6 * kDayMs));
  EXPECT_EQ(clock.vacation_left_ms(kB, kStart), kDayMs) << "the rest went in other games";
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, kStart + 4 * kDayMs, kB)), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 5 * kDayMs), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, kStart + 6 * kDayMs, kB)),
            "seat 1 has no vacation left this year; it has 10d per year");
  GameClock other = clock_of("move 30s");
  EXPECT_EQ(other.apply(ClockEvent::of(Do::vacation, kStart, kA)),
            "this time control has no vacation; add it with \"vacation 30d\"");
}

TEST(Clock, TheNewYearBringsNewVacation) {
  GameClock clock(*parse_clock_rule("correspondence 3d vacation 10d").rule, {{.zone_minutes = 60}, {}});
  const std::int64_t new_year = 1'704'067'200'000 - kHourMs;  // 2024 in the player's zone
  EXPECT_EQ(clock.apply(ClockEvent::turn(new_year - 4 * kDayMs, {}, set({kA}))), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, new_year - 4 * kDayMs, kA)), "");
  EXPECT_EQ(clock.due(new_year).at(0).at_ms, new_year + 10 * kDayMs) << "four days of the old year, ten of the new";
  EXPECT_EQ(clock.vacation_left_ms(kA, new_year - 1), 6 * kDayMs + 1);
  EXPECT_EQ(clock.vacation_left_ms(kA, new_year), 10 * kDayMs);
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::back, new_year + 3 * kDayMs, kA)), "");
  EXPECT_EQ(clock.vacation_left_ms(kA, new_year + 5 * kDayMs), 7 * kDayMs);
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, new_year + 5 * kDayMs, kA)), "");
  EXPECT_EQ(clock.due(new_year + 5 * kDayMs).at(0).at_ms, new_year + 12 * kDayMs);
}

TEST(Clock, VacationGoesOnWhereTheHostSetsItAndKeepsItsMeasure) {
  const std::int64_t ahead = kStart + 400 * kDayMs;  // December 2024
  GameClock clock(*parse_clock_rule("correspondence 3d vacation 10d").rule, {{}, {}});
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, kStart, kA)), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::back, kStart + 2 * kDayMs, kA)), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 2 * kDayMs), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, kStart + 3 * kDayMs, kB)), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::back, kStart + 4 * kDayMs, kB)), "");
  EXPECT_EQ(moved(clock, kB, kA, kStart + 4 * kDayMs), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, kStart + 5 * kDayMs, kA)), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::back, kStart + 6 * kDayMs, kA)), "");
  EXPECT_EQ(clock.apply(ClockEvent::turn(kStart + 6 * kDayMs, set({kA}), {})), "") << "nobody is to move meanwhile";
  EXPECT_EQ(clock.apply(ClockEvent::turn(ahead, {}, set({kA}))), "");
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::vacation, ahead, kB)), "");
  EXPECT_EQ(clock.apply(ClockEvent::turn(ahead + kDayMs, {}, set({kA, kB}))), "");
  const std::int64_t now = kStart + 7 * kDayMs;
  EXPECT_EQ(clock.apply(ClockEvent::of(Do::set, now)), "");
  EXPECT_EQ(clock.vacation_left_ms(kA, now), 7 * kDayMs) << "three days of 2023 are used";
  EXPECT_TRUE(clock.shown(kB, now).vacation);
  EXPECT_FALSE(clock.shown(kB, now).counting);
  EXPECT_EQ(clock.shown(kB, now).until_ms, now + 9 * kDayMs) << "one day of ten is used";
  EXPECT_EQ(clock.shown(kB, now + 10 * kDayMs).main_ms, 2 * kDayMs);
  EXPECT_EQ(clock.shown(kA, now + kDayMs).main_ms, kDayMs) << "one day was used before";
  // At the turn of the year there is a new allowance, as ever.
  EXPECT_EQ(clock.vacation_left_ms(kA, kStart + 60 * kDayMs), 10 * kDayMs);
}

TEST(Clock, TextStandsForTheWholeClock) {
  GameClock clock = clock_of("byoyomi 10m+3x30s");
  EXPECT_EQ(started(clock, kA), "");
  EXPECT_EQ(moved(clock, kA, kB, kStart + 5'000), "");
  EXPECT_EQ(clock.text(),
            "byoyomi 10m+3x30s;1700000005000;run;off 595000 30000 3 0 0 1700000005000 0 0 0 0 0;on 600000 30000 3 0 0 "
            "1700000005000 0 0 0 0 0");
  const auto read = GameClock::parse(clock.text());
  ASSERT_TRUE(read.clock) << read.error;
  EXPECT_EQ(*read.clock, clock);
}

TEST(Clock, TextThatIsNoneIsNamed) {
  const auto error = [](const std::string& text) { return GameClock::parse(text).error; };
  const std::string seat = ";on 600000 30000 3 0 0 5 0 0 0 0 0";
  EXPECT_EQ(error("byoyomi 10m+3x30s;5;run" + seat + seat), "");
  EXPECT_NE(error("byoyomi 10m+3x30s;5;run" + seat).find("two to four seats"), std::string::npos);
  EXPECT_NE(error("byoyomi 10m;5;run" + seat + seat).find("byoyomi 10m+3x30s"), std::string::npos);
  EXPECT_NE(error("byoyomi 10m+3x30s;-5;run" + seat + seat).find("last event"), std::string::npos);
  EXPECT_NE(error("byoyomi 10m+3x30s;5;runs" + seat + seat).find("\"pause\""), std::string::npos);
  EXPECT_NE(error("byoyomi 10m+3x30s;5;run" + seat + ";on 1").find("seat 1 is"), std::string::npos);
  EXPECT_NE(error("byoyomi 10m+3x30s;5;run" + seat + ";on 600000 30000 4 0 0 5 0 0 0 0 0").find("is 1 to 3"),
            std::string::npos);
  EXPECT_NE(error("byoyomi 10m+3x30s;5;run" + seat + ";on 600000 0 3 0 0 5 0 0 0 0 0").find("no period"),
            std::string::npos);
}

TEST(Clock, TimeLeftIsRoundedUp) {
  EXPECT_EQ(time_left_text(0), "0.0");
  EXPECT_EQ(time_left_text(1), "0.1");
  EXPECT_EQ(time_left_text(9'301), "9.4");
  EXPECT_EQ(time_left_text(9'999), "10.0");
  EXPECT_EQ(time_left_text(10'000), "0:10");
  EXPECT_EQ(time_left_text(246'001), "4:07");
  EXPECT_EQ(time_left_text(59'999), "1:00");
  EXPECT_EQ(time_left_text(3'722'500), "1:02:03");
  EXPECT_EQ(time_left_text(2 * kDayMs + 2 * kHourMs + 1), "2d 3h");
}

}  // namespace
}  // namespace cairn
