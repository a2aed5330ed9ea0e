// What the server says, held to its OpenAPI document.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "tests/interface/json_schema.h"

namespace cairn::testing {

const SchemaChecker& interface_checker();  // of openapi_document()

// An answer to a request: "" or what the document does not allow, with path, status and place. Pages of the client are
// no part of the interface, their refusals are.
struct Answered {
  std::string_view method, target;
  int status = 0;
  const std::map<std::string, std::string>& headers;  // names in lower case
  const std::string& body;
};
std::string fault_of_answer(const Answered& answered);

// The path of the document that a request goes to: "/api/tables/{id}"; "" where there is none.
std::string documented_path(std::string_view method, std::string_view target);

// A text frame of the server.
std::string fault_of_frame(const Json& message);

}  // namespace cairn::testing
