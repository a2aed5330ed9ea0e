// What a client is told of many games at once (docs/protocol.md, "Lists").
#pragma once

#include <optional>

#include "games/registry.h"
#include "notation/view_json.h"
#include "server/store/feed.h"
#include "server/store/lists.h"

namespace cairn {

// `person`: who asks, 0 for nobody. A game that this program does not know has its name for a title.
Json card_json(const TableCard& card, const GameInfo* info, std::int64_t person, std::int64_t now_ms);
// How little time of a correspondence clock is left when its owner should be reminded: as its rule says, else a day, or
// a fifth of less than two days; 0: never, by a live clock.
std::int64_t hurry_ms(const ClockRule& rule);
// A line of somebody's stream.
Json feed_card_json(const FeedCard& card, const GameInfo* info, std::int64_t person, std::int64_t now_ms);

}  // namespace cairn
