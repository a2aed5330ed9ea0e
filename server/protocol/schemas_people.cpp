// What is told of people: to others what they show, to themselves all.
#include "server/play/clock.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace people_shapes {
namespace {

using namespace schema;

Json never_or_time() {
  return described(nullable(whole(0)), "milliseconds since 1970; null: never");
}

Json role() {
  return words(words_of(role_word));
}

Json scopes() {
  return list_of(words({scope_word(Scope::read), scope_word(Scope::play), scope_word(Scope::account),
                        scope_word(Scope::work), scope_word(Scope::bridge)}));
}

Json named() {
  return object({must("name", text())});
}

Json guest() {
  return object({must("name", text()), must("guest", always(true))});
}

Json account() {
  return object(
      {must("name", text()), must("guest", always(false)), must("role", role()), must("bot", yes_no()),
       must("email", text()),
       must("proven", described(nullable(text()), "the confirmed address for e-mails, in lower case")),
       must("profile", text()), must("hidden", described(yes_no(), "is not shown in lists of online players")),
       must("zone", described(whole(GameClock::kMinZone, GameClock::kMaxZone), "minutes east of UTC")),
       must("language", described(nullable(language()),
                                  "language of e-mails to the account; null: not chosen, e-mails are in English")),
       must("second_factor", described(yes_no(), "two-factor authentication is on")), must("created", time()),
       must("seen", never_or_time())});
}

std::vector<Field> factor_fields() {
  return {must("since", described(nullable(time()), "since when it is on; null: it is off")),
          must("recovery_codes", described(whole(0), "that are left"))};
}

Json second_factor() {
  auto fields = factor_fields();
  fields.push_back(must("required", described(yes_no(), "a moderator may do nothing as one before it is on")));
  return object(fields);
}

Json factor_secret() {
  return object({must("secret", described(matching("^[A-Z2-7]{32}$"), "for the app, in base32; shown this once")),
                 must("uri", described(matching("^otpauth://totp/"), "the same, for a QR code or a link"))});
}

Json recovery_codes() {
  const Json code = matching("^[0-9a-z]{4}(-[0-9a-z]{4}){3}$");
  return object({must("recovery_codes", described(list_of(code), "each works once; shown this once"))});
}

Json online() {
  const Json one = object({must("name", text()), must("bot", yes_no()), must("seen", time())});
  return object({must("count", whole(0)), must("people", described(list_of(one), "the latest of them, latest first"))});
}

Json who_i_am() {
  return one_of({ref("Account"), ref("Guest")});
}

Json profile() {
  return object({must("name", text()), must("role", role()), must("bot", yes_no()), must("profile", text()),
                 must("created", time())});
}

Json session() {
  return object({must("id", text()), must("device", text()), must("created", time()), must("used", never_or_time()),
                 must("expires", time()), must("current", yes_no())});
}

Json session_list() {
  return object({must("sessions", list_of(ref("Session")))});
}

std::vector<Field> token_fields() {
  return {must("id", text()),      must("name", text()),          must("scopes", scopes()),
          must("created", time()), must("used", never_or_time()), must("expires", time())};
}

Json token() {
  return object(token_fields());
}

Json new_token() {
  auto fields = token_fields();
  fields.push_back(must("token", described(matching("^cairn_[A-Za-z0-9_-]+$"), "shown this once")));
  return object(fields);
}

Json token_list() {
  return object({must("tokens", list_of(ref("Token")))});
}

Json vacation() {
  return object({must("since", described(nullable(time()), "null: you are not on vacation")),
                 must("until", described(nullable(time()), "null: until you end it")),
                 must("waiting", described(whole(0), "games at whose tables the annulment is still to be announced"))});
}

Json blocked_guest() {
  return object({must("id", described(text(), "for DELETE /api/blocks/guests/ID")), must("name", text())});
}

Json block_list() {
  return object(
      {must("blocks", described(list_of(text()), "names of accounts")), must("guests", list_of(ref("BlockedGuest")))});
}

Json preferences() {
  return described(map_of(true), "any object; the server reads only its `challenges`");
}

Json export_part() {
  const Json lost = object({must("id", text()), must("error", ref("ErrorInside"))});
  const Json line = object({must("table", text()), must("text", text()), must("at", time())});
  const Json asked =
      object({must("name", text()), must("email", text()),
              must("proven", described(yes_no(), "the address was confirmed")), must("language", nullable(language())),
              must("bot", yes_no()), must("note", described(text(), "to the moderators")), must("created", time()),
              must("refused", described(nullable(text()), "why a moderator refused it; null: it waits"))});
  return object(
      {must("account", ref("Account")),
       must("sessions", list_of(ref("Session"))),
       must("tokens", list_of(ref("Token"))),
       must("preferences", ref("Preferences")),
       must("blocks", list_of(text())),
       must("blocked_guests", list_of(ref("BlockedGuest"))),
       must("vacation", ref("Vacation")),
       must("second_factor", described(object(factor_fields()), "without its secret")),
       must("invited_by",
            described(nullable(text()), "who made the invitation that you used; empty: the host; null: none")),
       must("invitations", described(list_of(ref("Invitation")), "that you made, as far as they are kept")),
       must("account_request", described(nullable(asked), "an account that you asked for as a guest; null: none")),
       must("talk", object({must("said", list_of(line)), must("notes", list_of(line))})),
       must("challenges", list_of(ref("Challenge"))),
       must("hooks", list_of(ref("Hook"))),
       must("mail", ref("OwnMail")),
       must("feed", described(nullable(time()), "when its address was created")),
       must("analyses", described(list_of(object({must("table", text()), must("at", time())})), "requested")),
       must("puzzles", list_of(ref("PuzzleTry"))),
       must("tournaments", described(list_of(ref("TournamentCard")), "organised or entered")),
       must("studies", list_of(ref("Study"))),
       must("games", list_of(one_of({ref("Record"), described(lost, "null: the game cannot be shown")}))),
       must("next", described(nullable(whole(1)), "continue with ?before=N; null: no more"))});
}

Json link_mailed() {
  return described(object({must("mailed", always(true))}),
                   "the answer is the same whether or not there is such an account");
}

Json address_proven() {
  return object({must("name", text()), must("address", text())});
}

Json ended() {
  return object({must("ended", whole(0))});
}

Json signed_out() {
  return object({must("signed_in", always(false))});
}

Json changed() {
  return object({must("changed", always(true))});
}

Json deleted() {
  return object({must("deleted", always(true))});
}

}  // namespace
}  // namespace people_shapes

std::vector<NamedSchema> people_schemas() {
  using namespace people_shapes;
  return {{"Name", named},
          {"Guest", guest},
          {"Account", account},
          {"WhoIAm", who_i_am},
          {"SecondFactor", second_factor},
          {"FactorSecret", factor_secret},
          {"RecoveryCodes", recovery_codes},
          {"Online", online},
          {"Profile", profile},
          {"Session", session},
          {"SessionList", session_list},
          {"Token", token},
          {"NewToken", new_token},
          {"TokenList", token_list},
          {"BlockList", block_list},
          {"BlockedGuest", blocked_guest},
          {"Vacation", vacation},
          {"Preferences", preferences},
          {"Export", export_part},
          {"Ended", ended},
          {"SignedOut", signed_out},
          {"LinkMailed", link_mailed},
          {"AddressProven", address_proven},
          {"PasswordChanged", changed},
          {"AccountDeleted", deleted}};
}

}  // namespace cairn
