// The time of day by which games are timed. It goes with the machine's steady clock, so that nobody loses on time, and
// nobody gains any, because the machine's time of day was set anew: small corrections are followed at once, a jump only
// little by little. Reads no clock.
#pragma once

#include <cstdint>
#include <optional>

namespace cairn {

class DayClock {
 public:
  // Both in milliseconds: the machine's time of day, and one that only ever goes on. What a game's clock is told.
  std::int64_t now(std::int64_t wall_ms, std::int64_t steady_ms);
  // How far the time of day is from what games are told, once for each jump; nullopt: nothing new.
  std::optional<std::int64_t> take_jump();

 private:
  bool begun_ = false;
  std::int64_t offset_ms_ = 0;  // of the time of day from the steady one, as games know it
  std::int64_t steady_ms_ = 0;  // when it was last corrected
  std::int64_t apart_ms_ = 0;   // at the last look
  std::optional<std::int64_t> told_ms_, jump_ms_;
};

}  // namespace cairn
