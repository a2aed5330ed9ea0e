// What moderators look up and do about accounts.
#include "server/net/answers.h"
#include "server/protocol/acts_to_client.h"
#include "server/protocol/moderation_from_client.h"

namespace cairn::net {

std::vector<Endpoint> act_endpoints() {
  return {
      {{"GET", "/api/admin/log", "audit-log", Needs::session, ask_before<&Acts::log>},
       {"people", "What the host and moderators did; nobody can change it"},
       {{200, "AuditLog", "for moderators; the newest first, at most 50"}},
       {"not-for-you"},
       {before_query()}},
      {{"GET", "/api/admin/people/{name}", "admin-person", Needs::session, ask<&Acts::person>},
       {"people", "An account as moderators see it"},
       {{200, "AdminPerson", "for moderators"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/sign-out", "admin-sign-out", Needs::session,
        tell<&Acts::sign_out, read_act_reason>},
       {"people", "End all sessions, API tokens and mailed links of an account", "ActReason"},
       {{200, "AdminPerson", "as it is now"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/rename", "admin-rename", Needs::session,
        tell<&Acts::rename, read_rename_wish>},
       {"people", "Correct the name of an account", "RenameWish"},
       {{200, "AdminPerson", "as it is now"}},
       {"not-for-you", "name-taken"}},
      {{"PUT", "/api/admin/people/{name}/suspension", "suspend", Needs::session,
        tell<&Acts::suspend, read_suspend_wish>},
       {"people", "Suspend an account: all that it came with ends, and it may not come in", "SuspendWish"},
       {{200, "AdminPerson", "as it is now"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/lift", "lift-suspension", Needs::session, tell<&Acts::lift, read_act_reason>},
       {"people", "Let a suspended account come in again, or as an admin a closed one", "ActReason"},
       {{200, "AdminPerson", "as it is now"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/close", "close-account", Needs::session, tell<&Acts::close, read_act_reason>},
       {"people", "Close an account as an admin: its name and games stay, its owner's own data go", "ActReason"},
       {{200, "AdminPerson", "as it is now"}},
       {"not-for-you"}},
      {{"PUT", "/api/admin/people/{name}/role", "set-role", Needs::session, tell<&Acts::set_role, read_role_wish>},
       {"people", "Make an account a player or a moderator, as an admin", "RoleWish"},
       {{200, "AdminPerson", "as it is now"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/people/{name}/password-link", "give-password-link", Needs::session,
        tell<&Acts::password_link, read_act_reason>},
       {"people", "A link with which its owner chooses a new password, once within a day, as an admin", "ActReason"},
       {{200, "PasswordLink", "shown this once"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
