// The time of day by which games are timed (DayClock), from the clocks of this machine, and what the log says of them.
#pragma once

#include <cstdint>
#include <optional>

#include "server/base/log.h"
#include "server/play/day_clock.h"
#include "server/store/store.h"

namespace cairn {

class TimeOfDay {
 public:
  explicit TimeOfDay(const Log& log);
  std::int64_t now_ms();
  // At the start: whether the machine's time can be right, by the latest moment that the store knows.
  void compare(Store& store);
  void tick();       // about once a second
  void take_over();  // the host says that the machine's time is right now

 private:
  const Log& log_;
  DayClock day_;
  bool unset_;  // the machine said so when we began, and still does
};

}  // namespace cairn
