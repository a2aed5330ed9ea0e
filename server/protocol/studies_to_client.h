// What is told of studies (docs/protocol.md, "Studies").
#pragma once

#include <string>
#include <vector>

#include "server/library/studies.h"
#include "server/protocol/replies.h"

namespace cairn {

Json to_client(const StudyList& list);
std::string to_client(const ShownStudy& shown);
Reply to_client(const StudyFile& file);
Json to_client(const StudyEnded&);
Json to_client(const StudyReported& reported);
Json to_client(const std::vector<StudyReport>& reports);
Json to_client(const StudyHidden& hidden);

}  // namespace cairn
