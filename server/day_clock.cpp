#include "server/day_clock.h"

#include <algorithm>
#include <cstdlib>

namespace cairn {

namespace {
constexpr std::int64_t kSmallMs = 1'000;  // what is set right at once, as machines do every day
constexpr std::int64_t kSlowness = 20;    // a jump is followed by a twentieth of the time that goes by
}  // namespace

std::int64_t DayClock::now(std::int64_t wall_ms, std::int64_t steady_ms) {
  const std::int64_t wanted = wall_ms - steady_ms;
  if (!begun_) {
    begun_ = true;
    offset_ms_ = wanted;
    steady_ms_ = steady_ms;
  }
  apart_ms_ = wanted - offset_ms_;
  if (std::abs(apart_ms_) <= kSmallMs) {
    offset_ms_ = wanted;
    steady_ms_ = steady_ms;
    told_ms_.reset();
  } else {
    const std::int64_t most = (steady_ms - steady_ms_) / kSlowness;
    if (most > 0) {
      offset_ms_ += std::clamp(apart_ms_, -most, most);
      steady_ms_ += most * kSlowness;
    }
    // Another jump on top of one that is told: as far again.
    if (!told_ms_ || std::abs(apart_ms_ - *told_ms_) > kSmallMs) jump_ms_ = apart_ms_;
    told_ms_ = apart_ms_;
  }
  return steady_ms + offset_ms_;
}

std::optional<std::int64_t> DayClock::take_jump() {
  const auto jump = jump_ms_;
  jump_ms_.reset();
  return jump;
}

}  // namespace cairn
