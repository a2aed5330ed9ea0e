// What a client is told of many games at once (docs/protocol.md, "Lists").
#pragma once

#include <optional>

#include "games/registry.h"
#include "notation/view_json.h"
#include "server/store/lists.h"

namespace cairn {

// `person`: who asks, 0 for nobody. A game that this program does not know has its name for a title.
Json card_json(const TableCard& card, const GameInfo* info, std::int64_t person);
Json rating_json(const Rating& rating, std::int64_t now_ms);
Json class_rating_json(const ClassRating& rating, std::int64_t now_ms);
Json leader_json(const LeaderLine& line, std::int64_t now_ms);

}  // namespace cairn
