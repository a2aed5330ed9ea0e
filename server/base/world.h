// What every service of the server knows of the world around it: made once, and given to each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "games/registry.h"
#include "server/base/background_queue.h"

namespace cairn {

// What it costs to read or write a record: one for each entry, and something for being a record at all. Ten thousand
// take about a second.
inline double cost_of_record(std::size_t entries) {
  return 20 + static_cast<double>(entries);
}

struct World {
  std::span<const GameInfo> games{};              // that are played here
  std::function<std::int64_t()> now_ms{};         // since 1970
  std::function<double()> seconds{};              // of a clock that never jumps
  std::function<void(const std::string&)> log{};  // what went wrong
  BackgroundQueue::Post post{};                   // none: what would be done on a thread is done at once
  // Work that takes its time is charged to who asks for it. 0: it may begin; else the seconds until it may.
  std::function<int(const Asker& who, double cost)> charge = [](const Asker&, double) { return 0; };
};

}  // namespace cairn
