#include "tests/interface/json_schema.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::testing {

namespace {

constexpr std::array<std::string_view, 26> kKeywords = {"$ref",
                                                        "type",
                                                        "const",
                                                        "enum",
                                                        "properties",
                                                        "required",
                                                        "items",
                                                        "minItems",
                                                        "maxItems",
                                                        "minProperties",
                                                        "additionalProperties",
                                                        "minimum",
                                                        "maximum",
                                                        "minLength",
                                                        "maxLength",
                                                        "pattern",
                                                        "allOf",
                                                        "anyOf",
                                                        "oneOf",
                                                        "not",
                                                        "description",
                                                        "title",
                                                        "examples",
                                                        "default",
                                                        "$comment",
                                                        "deprecated"};

std::string pointer_part(std::string name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '~') name.replace(i++, 1, "~0");
    if (name[i] == '/') name.replace(i++, 1, "~1");
  }
  return "/" + name;
}

bool is_type(const Json& value, std::string_view type) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.is_boolean();
  if (type == "string") return value.is_string();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  if (type == "array") return value.is_array();
  return type == "object" && value.is_object();
}

bool fits_type(const Json& value, const Json& type) {
  if (type.is_string()) return is_type(value, type.get_ref<const std::string&>());
  return std::any_of(type.begin(), type.end(), [&](const Json& one) {
    return one.is_string() && is_type(value, one.get_ref<const std::string&>());
  });
}

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string shown(const Json& value) {
  std::string text = json_text(value);
  if (text.size() > 100) text = text.substr(0, 100) + "...";
  return text;
}

std::size_t depth(const std::string& pointer) {
  return static_cast<std::size_t>(std::count(pointer.begin(), pointer.end(), '/'));
}

}  // namespace

struct SchemaChecker::Fault {
  std::string where, expected;
  bool none() const { return expected.empty(); }
};

SchemaChecker::SchemaChecker(Json document) : document_(std::move(document)) {
  learn_patterns(document_);
}

void SchemaChecker::learn_patterns(const Json& json) {
  if (!json.is_structured()) return;
  for (const auto& [name, inner] : json.items()) {
    if (name == "pattern" && inner.is_string())
      patterns_.emplace(inner.get<std::string>(), std::regex(inner.get<std::string>()));
    learn_patterns(inner);
  }
}

const Json* SchemaChecker::at(std::string_view reference) const {
  if (reference.substr(0, 2) != "#/") return nullptr;
  const Json::json_pointer pointer{std::string(reference.substr(1))};
  return document_.contains(pointer) ? &document_.at(pointer) : nullptr;
}

std::string SchemaChecker::fault(const Json& value, const Json& schema) const {
  const Fault found = check(value, schema, "");
  return found.none() ? "" : (found.where.empty() ? "/" : found.where) + ": expected " + found.expected;
}

std::string SchemaChecker::fault_of(const Json& value, std::string_view name) const {
  const Json* schema = at("#/components/schemas/" + std::string(name));
  return schema == nullptr ? "no schema has the name " + std::string(name) : fault(value, *schema);
}

SchemaChecker::Fault SchemaChecker::check(const Json& value, const Json& schema, const std::string& where) const {
  if (schema.is_boolean()) return schema.get<bool>() ? Fault{} : Fault{where, "nothing, it is " + shown(value)};
  if (!schema.is_object()) return {where, "a schema that is an object, it is " + shown(schema)};
  for (const auto& item : schema.items())
    if (std::find(kKeywords.begin(), kKeywords.end(), item.key()) == kKeywords.end())
      return {where, "a schema without \"" + item.key() + "\", which is not known here"};
  if (schema.contains("$ref")) {
    const Json* target = at(schema.at("$ref").get<std::string>());
    if (target == nullptr) return {where, "a $ref to something, it is " + shown(schema.at("$ref"))};
    if (Fault found = check(value, *target, where); !found.none()) return found;
  }
  if (schema.contains("type") && !fits_type(value, schema.at("type")))
    return {where, "of type " + shown(schema.at("type")) + ", it is " + shown(value)};
  if (schema.contains("const") && value != schema.at("const"))
    return {where, shown(schema.at("const")) + ", it is " + shown(value)};
  if (schema.contains("enum") &&
      std::find(schema.at("enum").begin(), schema.at("enum").end(), value) == schema.at("enum").end())
    return {where, "one of " + json_text(schema.at("enum")) + ", it is " + shown(value)};
  Fault found = check_plain(value, schema, where);
  if (found.none() && value.is_object()) found = check_object(value, schema, where);
  if (found.none() && value.is_array()) found = check_list(value, schema, where);
  return found.none() ? check_choice(value, schema, where) : found;
}

SchemaChecker::Fault SchemaChecker::check_plain(const Json& value, const Json& schema, const std::string& where) const {
  if (value.is_number()) {
    if (schema.contains("minimum") && value < schema.at("minimum"))
      return {where, "at least " + shown(schema.at("minimum")) + ", it is " + shown(value)};
    if (schema.contains("maximum") && value > schema.at("maximum"))
      return {where, "at most " + shown(schema.at("maximum")) + ", it is " + shown(value)};
  }
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    const std::size_t count = letters(text);
    if (schema.contains("minLength") && count < schema.at("minLength"))
      return {where, "at least " + shown(schema.at("minLength")) + " letters, it is " + shown(value)};
    if (schema.contains("maxLength") && count > schema.at("maxLength"))
      return {where, "at most " + shown(schema.at("maxLength")) + " letters, it is " + shown(value)};
    if (schema.contains("pattern")) {
      const std::string pattern = schema.at("pattern").get<std::string>();
      const auto known = patterns_.find(pattern);
      if (!std::regex_search(text, known == patterns_.end() ? std::regex(pattern) : known->second))
        return {where, "a match of " + pattern + ", it is " + shown(value)};
    }
  }
  return {};
}

SchemaChecker::Fault SchemaChecker::check_object(const Json& value, const Json& schema,
                                                 const std::string& where) const {
  if (schema.contains("required"))
    for (const Json& name : schema.at("required"))
      if (!value.contains(name.get<std::string>())) return {where, "a field " + shown(name) + ", there is none"};
  if (schema.contains("minProperties") && value.size() < schema.at("minProperties"))
    return {where, "at least " + shown(schema.at("minProperties")) + " fields"};
  const Json* known = schema.contains("properties") ? &schema.at("properties") : nullptr;
  for (const auto& [name, inner] : value.items()) {
    const std::string there = where + pointer_part(name);
    if (known != nullptr && known->contains(name)) {
      if (Fault found = check(inner, known->at(name), there); !found.none()) return found;
    } else if (schema.contains("additionalProperties")) {
      const Json& others = schema.at("additionalProperties");
      if (others == false) return {there, "no such field, it is " + shown(inner)};
      if (Fault found = check(inner, others, there); !found.none()) return found;
    }
  }
  return {};
}

SchemaChecker::Fault SchemaChecker::check_list(const Json& value, const Json& schema, const std::string& where) const {
  if (schema.contains("minItems") && value.size() < schema.at("minItems"))
    return {where, "at least " + shown(schema.at("minItems")) + " entries, there are " + std::to_string(value.size())};
  if (schema.contains("maxItems") && value.size() > schema.at("maxItems"))
    return {where, "at most " + shown(schema.at("maxItems")) + " entries, there are " + std::to_string(value.size())};
  if (schema.contains("items"))
    for (std::size_t i = 0; i < value.size(); ++i)
      if (Fault found = check(value[i], schema.at("items"), where + "/" + std::to_string(i)); !found.none())
        return found;
  return {};
}

SchemaChecker::Fault SchemaChecker::check_choice(const Json& value, const Json& schema,
                                                 const std::string& where) const {
  if (schema.contains("not") && check(value, schema.at("not"), where).none())
    return {where, "what does not fit " + shown(schema.at("not")) + ", it is " + shown(value)};
  if (schema.contains("allOf"))
    for (const Json& one : schema.at("allOf"))
      if (Fault found = check(value, one, where); !found.none()) return found;
  for (const char* keyword : {"anyOf", "oneOf"}) {
    if (!schema.contains(keyword)) continue;
    std::size_t fitting = 0;
    Fault nearest{where, "one of several forms, there is none in the schema"};  // the one that got furthest
    bool first = true;
    for (const Json& one : schema.at(keyword)) {
      Fault found = check(value, one, where);
      if (found.none()) {
        ++fitting;
      } else if (first || depth(found.where) > depth(nearest.where)) {
        nearest = std::move(found);
        first = false;
      }
    }
    if (fitting == 0) return nearest;
    if (fitting > 1 && std::string_view(keyword) == "oneOf")
      return {where, "what fits one form only, it fits " + std::to_string(fitting) + ": " + shown(value)};
  }
  return {};
}

}  // namespace cairn::testing
