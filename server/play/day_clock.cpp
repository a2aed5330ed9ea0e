#include "server/play/day_clock.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cairn {

namespace {
constexpr std::int64_t kSmallMs = 1'000;  // what is set right at once, as machines do every day
constexpr std::int64_t kSlowness = 20;    // a jump is followed by a twentieth of the time that goes by
}  // namespace

std::int64_t DayClock::now(std::int64_t wall_ms, std::int64_t steady_ms) {
  const std::int64_t wanted = wall_ms - steady_ms;
  if (!begun_) set(wanted, steady_ms);
  begun_ = true;
  apart_ms_ = wanted - offset_ms_;
  const bool was_unset = std::exchange(set_now_, false) || steady_ms + offset_ms_ < known_ms_;
  if (std::abs(apart_ms_) <= kSmallMs) {
    set(wanted, steady_ms);
  } else if (apart_ms_ > 0 && was_unset) {
    step_ms_ = step_ms_.value_or(0) + apart_ms_;
    jump_ms_.reset();
    set(wanted, steady_ms);
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

void DayClock::set(std::int64_t offset_ms, std::int64_t steady_ms) {
  offset_ms_ = offset_ms;
  steady_ms_ = steady_ms;
  told_ms_.reset();
}

std::int64_t DayClock::take_over(std::int64_t wall_ms, std::int64_t steady_ms) {
  const std::int64_t before = begun_ ? steady_ms + offset_ms_ : wall_ms;
  begun_ = true;
  set(wall_ms - steady_ms, steady_ms);
  known_ms_ = 0;  // the time of day is right, whatever somebody knows of
  jump_ms_.reset();
  return wall_ms - before;
}

std::optional<std::int64_t> DayClock::take_step() {
  return std::exchange(step_ms_, std::nullopt);
}

std::optional<std::int64_t> DayClock::take_jump() {
  return std::exchange(jump_ms_, std::nullopt);
}

}  // namespace cairn
