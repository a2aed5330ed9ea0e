// What is told of the archive and of its openings (docs/protocol.md, "The archive").
#pragma once

#include <vector>

#include "server/library/archive.h"
#include "server/library/openings.h"
#include "server/protocol/replies.h"

namespace cairn {

Json to_client(const ArchiveList& list);
Reply to_client(const ArchiveFile& file);
Json to_client(const std::vector<OpeningLine>& lines);

}  // namespace cairn
