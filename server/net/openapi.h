// The OpenAPI 3.1 document of the server: its paths are the rows of endpoint.h, its schemas those of schemas.h, its
// refusals those of error_codes.h. Pure.
#pragma once

#include <string>

#include "notation/view_json.h"

namespace cairn {

Json openapi_document();
const std::string& openapi_text();  // of one line, made once

}  // namespace cairn
