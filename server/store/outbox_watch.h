// How much waits in the outbox, of all servers of a store: for whoever watches it. Part of the store; what store.h says
// of its calls and answers holds here.
#pragma once

#include <cstdint>

#include "server/store/store_part.h"

namespace cairn {

struct OutboxState {
  std::int64_t waiting = 0;
  std::int64_t oldest_ms = 0;  // when the oldest of those that are late was due; 0: none is late
};

class OutboxWatch : public StorePart {
 public:
  using StorePart::StorePart;
  void state(std::int64_t now_ms, Read<OutboxState> done);
};

}  // namespace cairn
