// How the time of a game is limited: the kinds of clock with their settings, and their closed text form. Pure values;
// all times are milliseconds. What becomes of the time while a game is played is server/play/clock.h.
//
//   none                        nobody's time is counted
//   absolute 15m                so much for the whole game
//   fischer 5m+3s cap 20m       so much, and more after every turn, never above the cap (which may be left out)
//   byoyomi 10m+3x30s           so much, then periods: one is lost when it is used up in one turn
//   canadian 10m+20/5m          so much, then 20 turns in every 5 minutes
//   move 30s                    so much for every turn, nothing is saved up
//   correspondence 3d           so much for every turn, in days; or, saved up, `correspondence 7d+1d cap 14d`
//
// Live kinds may end in `lag 300ms`: at most so much is given back in a turn for the way over the network.
// Correspondence may go on with `weekends` (the clock stands on Saturdays and Sundays of the player's own time zone),
// `vacation 30d` (in a calendar year), `nag 1d 6h` (reminders so long before the end). Durations are written `1d`,
// `1h30m`, `45s`, `250ms`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"

namespace cairn {

inline constexpr std::int64_t kSecondMs = 1'000, kMinuteMs = 60 * kSecondMs, kHourMs = 60 * kMinuteMs,
                              kDayMs = 24 * kHourMs;
inline constexpr std::int64_t kMaxClockMs = 365 * kDayMs;  // of any one duration
inline constexpr std::int64_t kMaxLagMs = 2 * kSecondMs;   // given back in a turn
// Whoever lets every answer wait could think for nothing: what is given back comes out of a bank of each seat.
inline constexpr std::int64_t kLagBankMs = kSecondMs, kLagRefillMs = 100;  // at most; at most of every turn
inline constexpr std::int64_t kMaxVacationMs = 120 * kDayMs;               // in a year
inline constexpr int kMaxPeriods = 100, kMaxStones = 100;
inline constexpr std::size_t kMaxNags = 31;

struct ClockRule {
  enum class Kind : std::uint8_t { none, absolute, fischer, byoyomi, canadian, move, correspondence };
  Kind kind = Kind::none;
  std::int64_t main_ms = 0;       // at the start; of `move`, and of correspondence without increment, for every turn
  std::int64_t increment_ms = 0;  // fischer; correspondence: 0 is none
  std::int64_t cap_ms = 0;        // with an increment; 0 is none
  int periods = 0;                // byoyomi
  int stones = 0;                 // canadian
  std::int64_t period_ms = 0;     // byoyomi, canadian
  std::int64_t lag_ms = 0;        // live kinds
  bool weekends = false;          // correspondence, as the next two: the clock stands on weekends
  std::int64_t vacation_ms = 0;   // in a calendar year
  std::vector<std::int64_t> nags_ms;  // before the end, the longest first
  friend bool operator==(const ClockRule&, const ClockRule&) = default;
};

struct ClockRuleRead {
  std::optional<ClockRule> rule;
  Message error;  // what was wrong and what would be right
};
Message in_clock(Message why);  // of the field "clock"
ClockRuleRead parse_clock_rule(std::string_view text);
std::string to_text(const ClockRule& rule);  // `parse_clock_rule` of it is the same rule

// What a player has for a turn, where a game has so many; of a game without a clock 0.
inline constexpr int kUsualTurns = 60;
std::int64_t usual_turn_ms(const ClockRule& rule);

std::optional<std::int64_t> parse_duration(std::string_view text);  // "1h30m", "0s"; units d h m s ms, each once
std::string duration_text(std::int64_t ms);                         // "1h30m"; "0s"

}  // namespace cairn
