// All that is stored of somebody, as they take it out.
#pragma once

#include <string>

#include "server/library/data_export.h"

namespace cairn {

std::string export_text(const PersonalData& data);  // JSON; takes its time where there is much
std::string to_client(const ExportFile& file);

}  // namespace cairn
