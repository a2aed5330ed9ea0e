#include <algorithm>
#include <ctime>
#include <utility>

#include "notation/thread_work.h"
#include "server/net/loop.h"

namespace cairn::net {

void run_watched(Shared& shared) {
  constexpr double kLong = 0.05;
  const auto used = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  };
  thread_work = {};
  for (double before = used(); shared.io.run_one() > 0; loop_does = {}) {
    const double now = used(), held = now - before;
    const ThreadWork work = std::exchange(thread_work, {});
    ThreadWork& most = shared.traffic.most_work;
    most = {std::max(most.bytes, work.bytes), std::max(most.entries, work.entries)};
    before = now;
    shared.traffic.holds.add(held);
    shared.traffic.longest_hold = std::max(shared.traffic.longest_hold, held);
    if (held > kLong)
      shared.log.write(LogLevel::warning, "the event loop was blocked", {{"ms", held * 1000}, {"by", loop_does}});
  }
}

}  // namespace cairn::net
