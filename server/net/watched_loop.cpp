#include <algorithm>
#include <ctime>
#include <utility>

#include "notation/thread_work.h"
#include "server/base/steady.h"
#include "server/net/loop.h"

namespace cairn::net {

namespace {

constexpr double kLong = 0.05;  // seconds

// The processor time of each handler. Asking the kernel for it takes as long as many handlers take, so it is asked once
// a millisecond and around pauses. Between, the steady clock is used: it also counts the time in which other programs
// ran, which is less than a millisecond then.
class HoldClock {
 public:
  void begin() {  // before a pause
    used_ = used();
    asked_ = last_ = steady_seconds();
  }
  double held(bool paused) {  // since the last call; it may have begun with a pause
    const double now = steady_seconds();
    double seconds = now - std::exchange(last_, now);
    if (paused || now - asked_ > 0.001) {
      const double before = std::exchange(used_, used());
      seconds = std::min(seconds, used_ - before);
      asked_ = now;
    }
    return seconds;
  }

 private:
  static double used() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  }
  double used_ = 0, asked_ = 0, last_ = 0;
};

}  // namespace

void run_watched(Shared& shared) {
  HoldClock clock;
  thread_work = {};
  clock.begin();
  while (true) {
    const bool paused = shared.io.poll_one() == 0;
    if (paused) {
      clock.begin();
      if (shared.io.run_one() == 0) return;
    }
    const double held = clock.held(paused);
    const ThreadWork work = std::exchange(thread_work, {});
    ThreadWork& most = shared.traffic.most_work;
    most = {std::max(most.bytes, work.bytes), std::max(most.entries, work.entries)};
    shared.traffic.holds.add(held);
    shared.traffic.longest_hold = std::max(shared.traffic.longest_hold, held);
    if (held > kLong)
      shared.log.write(LogLevel::warning, "the event loop was blocked", {{"ms", held * 1000}, {"by", loop_does}});
    loop_does = {};
  }
}

}  // namespace cairn::net
