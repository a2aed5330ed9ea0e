// Analyses of games, as players see them, and parts of them, as workers take them. Pure.
#pragma once

#include "notation/view_json.h"
#include "server/library/analyses.h"
#include "server/protocol/replies.h"

namespace cairn {

template <>
inline constexpr bool kMuchToTell<AnalysisShown> = true;
Json to_client(const AnalysisShown& analysis);
Json to_client(const TakenPart& taken);
Json to_client(const PartAnswered& answered);

}  // namespace cairn
