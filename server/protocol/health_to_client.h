// How the server does, for moderators (docs/protocol.md, "The site").
#pragma once

#include "server/base/health.h"
#include "server/protocol/replies.h"

namespace cairn {

Json to_client(const HealthReport& report);

}  // namespace cairn
