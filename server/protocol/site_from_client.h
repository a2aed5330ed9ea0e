// What people ask about who may join, and what moderators tell everybody (docs/protocol.md, "The site"), read from JSON
// text. As in from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <string_view>
#include <variant>

#include "server/people/wishes.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr int kMostInvitationUses = 500, kMostInvitationDays = 366;
inline constexpr std::size_t kMostAnnouncement = 300;  // letters
inline constexpr int kMostAnnouncementHours = 366 * 24;

std::variant<InvitationWish, Fault> read_invitation_wish(std::string_view text);
std::variant<ApproveWish, Fault> read_approve_wish(std::string_view text);
std::variant<AnnouncementWish, Fault> read_announcement_wish(std::string_view text);

// Of an announcement: nothing, or what is wrong.
Message announcement_fault(std::string_view text);

}  // namespace cairn
