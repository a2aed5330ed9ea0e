// Challenges and seeks as those see them whom they concern.
#pragma once

#include "notation/view_json.h"
#include "server/matchmaking/challenges.h"
#include "server/matchmaking/seeks.h"

namespace cairn {

Json challenge_json(const Challenge& challenge, std::string_view title, std::int64_t person);
Json to_client(const ChallengeShown& shown);
Json to_client(const ChallengeList& list);
Json to_client(const SeekShown& shown);

}  // namespace cairn
