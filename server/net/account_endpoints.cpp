// People, and accounts: signing up, in and out, and what is one's own.
#include "core/text.h"
#include "server/net/answers.h"
#include "server/protocol/export_to_client.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/people_to_client.h"

namespace cairn::net {

namespace {

Response sign_out(const Asked& asked) {
  if (asked.caller) return ask<&Accounts::sign_out>(asked);
  const ServerConfig& config = asked.shared.config;
  const std::string_view name = has_secure_cookie(config) ? kSecureCookie : kPlainCookie;
  if (cookie_value(view(asked.request[http::field::cookie]), name).empty())
    return refuse(Code::no_session, Message("no-session-end", "you are not signed in"));
  Answer over;  // the session has ended, or its account is suspended: the browser forgets it
  over.body = R"({"signed_in":false})";
  over.cookie = session_cookie("", config);
  return over;
}

Response begin_vacation(const Asked& asked) {
  const std::string_view said = asked.query("days");
  const auto days = said.empty() ? std::optional(0) : parse_int(said);
  if (!days || (!said.empty() && (*days < 1 || *days > 366)))
    return refuse(Code::bad_request,
                  Message("days-number-1-366",
                          "\"days\" must be a number from 1 to 366; without it the vacation lasts until you end it"));
  return Act([&asked, days = *days](const Answered& done) { call(&Accounts::set_vacation, asked, done, true, days); });
}

}  // namespace

std::vector<Endpoint> account_endpoints() {
  return {
      {{"GET", "/api/people", "online", Needs::nothing, ask<&Presence::online>},
       {"people", "List the accounts that are online (active in the last minutes)"},
       {{200, "Online", "at most 200 of them"}}},
      {{"GET", "/api/people/{name}", "profile", Needs::nothing, ask<&Accounts::profile>},
       {"people", "Get a player's profile"},
       {{200, "Profile", "the profile"}}},
      {{"POST", "/api/account", "sign-up", Needs::door, tell<&Accounts::sign_up, read_sign_up>, Kind::creates},
       {"people", "Create an account; a guest keeps their games", "NewAccount"},
       {{201, "Account", "the account, and a new session", true},
        {202, "AccountWaits", "the account waits for a moderator to approve it"}},
       {"name-taken", "has-account", "no-registration", "bad-link"}},
      {{"GET", "/api/account", "account", Needs::read, ask<&Accounts::account>},
       {"account", "Get your account, or your guest name"},
       {{200, "WhoIAm", "the account, or the guest"}}},
      {{"PUT", "/api/account", "edit-account", Needs::manage, tell<&Accounts::edit, read_account_edit>},
       {"account", "Change your account", "AccountEdit"},
       {{200, "Account", "its new state"}},
       {"needs-code", "wrong-code"}},
      {{"POST", "/api/account/delete", "delete-account", Needs::session, tell<&Accounts::remove, read_delete_account>},
       {"account", "Delete your account; its games stay", "DeleteAccount"},
       {{200, "AccountDeleted", "deleted", true}},
       {"wrong-password", "needs-code", "wrong-code"}},
      {{"PUT", "/api/account/password", "password", Needs::session,
        tell<&Accounts::change_password, read_change_password>},
       {"account", "Change your password", "NewPassword"},
       {{200, "PasswordChanged", "done; all other sessions have ended"}},
       {"wrong-password", "needs-code", "wrong-code"}},
      {{"GET", "/api/account/preferences", "preferences", Needs::owner, ask<&Accounts::preferences>},
       {"account", "Get your preferences"},
       {{200, "Preferences", "as saved"}}},
      {{"PUT", "/api/account/preferences", "set-preferences", Needs::manage,
        tell<&Accounts::set_preferences, read_preferences>},
       {"account", "Save your preferences", "PreferencesWish"},
       {{200, "Preferences", "as saved"}}},
      {{"GET", "/api/account/export", "export-data", Needs::session, ask_before<&DataExport::export_data>},
       {"account", "Export all data of your account"},
       {{200, "Export", "one part of the data, newest games first"}},
       {},
       {before_query()}},
      {{"POST", "/api/session", "sign-in", Needs::door, tell<&Accounts::sign_in, read_sign_in>, Kind::vital},
       {"people", "Sign in", "Credentials"},
       {{200, "Account", "the account, and a new session", true}},
       {"wrong-password", "waiting", "needs-code", "wrong-code"}},
      {{"DELETE", "/api/session", "sign-out", Needs::door, sign_out, Kind::vital},
       {"people", "Sign out: end this session"},
       {{200, "SignedOut", "ended", true}},
       {"no-session"}},
  };
}

std::vector<Endpoint> session_endpoints() {
  return {
      {{"GET", "/api/sessions", "sessions", Needs::session, ask<&Accounts::sessions>},
       {"account", "List your sessions"},
       {{200, "SessionList", "the sessions"}}},
      {{"DELETE", "/api/sessions", "end-sessions", Needs::session, ask<&Accounts::end_other_sessions>},
       {"account", "End all other sessions"},
       {{200, "Ended", "how many were ended or removed"}}},
      {{"DELETE", "/api/sessions/{id}", "end-session", Needs::session, ask<&Accounts::end_session>},
       {"account", "End a session"},
       {{200, "Ended", "how many were ended or removed", true}}},
      {{"GET", "/api/tokens", "api-tokens", Needs::session, ask<&Accounts::api_tokens>},
       {"account", "List your API tokens"},
       {{200, "TokenList", "the tokens"}}},
      {{"POST", "/api/tokens", "add-api-token", Needs::session, tell<&Accounts::add_api_token, read_new_api_token>},
       {"account", "Create an API token", "TokenWish"},
       {{201, "NewToken", "the token; this is the only time it is shown"}},
       {"too-many-kept", "needs-code", "wrong-code"}},
      {{"DELETE", "/api/tokens/{id}", "end-api-token", Needs::session, ask<&Accounts::end_api_token>},
       {"account", "Revoke an API token"},
       {{200, "Ended", "how many were ended or removed"}}},
      {{"GET", "/api/blocks", "blocks", Needs::owner, ask<&Accounts::blocks>},
       {"account", "List the players that you block"},
       {{200, "BlockList", "their names"}}},
      {{"PUT", "/api/blocks/{name}", "block", Needs::manage, ask<&Accounts::block, true>},
       {"account", "Block a player"},
       {{200, "BlockList", "everyone you block"}},
       {"too-many-kept"}},
      {{"DELETE", "/api/blocks/{name}", "unblock", Needs::manage, ask<&Accounts::block, false>},
       {"account", "Unblock a player"},
       {{200, "BlockList", "everyone you block"}}},
  };
}

std::vector<Endpoint> more_account_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/vacation", "vacation", Needs::owner, ask<&Accounts::vacation>},
       {"account", "Get your vacation"},
       {{200, "Vacation", "from all games at once"}}},
      {{"PUT", "/api/vacation", "set-vacation", Needs::manage, begin_vacation},
       {"account",
        "Start a vacation: it pauses your clocks in all games that allow it, also in games that start during it"},
       {{200, "Vacation", "since when you have it"}},
       {},
       {{"days", "days from now; left out: until you end it", whole(1, 366)}}},
      {{"DELETE", "/api/vacation", "end-vacation", Needs::manage, ask<&Accounts::set_vacation, false, 0>},
       {"account", "End your vacation"},
       {{200, "Vacation", "no longer blocked"}}},
      {{"POST", "/api/session/link", "mail-session", Needs::door,
        tell<&Accounts::mail_link, read_link_wish, LinkKind::session>},
       {"people", "E-mail a sign-in link to the confirmed address of the account with this name or address",
        "LinkWish"},
       {{202, "LinkMailed", "sent, if there is such an account"}},
       {"no-mail"}},
      {{"POST", "/api/session/link/use", "sign-in-by", Needs::door, tell<&Accounts::sign_in_by, read_link_token>},
       {"people", "Sign in with the token of such a link; each link works once", "LinkToken"},
       {{200, "Account", "the account, and a new session", true}},
       {"bad-link", "needs-code", "wrong-code"}},
      {{"POST", "/api/password/link", "mail-password", Needs::door,
        tell<&Accounts::mail_link, read_link_wish, LinkKind::password>},
       {"people", "E-mail a link for choosing a new password", "LinkWish"},
       {{202, "LinkMailed", "sent, if there is such an account"}},
       {"no-mail"}},
      {{"POST", "/api/password/link/use", "reset-password", Needs::door,
        tell<&Accounts::reset_password, read_password_by_link>},
       {"people", "Set a new password with the token of such a link", "PasswordByLink"},
       {{200, "PasswordChanged", "done; all sessions have ended", true}},
       {"bad-link", "needs-code", "wrong-code"}},
      {{"POST", "/api/address/link", "mail-proof", Needs::session, ask<&Accounts::mail_proof>},
       {"account", "E-mail a link that confirms the account's address"},
       {{202, "LinkMailed", "sent"}},
       {"no-mail", "no-address"}},
      {{"POST", "/api/address/link/use", "prove-address", Needs::door, tell<&Accounts::prove_address, read_link_token>},
       {"people", "Confirm an address with the token of such a link", "LinkToken"},
       {{200, "AddressProven", "name of its owner"}},
       {"bad-link"}},
  };
}

}  // namespace cairn::net
