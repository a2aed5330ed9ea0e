// The closed list of what a client is told of talk (docs/protocol.md).
#pragma once

#include <vector>

#include "notation/view_json.h"
#include "server/people/talk.h"

namespace cairn {

Json to_client(const VisibleRemark& shown);
Json to_client(const HeardTalk& heard);
Json to_client(const RemarkRemoved& removed);
Json to_client(const RemarkReported& reported);
Json to_client(const TableNote& note);
Json to_client(const std::vector<Report>& reports);
Json to_client(const ReportEnded& ended);
Json to_client(const Muted& muted);

}  // namespace cairn
