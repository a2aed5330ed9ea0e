// Of the site: who may join, invitations, accounts that wait, announcements: protocol/site_to_client.cpp,
// protocol/site_from_client.cpp.
#include "server/base/health.h"
#include "server/people/site.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/site_from_client.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace site_shapes {
namespace {

using namespace schema;

std::string_view health_state_word(HealthState state) {
  return to_word(state);
}

constexpr std::string_view kOneLine = "^[^\\x00-\\x1f\\x7f]*$";
constexpr std::string_view kOneFullLine = "^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$";

Json line(std::size_t least, std::size_t most) {
  Json schema = text(least, most);
  schema["pattern"] = least == 0 ? kOneLine : kOneFullLine;
  return schema;
}

Json announcement() {
  return object({must("id", text()), must("text", text()), must("at", time()),
                 must("until", described(nullable(time()), "null: until it is ended"))});
}

Json site() {
  return object({must("name", described(nullable(text()), "of the club; null: it has none of its own")),
                 must("welcome", described(text(), "for the start page; empty: none")),
                 must("rules", described(yes_no(), "whether GET /api/site/rules has a text")),
                 must("registration", described(words(words_of(registration_word)), "who may create an account")),
                 must("guests", described(yes_no(), "whether people may play without an account")),
                 must("invites", described(yes_no(), "whether you may create invitations")),
                 must("announcement", nullable(ref("Announcement")))});
}

Json site_rules() {
  return object({must("text", described(text(), "plain text with a few signs of Markdown"))});
}

Json account_waits() {
  return object({must("waiting", always(true)), must("name", text())});
}

Json given_invitation() {
  return object({must("url", described(text(), "without the address of the site where the host has set no public-url")),
                 must("uses", whole(1)), must("expires", time())});
}

Json invitation() {
  return object({must("id", text()), must("by", described(nullable(text()), "null: the host")), must("note", text()),
                 must("uses", described(whole(1), "accounts that it is good for")), must("used", whole(0)),
                 must("created", time()), must("expires", time())});
}

Json invitation_list() {
  return object({must("invitations", described(list_of(ref("Invitation")), "open ones, newest first"))});
}

Json waiting_list() {
  const Json one = object(
      {must("id", text()), must("name", text()), must("note", described(text(), "what they wrote to the moderators")),
       must("mail", described(yes_no(), "an e-mail tells them of the decision")), must("created", time())});
  return object({must("waiting", described(list_of(one), "oldest first"))});
}

Json announced() {
  return object({must("announcement", nullable(ref("Announcement")))});
}

Json health() {
  const Json line = object({must("name", words(words_of(health_name))),
                            must("state", words(words_of(health_state_word))), must("says", ref("Message")),
                            must("todo", described(nullable(ref("Message")), "null: nothing is to be done"))});
  return object({must("lines", list_of(line))});
}

Json invitation_wish() {
  return object({may("uses", whole(1, kMostInvitationUses)), may("days", whole(1, kMostInvitationDays)),
                 may("note", described(line(0, kMostShortNote), "whom it is for"))});
}

Json approve_wish() {
  return object({may("why", line(1, kMostWhy))});
}

Json announcement_wish() {
  return object({must("text", line(1, kMostAnnouncement)),
                 may("hours", described(whole(1, kMostAnnouncementHours), "without it until it is ended"))});
}

}  // namespace
}  // namespace site_shapes

std::vector<NamedSchema> site_schemas() {
  using namespace site_shapes;
  return {{"Announcement", announcement},
          {"Site", site},
          {"SiteRules", site_rules},
          {"AccountWaits", account_waits},
          {"GivenInvitation", given_invitation},
          {"Invitation", invitation},
          {"InvitationList", invitation_list},
          {"WaitingList", waiting_list},
          {"Announced", announced},
          {"Health", health},
          {"InvitationWish", invitation_wish},
          {"ApproveWish", approve_wish},
          {"AnnouncementWish", announcement_wish}};
}

}  // namespace cairn
