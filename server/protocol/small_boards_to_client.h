// Boards in lists, as they are sent.
#pragma once

#include "notation/view_json.h"
#include "server/library/small_boards.h"

namespace cairn {

Json to_client(const SmallBoardList& list);

}  // namespace cairn
