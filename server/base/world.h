// What every service of the server knows of the world around it: made once, and given to each.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "games/registry.h"
#include "server/base/background_queue.h"

namespace cairn {

struct World {
  std::span<const GameInfo> games{};              // that are played here
  std::function<std::int64_t()> now_ms{};         // since 1970
  std::function<double()> seconds{};              // of a clock that never jumps
  std::function<void(const std::string&)> log{};  // what went wrong
  BackgroundQueue::Post post{};                   // none: what would be done on a thread is done at once
};

}  // namespace cairn
