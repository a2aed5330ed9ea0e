// How fresh what is read from the store must be.
#pragma once

#include <cstdint>

namespace cairn {

enum class Freshness : std::uint8_t {
  now,          // all that was acknowledged: whatever decides something, and what one has just written oneself
  seconds_old,  // a replica may tell it, where one follows closely (store/replicas.h)
};

}  // namespace cairn
