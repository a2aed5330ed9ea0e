// What happened, in words for people. Knows no game.
#pragma once

#include <string>
#include <string_view>

#include "core/position.h"

namespace cairn {

// "white C3, takes A1 A3": the events that `viewer` may see, in one line; "" when there is nothing to tell.
// `position` only names the points.
std::string events_text(const EventLog& events, const Position& position, const View& view, Viewer viewer);

}  // namespace cairn
