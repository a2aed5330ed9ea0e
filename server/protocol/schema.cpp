#include "server/protocol/schema.h"

#include "notation/texts/language.h"

#include <utility>

namespace cairn::schema {

namespace {

Json of_type(std::string_view type) {
  Json schema = Json::object();
  schema["type"] = type;
  return schema;
}

Json list_json(const std::vector<Json>& schemas) {
  Json list = Json::array();
  for (const Json& schema : schemas) list.push_back(schema);
  return list;
}

}  // namespace

Field must(std::string_view name, Json schema) {
  return {std::string(name), std::move(schema), true};
}

Field may(std::string_view name, Json schema) {
  return {std::string(name), std::move(schema), false};
}

Json object(const std::vector<Field>& fields) {
  Json schema = of_type("object"), required = Json::array();
  schema["properties"] = Json::object();
  for (const Field& field : fields) {
    schema["properties"][field.name] = field.schema;
    if (field.required) required.push_back(field.name);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

Json ref(std::string_view name) {
  Json schema = Json::object();
  schema["$ref"] = "#/components/schemas/" + std::string(name);
  return schema;
}

Json text() {
  return of_type("string");
}

Json text(std::size_t least, std::size_t most) {
  Json schema = text();
  if (least > 0) schema["minLength"] = least;
  schema["maxLength"] = most;
  return schema;
}

Json matching(std::string_view pattern) {
  Json schema = text();
  schema["pattern"] = pattern;
  return schema;
}

Json word(std::string_view only) {
  Json schema = Json::object();
  schema["const"] = only;
  return schema;
}

Json language() {
  std::vector<std::string_view> codes;
  for (const Language one : kLanguages) codes.push_back(language_code(one));
  return words(codes);
}

Json words(const std::vector<std::string_view>& any) {
  Json schema = text();
  schema["enum"] = any;
  return schema;
}

Json whole(std::int64_t least) {
  Json schema = of_type("integer");
  schema["minimum"] = least;
  return schema;
}

Json whole(std::int64_t least, std::int64_t most) {
  Json schema = whole(least);
  schema["maximum"] = most;
  return schema;
}

Json time() {
  return described(whole(0), "milliseconds since 1970");
}

Json number() {
  return of_type("number");
}

Json yes_no() {
  return of_type("boolean");
}

Json always(bool value) {
  Json schema = Json::object();
  schema["const"] = value;
  return schema;
}

Json null() {
  return of_type("null");
}

Json list_of(Json item) {
  Json schema = of_type("array");
  schema["items"] = std::move(item);
  return schema;
}

Json list_of(Json item, std::size_t least, std::size_t most) {
  Json schema = list_of(std::move(item));
  if (least > 0) schema["minItems"] = least;
  schema["maxItems"] = most;
  return schema;
}

Json map_of(Json value) {
  Json schema = of_type("object");
  schema["additionalProperties"] = std::move(value);
  return schema;
}

Json nullable(const Json& schema) {
  if (!schema.contains("type") || schema.contains("enum")) return any_of({schema, null()});
  Json out = schema;
  out["type"] = Json::array();
  out["type"].push_back(schema.at("type"));
  out["type"].push_back("null");
  return out;
}

Json any_of(const std::vector<Json>& schemas) {
  Json schema = Json::object();
  schema["anyOf"] = list_json(schemas);
  return schema;
}

Json one_of(const std::vector<Json>& schemas) {
  Json schema = Json::object();
  schema["oneOf"] = list_json(schemas);
  return schema;
}

Json described(Json schema, std::string_view description) {
  schema["description"] = description;
  return schema;
}

}  // namespace cairn::schema
