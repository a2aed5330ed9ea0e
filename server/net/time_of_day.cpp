#include "server/net/time_of_day.h"

#include <sys/timex.h>

#include <chrono>

namespace cairn {

namespace {

template <class Clock>
std::int64_t ms_of() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

// Whether somebody has set this machine's time of day since it was switched on; nullopt: it does not say.
std::optional<bool> machine_time_is_set() {
  timex asked{};
  const int state = ::adjtimex(&asked);  // changes nothing
  if (state < 0) return std::nullopt;
  return state != TIME_ERROR && (asked.status & STA_UNSYNC) == 0;
}

}  // namespace

TimeOfDay::TimeOfDay(const Log& log) : log_(log), unset_(machine_time_is_set() == false) {}

std::int64_t TimeOfDay::now_ms() {
  return day_.now(ms_of<std::chrono::system_clock>(), ms_of<std::chrono::steady_clock>());
}

void TimeOfDay::compare(Store& store) {
  store.last_moment([this](const Found<std::int64_t>& found) {
    if (!found.value) return log_.write(LogLevel::warning, "cannot read the time of the last move: " + found.error);
    day_.knows(*found.value);
    const std::int64_t behind = *found.value - now_ms();
    if (behind > kApartMs)
      log_.write(
          LogLevel::error,
          "this machine's clock is behind the last stored move: game clocks stop until it is set. If it is correct, "
          "send SIGUSR1 to reset the game clocks",
          {{"seconds", behind / 1'000}});
  });
}

void TimeOfDay::tick() {
  if (unset_ && machine_time_is_set() == true) {
    unset_ = false;
    day_.is_set();
  }
  now_ms();
  if (const auto step = day_.take_step())
    log_.write(LogLevel::warning,
               "this machine's clock was set for the first time since the server started; games now follow it",
               {{"seconds", *step / 1'000}});
  if (const auto jump = day_.take_jump())
    log_.write(
        LogLevel::error,
        "this machine's clock was changed; games follow it slowly. Send SIGUSR1, or restart, to follow it at once",
        {{"seconds", *jump / 1'000}});
}

void TimeOfDay::take_over() {
  const std::int64_t seconds =
      day_.take_over(ms_of<std::chrono::system_clock>(), ms_of<std::chrono::steady_clock>()) / 1'000;
  unset_ = false;
  log_.write(LogLevel::warning, "SIGUSR1: games now follow this machine's clock", {{"seconds", seconds}});
}

}  // namespace cairn
