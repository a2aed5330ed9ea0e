// What a client is told of the lobby, of own tables and of ratings (docs/protocol.md, "Lists").
#pragma once

#include "notation/view_json.h"
#include "server/matchmaking/lobby.h"
#include "server/protocol/replies.h"

namespace cairn {

template <>
inline constexpr bool kMuchToTell<OpenTables> = true;
template <>
inline constexpr bool kMuchToTell<RunningTables> = true;
template <>
inline constexpr bool kMuchToTell<std::vector<RatingStep>> = true;

Json to_client(const OpenTables& open);
Json to_client(const RunningTables& running);
Json to_client(const OwnTables& own);
Json to_client(const TakenOffList& taken);
Json to_client(const PersonRatings& of_person);
Json to_client(const std::vector<RatingStep>& history);
Json to_client(const Leaders& leaders);

// --- to moderators
Json to_client(const std::vector<RatingGain>& gains);
Json to_client(const Annulment& annulled);  // who has just annulled
Json to_client(const std::vector<Annulment>& annulments);

}  // namespace cairn
