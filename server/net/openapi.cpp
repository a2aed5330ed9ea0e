#include "server/net/openapi.h"

#include <algorithm>
#include <map>

#include "core/text.h"
#include "server/net/routes.h"
#include "server/protocol/error_codes.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace {

using namespace schema;
using Codes = std::vector<std::string_view>;

constexpr std::string_view kAbout =
    "All requests and answers of the server. docs/protocol.md explains them. The server answers HEAD like GET, without "
    "a body. It answers 404 or 405 with an Error to everything that is not listed here.";

// What follows from who may ask and from how.
Codes codes_of(const Endpoint& row) {
  Codes codes = {"bad-request", "bad-token", "suspended", "too-large", "too-many", "internal", "unavailable"};  // all
  codes.insert(codes.end(), row.codes.begin(), row.codes.end());
  const bool account = row.needs == Needs::owner || row.needs == Needs::manage || row.needs == Needs::session;
  if (account || row.needs == Needs::play || row.needs == Needs::read || row.needs == Needs::work ||
      row.needs == Needs::bridge)
    codes.emplace_back("no-session");
  if (account) codes.emplace_back("no-account");
  if (row.needs != Needs::nothing) codes.emplace_back("bad-scope");
  if (row.kind == Kind::unguarded) return codes;
  const bool writes = row.method != "GET";
  if (writes) codes.insert(codes.end(), {"bad-origin", "bad-type"});
  if (writes && row.needs != Needs::work) codes.emplace_back("no-room");
  if (row.path.find('{') != std::string_view::npos) codes.emplace_back("not-found");
  return codes;
}

Json security_of(Needs needs) {
  const auto by = [](const char* scheme, const Codes& scopes) {
    Json one = Json::object();
    one[scheme] = scopes;
    return one;
  };
  Json any = Json::array();
  const bool nobody = needs == Needs::nothing || needs == Needs::watch || needs == Needs::door;
  if (nobody) any.push_back(Json::object());
  if (needs == Needs::nothing) return any;
  if (needs != Needs::work && needs != Needs::bridge) any.push_back(by("session", {}));
  if (needs == Needs::work) any.push_back(by("token", {"work"}));
  if (needs == Needs::bridge) any.push_back(by("token", {"engine:bridge"}));
  if (needs == Needs::watch) any.push_back(by("token", {"read"}));
  if (needs == Needs::watch || needs == Needs::play) any.push_back(by("token", {"play"}));
  if (needs == Needs::read || needs == Needs::owner) any.push_back(by("token", {"read"}));
  if (needs == Needs::manage) any.push_back(by("token", {"account"}));
  return any;
}

Json content(std::string_view type, Json schema) {
  Json out = Json::object();
  out[std::string(type)]["schema"] = std::move(schema);
  return out;
}

Json error_schema(const Codes& codes) {
  Json schema = Json::object();
  schema["allOf"] = Json::array();
  schema["allOf"].push_back(ref("Error"));
  schema["allOf"].push_back(refused_with(codes));
  return schema;
}

Json header(std::string_view description, Json schema) {
  Json out = Json::object();
  out["description"] = description;
  out["schema"] = std::move(schema);
  return out;
}

// Refusals that are alike are told once: names of `responses` to what they are.
using Refusals = std::map<std::string, Json>;

std::string refusal(int status, Codes codes, Refusals& all) {
  std::sort(codes.begin(), codes.end());
  std::string name = std::to_string(status), listed;
  bool waits = true;
  for (const auto code : codes) {
    name += "." + std::string(code);
    listed += (listed.empty() ? "" : ", ") + std::string(code);
    waits = waits && find_error_code(code)->carries == "retry_after";
  }
  Json response = Json::object();
  response["description"] = listed;
  if (waits) response["headers"]["Retry-After"] = header("seconds", whole(1));
  response["content"] = content("application/json", error_schema(codes));
  all[name] = std::move(response);
  return name;
}

Json good(const Endpoint& row, const Endpoint::Answer& answer) {
  Json response = Json::object();
  response["description"] = answer.description;
  if (answer.cookie) response["headers"]["Set-Cookie"] = header("the session cookie: `cairn_session`", schema::text());
  if (!answer.schema.empty())
    response["content"] = content(row.type, ref(answer.schema));
  else if (answer.status != 101 && answer.status != 304)
    response["content"] = content(row.type, schema::text());
  return response;
}

Json responses(const Endpoint& row, Refusals& refusals) {
  std::map<int, Codes> by_status;
  for (const auto code : codes_of(row)) {
    const ErrorCode* known = find_error_code(code);
    for (const int status : {known->status, known->other_status})
      if (status != 0) by_status[status].push_back(code);
  }
  std::map<int, Json> all;
  for (const auto& answer : row.answers) all[answer.status] = good(row, answer);
  for (const auto& [status, codes] : by_status) {
    if (const auto both = all.find(status); both != all.end()) {  // of readiness
      Json& schema = both->second["content"]["application/json"]["schema"];
      schema = any_of({schema, error_schema(codes)});
    } else {
      all[status]["$ref"] = "#/components/responses/" + refusal(status, codes, refusals);
    }
  }
  Json out = Json::object();
  for (auto& [status, response] : all) out[std::to_string(status)] = std::move(response);
  return out;
}

Json parameter(std::string_view name, const char* in, bool required, std::string_view description, Json schema) {
  Json out = Json::object();
  out["name"] = name;
  out["in"] = in;
  out["required"] = required;
  if (!description.empty()) out["description"] = description;
  out["schema"] = std::move(schema);
  return out;
}

// What stands at a {name} of a path.
Json path_parameter(const Endpoint& row, std::string_view name) {
  const auto is_in = [&](std::string_view part) { return row.path.find(part) != std::string_view::npos; };
  if (name == "token") return parameter(name, "path", true, "from the e-mail", schema::text());
  if (name == "item" && is_in("/seats/")) return parameter(name, "path", true, "a seat; the first is 0", whole(0));
  if (name == "item" && is_in("/appeals/")) return parameter(name, "path", true, "a game; the first is 0", whole(0));
  if (name == "item") return parameter(name, "path", true, "number of the message", ref("RemarkId"));
  const std::string more = std::to_string(kMostIdLetters - 1);
  return parameter(name, "path", true, "", matching("^[A-Za-z0-9_-][A-Za-z0-9_.-]{0," + more + "}$"));
}

Json parameters(const Endpoint& row) {
  Json list = Json::array();
  for (const auto part : split(row.path, '/'))
    if (part.starts_with('{')) list.push_back(path_parameter(row, part.substr(1, part.size() - 2)));
  for (const auto& query : row.query)
    list.push_back(parameter(query.name, "query", false, query.description, query.schema));
  return list;
}

Json operation_json(const Endpoint& row, Refusals& refusals) {
  Json out = Json::object();
  out["operationId"] = row.name;
  out["tags"] = Codes{row.group};
  out["summary"] = row.summary;
  if (Json list = parameters(row); !list.empty()) out["parameters"] = std::move(list);
  if (!row.request.empty()) {
    out["requestBody"]["required"] = true;
    out["requestBody"]["content"] = content("application/json", ref(row.request));
  }
  out["responses"] = responses(row, refusals);
  out["security"] = security_of(row.needs);
  if (row.name == "socket") {  // what goes over others is in docs/protocol.md
    out["x-websocket"]["sent"] = ref("SocketSent");
    out["x-websocket"]["received"] = ref("SocketCommand");
  }
  return out;
}

Json security_schemes() {
  Json out = Json::object();
  out["session"]["type"] = "apiKey";
  out["session"]["in"] = "cookie";
  out["session"]["name"] = "cairn_session";
  out["session"]["description"] = "Over HTTPS its name is `__Host-cairn_session`.";
  out["token"]["type"] = "http";
  out["token"]["scheme"] = "bearer";
  out["token"]["description"] = "An API token. The scope listed here is the scope that the token must have.";
  return out;
}

}  // namespace

Json openapi_document() {
  Json document = Json::object();
  document["openapi"] = "3.1.0";
  document["info"]["title"] = "Cairn";
  document["info"]["version"] = "1";
  document["info"]["description"] = kAbout;
  document["info"]["license"]["name"] = "MIT";
  document["info"]["license"]["identifier"] = "MIT";
  document["servers"] = Json::array();
  document["servers"].push_back({{"url", "/"}});
  Json paths = Json::object();
  Refusals refusals;
  for (const Endpoint& row : endpoints())
    paths[std::string(row.path)][lower(row.method)] = operation_json(row, refusals);
  document["paths"] = std::move(paths);
  Json& components = document["components"];
  for (const auto& list :
       {game_schemas(), people_schemas(), request_schemas(), talk_schemas(), pairing_schemas(), tournament_schemas(),
        archive_schemas(), library_schemas(), study_schemas(), hook_schemas(), puzzle_schemas(), feed_schemas(),
        work_schemas(), analysis_schemas(), mail_schemas(), moderation_schemas(), site_schemas()})
    for (const NamedSchema& named : list) components["schemas"][std::string(named.name)] = named.make();
  components["schemas"]["Document"] = described(map_of(true), "an OpenAPI document");
  for (auto& [name, response] : refusals) components["responses"][name] = std::move(response);
  components["securitySchemes"] = security_schemes();
  return document;
}

const std::string& openapi_text() {
  static const std::string text = json_text(openapi_document());
  return text;
}

}  // namespace cairn
