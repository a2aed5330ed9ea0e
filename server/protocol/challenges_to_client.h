// Challenges as those see them whom they concern.
#pragma once

#include "notation/view_json.h"
#include "server/store/challenges.h"

namespace cairn {

Json challenge_json(const Challenge& challenge, std::string_view title, std::int64_t person);

}  // namespace cairn
