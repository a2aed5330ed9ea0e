// What moderators are told of accounts and of the audit log (docs/protocol.md, "Moderation of accounts").
#pragma once

#include "server/people/acts.h"
#include "server/protocol/replies.h"

namespace cairn {

Json to_client(const AdminFacts& found);
Json to_client(const AuditPage& page);
Json to_client(const GivenLink& link);

}  // namespace cairn
