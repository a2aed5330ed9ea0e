// What moderators ask for about ratings (docs/protocol.md, "Moderation of ratings"), read from JSON text. As in
// from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "server/matchmaking/lobby.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr std::int64_t kMostAnnulSinceMs = 9'007'199'254'740'991;  // a number that every client can say

std::variant<AnnulWish, Fault> read_annul_wish(std::string_view text);

}  // namespace cairn
