// Who may join, invitations, accounts that wait for a moderator, and what is told to everybody.
#include "server/net/answers.h"
#include "server/protocol/health_to_client.h"
#include "server/protocol/moderation_from_client.h"
#include "server/protocol/site_from_client.h"
#include "server/protocol/site_to_client.h"

namespace cairn::net {

namespace {

// Also for whoever may read the metrics, such as `cairn admin health` on the server's machine.
Response show_health(const Asked& asked) {
  if (may_read_metrics(asked)) return ask<&HealthKeeper::report>(asked);
  if (!asked.caller || asked.caller->bearer || !asked.caller->person.account)
    return refuse(Code::no_session, Message("sign-in-as-moderator", "only moderators can do this; sign in as one"));
  return ask<&HealthKeeper::report_to>(asked);
}

}  // namespace

std::vector<Endpoint> site_endpoints() {
  return {
      {{"GET", "/api/admin/health", "admin-health", Needs::door, show_health},
       {"server", "Get how the server does: a verdict on each part, and what to do"},
       {{200, "Health", "for moderators, and for addresses that may read the metrics"}},
       {"not-for-you", "no-session"}},
      {{"GET", "/api/site", "site", Needs::watch, ask<&Site::facts>},
       {"server", "Get who may join this site, and what its moderators announce"},
       {{200, "Site", "the site"}}},
      {{"GET", "/api/site/rules", "site-rules", Needs::nothing, ask<&Site::rules>},
       {"server", "Get the rules of this site"},
       {{200, "SiteRules", "as its host wrote them"}},
       {"not-found"}},
      {{"GET", "/api/invitations", "invitations", Needs::session, ask<&Site::invitations>},
       {"people", "List your open invitations; moderators get those of everybody"},
       {{200, "InvitationList", "at most 500"}}},
      {{"POST", "/api/invitations", "invite", Needs::session, tell<&Site::invite, read_invitation_wish>},
       {"people", "Create an invitation link, with which people can create accounts", "InvitationWish"},
       {{201, "GivenInvitation", "the link; it is shown only this once"}},
       {"not-for-you", "too-many-kept"}},
      {{"DELETE", "/api/invitations/{id}", "end-invitation", Needs::session, ask<&Site::end_invitation>},
       {"people", "Withdraw an invitation (moderators: any)"},
       {{200, "Ended", "how many were ended or removed"}},
       {"not-for-you"}},
      {{"GET", "/api/admin/waiting", "waiting-accounts", Needs::session, ask<&Site::waiting>},
       {"people", "List the accounts that wait for approval"},
       {{200, "WaitingList", "for moderators; at most 500"}},
       {"not-for-you"}},
      {{"POST", "/api/admin/waiting/{id}/approve", "approve-account", Needs::session,
        tell<&Site::approve, read_approve_wish>},
       {"people", "Approve a waiting account", "ApproveWish"},
       {{200, "Name", "its name"}},
       {"not-for-you", "name-taken"}},
      {{"POST", "/api/admin/waiting/{id}/refuse", "refuse-account", Needs::session,
        tell<&Site::refuse, read_act_reason>},
       {"people", "Refuse a waiting account; its owner reads why", "ActReason"},
       {{200, "Name", "its name"}},
       {"not-for-you"}},
      {{"PUT", "/api/admin/announcement", "announce", Needs::session, tell<&Site::announce, read_announcement_wish>},
       {"people", "Show an announcement on top of every page, in place of the one before", "AnnouncementWish"},
       {{200, "Announced", "for moderators"}},
       {"not-for-you"}},
      {{"DELETE", "/api/admin/announcement", "end-announcement", Needs::session, ask<&Site::end_announcement>},
       {"people", "End the announcement"},
       {{200, "Announced", "for moderators"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
