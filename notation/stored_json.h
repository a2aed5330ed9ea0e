// JSON that we stored ourselves: its objects may have any number of keys.
#pragma once

#include <string_view>

#include "notation/view_json.h"

namespace cairn {

Json parse_stored_json(std::string_view text);  // as parse_json, without its limit

}  // namespace cairn
