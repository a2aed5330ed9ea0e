#include "tests/interface/answers.h"

#include "core/text.h"
#include "server/net/openapi.h"

namespace cairn::testing {

namespace {

bool fits(std::string_view pattern, std::string_view path) {
  const auto wanted = split(pattern, '/'), given = split(path, '/');
  if (wanted.size() != given.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i].substr(0, 1) == "{" ? given[i].empty() : wanted[i] != given[i]) return false;
  return true;
}

struct Found {
  std::string path;
  const Json* operation = nullptr;  // null: the document has none for a method and a target
};
Found find_operation(std::string_view method, std::string_view target) {
  const std::string verb = lower(method == "HEAD" ? "GET" : method);
  const std::string_view path = target.substr(0, target.find_first_of("?#"));
  for (const auto& [pattern, operations] : interface_checker().document().at("paths").items())
    if (fits(pattern, path) && operations.contains(verb)) return {pattern, &operations.at(verb)};
  return {};
}

std::string fault_of_body(const Answered& answered, const Json& content) {
  const auto type = answered.headers.find("content-type");
  const std::string given = type == answered.headers.end() ? "" : type->second;
  const std::string plain = given.substr(0, given.find(';'));
  if (!content.contains(plain)) return "the type \"" + given + "\" is not in the document";
  if (answered.method == "HEAD") return answered.body.empty() ? "" : "HEAD has a body";
  if (plain == "application/x-ndjson") {  // every line is one
    for (const auto line : split(answered.body, '\n')) {
      if (line.empty()) continue;
      const Json value = parse_json(line);
      if (value.is_discarded()) return "a line is no JSON";
      if (auto fault = interface_checker().fault(value, content.at(plain).at("schema")); !fault.empty()) return fault;
    }
    return {};
  }
  const bool json = plain == "application/json";
  const Json value = json ? parse_json(answered.body) : Json(answered.body);
  if (value.is_discarded()) return "the body is no JSON";
  return interface_checker().fault(value, content.at(plain).at("schema"));
}

std::string fault_of_headers(const Answered& answered, const Json& response) {
  if (!response.contains("headers")) return {};
  for (const auto& item : response.at("headers").items())
    if (item.key() != "Set-Cookie" && !answered.headers.contains(lower(item.key())))
      return "the header " + item.key() + " is missing";
  return {};
}

}  // namespace

const SchemaChecker& interface_checker() {
  static const SchemaChecker checker(openapi_document());
  return checker;
}

std::string fault_of_answer(const Answered& answered) {
  const std::string_view path = answered.target.substr(0, answered.target.find_first_of("?#"));
  const std::string what =
      std::string(answered.method) + " " + std::string(path) + " -> " + std::to_string(answered.status) + ": ";
  const auto say = [&](const std::string& fault) { return fault.empty() ? "" : what + fault; };
  const Json* operation = find_operation(answered.method, answered.target).operation;
  if (operation == nullptr) {
    if (answered.status < 400) return path.substr(0, 5) == "/api/" ? what + "it is not in the document" : "";
    Json content = Json::object();
    content["application/json"]["schema"]["$ref"] = "#/components/schemas/Error";
    return say(fault_of_body(answered, content));
  }
  const std::string status = std::to_string(answered.status);
  const Json& responses = operation->at("responses");
  if (!responses.contains(status)) return what + "the document has no such status";
  const Json* response = &responses.at(status);
  if (response->contains("$ref")) response = interface_checker().at(response->at("$ref").get<std::string>());
  if (auto fault = fault_of_headers(answered, *response); !fault.empty()) return what + fault;
  return response->contains("content") ? say(fault_of_body(answered, response->at("content"))) : "";
}

std::string documented_path(std::string_view method, std::string_view target) {
  return find_operation(method, target).path;
}

std::string fault_of_frame(const Json& message) {
  return interface_checker().fault_of(message, "SocketSent");
}

}  // namespace cairn::testing
