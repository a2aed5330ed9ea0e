// People, and accounts: signing up, in and out, and what is one's own.
#include "core/text.h"
#include "server/net/answers.h"
#include "server/protocol/export_to_client.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/people_to_client.h"

namespace cairn::net {

namespace {

Response sign_out(const Asked& asked) {
  if (!asked.caller) return refuse(Code::no_session, Message("no-session-end", "you are not signed in"));
  return ask<&Accounts::sign_out>(asked);
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
       {"people", "Who is on line: has an account and was here within the last minutes"},
       {{200, "Online", "at most 200 of them"}}},
      {{"GET", "/api/people/{name}", "profile", Needs::nothing, ask<&Accounts::profile>},
       {"people", "What somebody shows"},
       {{200, "Profile", "the profile"}}},
      {{"POST", "/api/account", "sign-up", Needs::door, tell<&Accounts::sign_up, read_sign_up>, Kind::creates},
       {"people", "Make an account, of a guest or anew", "NewAccount"},
       {{201, "Account", "the account, and a new session", true}},
       {"name-taken", "has-account"}},
      {{"GET", "/api/account", "account", Needs::read, ask<&Accounts::account>},
       {"account", "Who you are"},
       {{200, "WhoIAm", "the account, or the guest"}}},
      {{"PUT", "/api/account", "edit-account", Needs::manage, tell<&Accounts::edit, read_account_edit>},
       {"account", "Change the account", "AccountEdit"},
       {{200, "Account", "as it is now"}}},
      {{"POST", "/api/account/delete", "delete-account", Needs::session, tell<&Accounts::remove, read_delete_account>},
       {"account", "Delete the account; games stay", "DeleteAccount"},
       {{200, "AccountDeleted", "it is gone", true}},
       {"wrong-password"}},
      {{"PUT", "/api/account/password", "password", Needs::session,
        tell<&Accounts::change_password, read_change_password>},
       {"account", "Change the password", "NewPassword"},
       {{200, "PasswordChanged", "done; all other sessions are over"}},
       {"wrong-password"}},
      {{"GET", "/api/account/preferences", "preferences", Needs::owner, ask<&Accounts::preferences>},
       {"account", "Preferences"},
       {{200, "Preferences", "as they were kept"}}},
      {{"PUT", "/api/account/preferences", "set-preferences", Needs::manage,
        tell<&Accounts::set_preferences, read_preferences>},
       {"account", "Keep preferences", "PreferencesWish"},
       {{200, "Preferences", "as they are kept"}}},
      {{"GET", "/api/account/export", "export-data", Needs::session, ask_before<&DataExport::export_data>},
       {"account", "All that is kept of you"},
       {{200, "Export", "a part, the newest games first"}},
       {},
       {before_query()}},
      {{"POST", "/api/session", "sign-in", Needs::door, tell<&Accounts::sign_in, read_sign_in>, Kind::vital},
       {"people", "Sign in", "Credentials"},
       {{200, "Account", "the account, and a new session", true}},
       {"wrong-password"}},
      {{"DELETE", "/api/session", "sign-out", Needs::door, sign_out, Kind::vital},
       {"people", "End this session"},
       {{200, "SignedOut", "it is over", true}},
       {"no-session"}},
  };
}

std::vector<Endpoint> session_endpoints() {
  return {
      {{"GET", "/api/sessions", "sessions", Needs::session, ask<&Accounts::sessions>},
       {"account", "Your sessions"},
       {{200, "SessionList", "the sessions"}}},
      {{"DELETE", "/api/sessions", "end-sessions", Needs::session, ask<&Accounts::end_other_sessions>},
       {"account", "End all other sessions"},
       {{200, "Ended", "how many"}}},
      {{"DELETE", "/api/sessions/{id}", "end-session", Needs::session, ask<&Accounts::end_session>},
       {"account", "End a session"},
       {{200, "Ended", "how many", true}}},
      {{"GET", "/api/tokens", "api-tokens", Needs::session, ask<&Accounts::api_tokens>},
       {"account", "Your API tokens"},
       {{200, "TokenList", "the tokens"}}},
      {{"POST", "/api/tokens", "add-api-token", Needs::session, tell<&Accounts::add_api_token, read_new_api_token>},
       {"account", "Make an API token", "TokenWish"},
       {{201, "NewToken", "the token, shown this once"}},
       {"too-many-kept"}},
      {{"DELETE", "/api/tokens/{id}", "end-api-token", Needs::session, ask<&Accounts::end_api_token>},
       {"account", "End an API token"},
       {{200, "Ended", "how many"}}},
      {{"GET", "/api/blocks", "blocks", Needs::owner, ask<&Accounts::blocks>},
       {"account", "Whom you block"},
       {{200, "BlockList", "their names"}}},
      {{"PUT", "/api/blocks/{name}", "block", Needs::manage, ask<&Accounts::block, true>},
       {"account", "Block somebody"},
       {{200, "BlockList", "all whom you block"}},
       {"too-many-kept"}},
      {{"DELETE", "/api/blocks/{name}", "unblock", Needs::manage, ask<&Accounts::block, false>},
       {"account", "Block somebody no more"},
       {{200, "BlockList", "all whom you block"}}},
  };
}

std::vector<Endpoint> more_account_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/vacation", "vacation", Needs::owner, ask<&Accounts::vacation>},
       {"account", "Whether you are on vacation"},
       {{200, "Vacation", "from all games at once"}}},
      {{"PUT", "/api/vacation", "set-vacation", Needs::manage, begin_vacation},
       {"account", "Go on vacation: your clocks stand in all games that allow it, in those that begin meanwhile too"},
       {{200, "Vacation", "since when"}},
       {},
       {{"days", "how long, from now; without it until you come back", whole(1, 366)}}},
      {{"DELETE", "/api/vacation", "end-vacation", Needs::manage, ask<&Accounts::set_vacation, false, 0>},
       {"account", "Come back"},
       {{200, "Vacation", "no more"}}},
      {{"POST", "/api/session/link", "mail-session", Needs::door,
        tell<&Accounts::mail_link, read_link_wish, LinkKind::session>},
       {"people", "Have a link mailed that signs in: to the proven address of who has this name, or this address",
        "LinkWish"},
       {{202, "LinkMailed", "where there is such an account, it is on its way"}},
       {"no-mail"}},
      {{"POST", "/api/session/link/use", "sign-in-by", Needs::door, tell<&Accounts::sign_in_by, read_link_token>},
       {"people", "Sign in by what stands in such a link, which is used up", "LinkToken"},
       {{200, "Account", "the account, and a new session", true}},
       {"bad-link"}},
      {{"POST", "/api/password/link", "mail-password", Needs::door,
        tell<&Accounts::mail_link, read_link_wish, LinkKind::password>},
       {"people", "Have a link mailed by which a password is chosen anew", "LinkWish"},
       {{202, "LinkMailed", "where there is such an account, it is on its way"}},
       {"no-mail"}},
      {{"POST", "/api/password/link/use", "reset-password", Needs::door,
        tell<&Accounts::reset_password, read_password_by_link>},
       {"people", "Choose a password by what stands in such a link", "PasswordByLink"},
       {{200, "PasswordChanged", "done; all sessions are over", true}},
       {"bad-link"}},
      {{"POST", "/api/address/link", "mail-proof", Needs::session, ask<&Accounts::mail_proof>},
       {"account", "Have a link mailed to the account's address; who uses it proves that mail comes there"},
       {{202, "LinkMailed", "it is on its way"}},
       {"no-mail", "no-address"}},
      {{"POST", "/api/address/link/use", "prove-address", Needs::door, tell<&Accounts::prove_address, read_link_token>},
       {"people", "Prove an address by what stands in such a link: mail goes there from now on", "LinkToken"},
       {{200, "AddressProven", "whose it is"}},
       {"bad-link"}},
  };
}

}  // namespace cairn::net
