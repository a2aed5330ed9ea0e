// The time that only goes forward, for pauses and patience.
#pragma once

#include <chrono>

namespace cairn {

inline double steady_seconds() {  // from any fixed origin
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace cairn
