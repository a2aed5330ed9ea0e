// Whether a JSON value fits a schema: of JSON Schema 2020-12 as much as our OpenAPI document uses. A keyword that is
// not known is a fault of its own, so that nothing in the document is passed over.
#pragma once

#include <map>
#include <regex>
#include <string>

#include "notation/view_json.h"

namespace cairn::testing {

class SchemaChecker {
 public:
  // Keeps the document: "$ref" points into it.
  explicit SchemaChecker(Json document);
  const Json& document() const { return document_; }
  // What "#/..." points to; null: nothing.
  const Json* at(std::string_view reference) const;
  // "" or where in the value, and what was expected there: "/view/rows: expected at least 1, it is 0".
  std::string fault(const Json& value, const Json& schema) const;
  std::string fault_of(const Json& value, std::string_view name) const;  // by a schema of components/schemas

 private:
  struct Fault;
  Fault check(const Json& value, const Json& schema, const std::string& where) const;
  Fault check_object(const Json& value, const Json& schema, const std::string& where) const;
  Fault check_list(const Json& value, const Json& schema, const std::string& where) const;
  Fault check_plain(const Json& value, const Json& schema, const std::string& where) const;
  Fault check_choice(const Json& value, const Json& schema, const std::string& where) const;
  void learn_patterns(const Json& json);

  Json document_;
  std::map<std::string, std::regex> patterns_;
};

}  // namespace cairn::testing
