// What a client is told of tournaments (docs/protocol.md, "Tournaments"). Everything about one is public
// but the reasons of appeals.
#pragma once

#include "server/matchmaking/tournament_desk.h"
#include "server/protocol/replies.h"

namespace cairn {

std::string to_client(const TournamentShown& shown);
template <>
inline constexpr bool kMuchToTell<TournamentShown> = true;
Json to_client(const TournamentList& list);
Json to_client(const TournamentAppeals& appeals);
Json to_client(const TournamentsTakenOff& taken);
// A game that this program does not know has its name for a title.
Json tournament_card_json(const TournamentCard& card, const TournamentSetup& setup, const GameInfo* info);

}  // namespace cairn
