// What a client is told of tournaments (docs/protocol.md, "Tournaments"). Everything about one is public
// but the reasons of appeals.
#pragma once

#include <optional>

#include "games/registry.h"
#include "notation/view_json.h"
#include "server/store/tournaments.h"

namespace cairn {

// An answer is both of these. The body, games and how it stands, is much and changes with the log alone.
// `viewer`: who asks, 0 for nobody. A game that this program does not know has its name for a title.
Json tournament_json(const StoredTournament& stored, const Tournament& tournament, const GameInfo* info,
                     std::int64_t viewer, std::int64_t now_ms);
Json appeals_json(const StoredTournament& stored, const Tournament& tournament);  // a list of those that wait
Json tournament_body_json(const Tournament& tournament);
Json tournament_card_json(const TournamentCard& card, const TournamentSetup& setup, const GameInfo* info);

}  // namespace cairn
