// Thinking while somebody watches: the engine works in threads of its own, the caller looks at it now and then.
#pragma once

#include <atomic>
#include <functional>

#include "search/engine.h"

namespace cairn::cli {

// Sets the position and thinks until a limit is reached, the choice is settled or `stop`. Every `interval` seconds
// `look` is called by the calling thread; with an interval of 0 never. The engine's analysis tells what was found.
void think_watched(Engine& engine, const Position& position, Seat seat, const SearchLimits& limits, int threads,
                   const std::atomic<bool>& stop, double interval = 0, const std::function<void()>& look = {});

// Who is asked in a position: whose turn it is, or the first that may act. There must be one.
Seat seat_to_think(const Position& position);

}  // namespace cairn::cli
