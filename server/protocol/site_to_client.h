// What is told of the site: who may join, invitations, accounts that wait, announcements (docs/protocol.md, "The
// site").
#pragma once

#include "server/people/site.h"
#include "server/protocol/replies.h"

namespace cairn {

Json invitation_json(const Invitation& one);
Json to_client(const SiteFacts& facts);
Json to_client(const SiteRules& rules);
Json to_client(const GivenInvitation& given);
Json to_client(const InvitationList& list);
Json to_client(const InvitationEnded& ended);
Json to_client(const WaitingList& list);
Json to_client(const AccountDecided& decided);
Json to_client(const Announced& announced);

}  // namespace cairn
