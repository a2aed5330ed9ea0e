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
    if (!found.value) return log_.write(LogLevel::warning, "the time of the last move is not known: " + found.error);
    day_.knows(*found.value);
    const std::int64_t behind = *found.value - now_ms();
    if (behind > kApartMs)
      log_.write(LogLevel::error,
                 "the time of day of this machine is before the last move that is stored: clocks of games stand until "
                 "it is set; where it is right, SIGUSR1 sets the clocks",
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
               "the time of day of this machine was set for the first time since this server started; games have taken "
               "it over",
               {{"seconds", *step / 1'000}});
  if (const auto jump = day_.take_jump())
    log_.write(LogLevel::error,
               "the time of day of this machine was set anew; games follow it slowly, SIGUSR1 or a restart takes it "
               "over",
               {{"seconds", *jump / 1'000}});
}

void TimeOfDay::take_over() {
  const std::int64_t seconds =
      day_.take_over(ms_of<std::chrono::system_clock>(), ms_of<std::chrono::steady_clock>()) / 1'000;
  unset_ = false;
  log_.write(LogLevel::warning, "games have taken over the time of day of this machine, by SIGUSR1",
             {{"seconds", seconds}});
}

}  // namespace cairn
