// What moderators see and do about ratings, as schemas: server/matchmaking/lobby_moderation.cpp,
// protocol/lobby_to_client.cpp, protocol/moderation_from_client.cpp.
#include "server/protocol/moderation_from_client.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/talk_from_client.h"
#include "server/store/audit.h"
#include "server/store/lists.h"

namespace cairn {

namespace moderation_shapes {
namespace {

using namespace schema;

Json rating_gains() {
  const Json one =
      object({must("name", text()), must("class", text()), must("games", whole(kLeastGames)),
              must("before", described(number(), "the rating before the first of these games")),
              must("after", described(number(), "evaluation after the last move")),
              must("opponents", described(whole(0), "people")),
              must("at_one_address", described(whole(0), "games with people from the same network address")),
              must("against_new", described(whole(0), "games with accounts younger than a week")),
              must("opponent", described(text(), "most frequent opponents")),
              must("against_one", described(whole(0), "games with that player"))});
  return object({must("gains", list_of(one))});
}

std::vector<Field> done_fields() {
  return {must("name", text()), must("class", text()), must("games", described(whole(0), "annulled games")),
          must("refunded", described(whole(0), "other players who got points back")),
          must("left", described(whole(0), "games in which this moderator played: another moderator must annul them"))};
}

Json annulled() {
  return object(done_fields());
}

Json annulment_list() {
  std::vector<Field> fields = done_fields();
  const std::vector<Field> more = {must("since", time()), must("by", text()), must("why", text()), must("at", time())};
  fields.insert(fields.end(), more.begin(), more.end());
  return object({must("annulments", list_of(object(fields)))});
}

Json why_text() {
  Json why = text(1, kMostWhy);
  why["pattern"] = "^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$";
  return why;
}

Json annul_wish() {
  return object({must("class", matching("^[a-z0-9-]{1,40}$")),
                 must("since", described(whole(0, kMostAnnulSinceMs), "milliseconds since 1970")),
                 must("why", why_text())});
}

Json audit_entry() {
  return object({must("id", whole(1)), must("at", time()),
                 must("by", described(nullable(text()), "a moderator; null: the host, on the server's machine")),
                 must("act", words(words_of(static_cast<std::string_view (*)(Act)>(to_word)))),
                 must("name", described(text(), "whose account; empty: of nobody alone")),
                 must("about", described(text(), "a name before, a moment, or where it was")), must("why", text())});
}

Json audit_log() {
  return object({must("entries", described(list_of(ref("AuditEntry")), "newest first")),
                 must("next", described(nullable(whole(1)), "goes on with `before`; null: it is all"))});
}

Json admin_person() {
  const Json suspension =
      object({must("since", time()), must("until", described(nullable(time()), "null: until it is lifted")),
              must("closed", described(yes_no(), "the account is closed")), must("why", text())});
  return object(
      {must("name", text()), must("role", words(words_of(role_word))), must("bot", yes_no()), must("created", time()),
       must("seen", described(nullable(time()), "null: never")),
       must("confirmed", described(yes_no(), "whether mail goes to a confirmed address")),
       must("second_factor", described(yes_no(), "two-factor authentication is on")), must("sessions", whole(0)),
       must("tokens", whole(0)), must("games", whole(0)), must("studies", whole(0)),
       must("reported", described(whole(0), "messages of theirs that wait for a moderator")),
       must("invited_by", described(nullable(text()), "who made the invitation; empty: the host; null: none")),
       must("suspension", described(nullable(suspension), "that holds now")),
       must("log", described(list_of(ref("AuditEntry")), "about them, the newest 20"))});
}

Json password_link() {
  return object({must("url", described(text(), "without the address of the site where the host has set no public-url")),
                 must("expires", time())});
}

Json act_reason() {
  return object({must("why", why_text())});
}

Json rename_wish() {
  return object({must("name", account_name()), must("why", why_text())});
}

Json suspend_wish() {
  return object(
      {may("days", described(whole(1, kMostSuspendedDays), "without it until it is lifted")), must("why", why_text())});
}

Json role_wish() {
  return object({must("role", words({role_word(Role::player), role_word(Role::moderator)})), must("why", why_text())});
}

}  // namespace
}  // namespace moderation_shapes

std::vector<NamedSchema> moderation_schemas() {
  using namespace moderation_shapes;
  return {{"RatingGains", rating_gains}, {"Annulled", annulled},          {"AnnulmentList", annulment_list},
          {"AnnulWish", annul_wish},     {"AuditEntry", audit_entry},     {"AuditLog", audit_log},
          {"AdminPerson", admin_person}, {"PasswordLink", password_link}, {"ActReason", act_reason},
          {"RenameWish", rename_wish},   {"SuspendWish", suspend_wish},   {"RoleWish", role_wish}};
}

}  // namespace cairn
