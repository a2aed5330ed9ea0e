// The time of day by which games are timed. It goes with the machine's steady clock, so that nobody loses on time, and
// nobody gains any, because the machine's time of day was set anew: small corrections are followed at once, a jump only
// little by little. Unless it was not set yet when the server began, as on a machine without a battery: then the first
// jump forward is right. Reads no clock.
#pragma once

#include <cstdint>
#include <optional>

namespace cairn {

inline constexpr std::int64_t kApartMs = 10'000;  // clocks of several machines are less apart

class DayClock {
 public:
  // Both in milliseconds: the machine's time of day, and one that only ever goes on. What a game's clock is told.
  std::int64_t now(std::int64_t wall_ms, std::int64_t steady_ms);
  // The latest moment that somebody knows of. While games are told an earlier one the time of day is not set yet: where
  // it is put on, games take that over at once.
  void knows(std::int64_t moment_ms) { known_ms_ = moment_ms; }
  // The time of day was not set when the clock began, and is now: where it is ahead, games take it over, this once.
  void is_set() { set_now_ = true; }
  // Games take the time of day over at once, ahead or behind; how far that is.
  std::int64_t take_over(std::int64_t wall_ms, std::int64_t steady_ms);
  // How far games went ahead at once since the last look; nullopt: they did not.
  std::optional<std::int64_t> take_step();
  // How far the time of day is from what games are told, once for each jump; nullopt: nothing new.
  std::optional<std::int64_t> take_jump();

 private:
  void set(std::int64_t offset_ms, std::int64_t steady_ms);

  bool begun_ = false, set_now_ = false;
  std::int64_t known_ms_ = 0;
  std::int64_t offset_ms_ = 0;  // of the time of day from the steady one, as games know it
  std::int64_t steady_ms_ = 0;  // when it was last corrected
  std::int64_t apart_ms_ = 0;   // at the last look
  std::optional<std::int64_t> told_ms_, jump_ms_, step_ms_;
};

}  // namespace cairn
