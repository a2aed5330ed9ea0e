// What moderators look up and do about accounts.
#include "server/net/answers.h"
#include "server/protocol/acts_to_client.h"
#include "server/protocol/moderation_from_client.h"

namespace cairn::net {

std::vector<Endpoint> act_endpoints() {
  return {
      {{"GET", "/api/admin/log", "audit-log", Needs::session, ask_before<&Acts::log>},
       {"people", "List what the host and moderators did"},
       {{200, "AuditLog", "for moderators; newest first, at most 50"}},
       {"not-for-you"},
       {before_query()}},
      {{"GET", "/api/admin/people/{name}", "admin-person", Needs::session, ask<&Acts::person>},
       {"people", "Get an account as moderators see it"},
       {{200, "AdminPerson", "for moderators"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/sign-out", "admin-sign-out", Needs::session,
        tell<&Acts::sign_out, read_act_reason>},
       {"people", "End all sessions, API tokens and mailed links of an account", "ActReason"},
       {{200, "AdminPerson", "the account after the change"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/rename", "admin-rename", Needs::session,
        tell<&Acts::rename, read_rename_wish>},
       {"people", "Correct the name of an account", "RenameWish"},
       {{200, "AdminPerson", "the account after the change"}},
       {"not-for-you", "name-taken"}},
      {{"PUT", "/api/admin/people/{name}/suspension", "suspend", Needs::session,
        tell<&Acts::suspend, read_suspend_wish>},
       {"people", "Suspend an account: end its sessions, tokens and links, and refuse new ones", "SuspendWish"},
       {{200, "AdminPerson", "the account after the change"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/lift", "lift-suspension", Needs::session, tell<&Acts::lift, read_act_reason>},
       {"people", "Lift a suspension; admins can also reopen a closed account", "ActReason"},
       {{200, "AdminPerson", "the account after the change"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/close", "close-account", Needs::session, tell<&Acts::close, read_act_reason>},
       {"people", "Close an account (admins only): its name and games stay, personal data are deleted", "ActReason"},
       {{200, "AdminPerson", "the account after the change"}},
       {"not-for-you"}},
      {{"PUT", "/api/admin/people/{name}/role", "set-role", Needs::session, tell<&Acts::set_role, read_role_wish>},
       {"people", "Make an account a player or a moderator (admins only)", "RoleWish"},
       {{200, "AdminPerson", "the account after the change"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/second-factor/off", "admin-second-factor-off", Needs::session,
        tell<&Acts::second_factor_off, read_act_reason>},
       {"people", "Turn off two-factor authentication of an account whose owner lost phone and codes (admins only)",
        "ActReason"},
       {{200, "AdminPerson", "the account after the change"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/password-link", "give-password-link", Needs::session,
        tell<&Acts::password_link, read_act_reason>},
       {"people", "Create a link for a new password, valid once within a day (admins only)", "ActReason"},
       {{200, "PasswordLink", "the link; it is shown only this once"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
