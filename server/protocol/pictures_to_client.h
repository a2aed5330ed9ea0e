// Pictures of boards, as they are sent.
#pragma once

#include "server/library/pictures.h"
#include "server/protocol/replies.h"

namespace cairn {

Reply to_client(const Pictures::File& file);

}  // namespace cairn
