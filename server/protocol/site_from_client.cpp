#include "server/protocol/site_from_client.h"

#include "core/text.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace {

constexpr MessageText kInvitationForm("form-of-invitation",
                                      R"(an invitation is {"uses":1,"days":7,"note":"..."}; all of it is optional)");
constexpr MessageText kApproveForm("form-of-approve", R"(to approve an account send {"why":"..."}, or {})");
constexpr MessageText kAnnouncementForm(
    "form-of-announcement", R"(an announcement is {"text":"...","hours":24}; without "hours" it has no end)");

}  // namespace

std::variant<InvitationWish, Fault> read_invitation_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"uses", "days", "note"}, kInvitationForm); !error.empty())
    return Fault{std::move(error)};
  InvitationWish out;
  if (auto error = read_whole(object, "uses", 1, kMostInvitationUses, out.uses); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_whole(object, "days", 1, kMostInvitationDays, out.days); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_short_note(object, out.note); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<ApproveWish, Fault> read_approve_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"why"}, kApproveForm); !error.empty()) return Fault{std::move(error)};
  ApproveWish out;
  if (object.contains("why"))
    if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

Message announcement_fault(std::string_view text) {
  if (!trim(text).empty() && plain_text(text, kMostAnnouncement) && shows_as_it_is(text)) return {};
  return Message("announcement-must-be-a-line", "\"text\" must be one line of 1 to {n} letters",
                 {{"n", kMostAnnouncement}});
}

std::variant<AnnouncementWish, Fault> read_announcement_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"text", "hours"}, kAnnouncementForm); !error.empty())
    return Fault{std::move(error)};
  AnnouncementWish out;
  const auto* told = text_at(object, "text");
  if (auto error = announcement_fault(told == nullptr ? "" : *told); !error.empty()) return Fault{std::move(error)};
  out.text = *told;
  if (auto error = read_whole(object, "hours", 1, kMostAnnouncementHours, out.hours); !error.empty())
    return Fault{std::move(error)};
  return out;
}

}  // namespace cairn
