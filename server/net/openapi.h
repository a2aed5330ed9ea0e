// The OpenAPI 3.1 document of the server: its paths are the rows of net/routes, its schemas those of schemas.h, its
// refusals those of error_codes.h. What stands in none of them, a row in openapi_operations.cpp says. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/net/routes.h"
#include "server/protocol/schema.h"

namespace cairn {

// What a route is for, takes and answers. Codes that follow from who may ask, or that every route has, are not listed.
struct Operation {
  struct Answer {
    int status;
    std::string_view schema;  // "": no JSON, see `type`
    std::string_view told;
    bool cookie = false;  // sets that of the session
  };
  struct Query {
    std::string_view name, told;
    Json schema;
  };
  Route::To to;
  std::string_view group, summary;
  std::string_view request;  // the schema of its body; "": it has none
  std::vector<Answer> answers;
  std::vector<std::string_view> codes;
  std::vector<Query> query = {};
  std::string_view type = "application/json";
};

const std::vector<Operation>& operations();
std::vector<Operation> people_operations();  // those of them that are in a file of their own
Json openapi_document();
const std::string& openapi_text();  // of one line, made once

}  // namespace cairn
