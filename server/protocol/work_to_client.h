// What workers are answered (docs/protocol.md, "Workers").
#pragma once

#include "notation/view_json.h"
#include "server/tables/work.h"

namespace cairn {

Json to_client(const TakenTurn& taken);
Json to_client(const WorkDone& done);

}  // namespace cairn
