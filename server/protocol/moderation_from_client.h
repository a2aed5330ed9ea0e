// What moderators ask for about ratings and accounts (docs/protocol.md, "Moderation of ratings" and "of accounts"),
// read from JSON text. As in from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "server/matchmaking/lobby.h"
#include "server/people/wishes.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr std::int64_t kMostAnnulSinceMs = 9'007'199'254'740'991;  // a number that every client can say

inline constexpr int kMostSuspendedDays = 3'650;

std::variant<AnnulWish, Fault> read_annul_wish(std::string_view text);
std::variant<ActReason, Fault> read_act_reason(std::string_view text);
std::variant<RenameWish, Fault> read_rename_wish(std::string_view text);
std::variant<SuspendWish, Fault> read_suspend_wish(std::string_view text);
std::variant<RoleWish, Fault> read_role_wish(std::string_view text);

}  // namespace cairn
