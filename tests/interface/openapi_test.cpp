// The OpenAPI document: that it is one, and that it, the routes, the refusals and docs/protocol.md tell of the same.
#include "server/net/openapi.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <set>
#include <sstream>

#include "core/text.h"
#include "server/net/routes.h"
#include "server/play/from_client.h"
#include "server/play/to_client.h"
#include "server/protocol/error_codes.h"
#include "server/protocol/schemas.h"
#include "tests/interface/answers.h"
#include "tests/reference/effort.h"

namespace cairn::testing {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Op {
  std::string path, method;
  const Json& json;
};

std::vector<Op> all_operations(const Json& document) {
  std::vector<Op> list;
  for (const auto& [path, item] : document.at("paths").items())
    for (const auto& [method, json] : item.items()) list.push_back({path, method, json});
  return list;
}

template <class Visit>
void each_object(const Json& json, const Visit& visit) {
  if (json.is_object()) visit(json);
  if (json.is_structured())
    for (const Json& inner : json) each_object(inner, visit);
}

// What is wrong with a document by the rules of OpenAPI 3.1 that ours can break.
std::vector<std::string> faults_of(const Json& document) {
  std::vector<std::string> faults;
  const SchemaChecker checker(document);
  Names ids;
  for (const char* key : {"openapi", "info", "paths", "components"})
    if (!document.contains(key)) return {std::string("no ") + key};
  if (document.at("openapi").get<std::string>().rfind("3.1.", 0) != 0) faults.emplace_back("not 3.1");
  for (const char* key : {"title", "version"})
    if (!document.at("info").contains(key)) faults.push_back(std::string("no info.") + key);
  each_object(document, [&](const Json& json) {
    if (json.contains("$ref") && json.at("$ref").is_string() &&
        checker.at(json.at("$ref").get<std::string>()) == nullptr)
      faults.push_back("nothing at " + json.at("$ref").get<std::string>());
  });
  for (const auto& [kind, named] : document.at("components").items())
    for (const auto& item : named.items())
      if (!std::regex_match(item.key(), std::regex("[A-Za-z0-9._-]+")))
        faults.push_back("components/" + kind + " has the bad name " + item.key());
  for (const Op& op : all_operations(document)) {
    const std::string what = op.method + " " + op.path + ": ";
    if (op.path.front() != '/') faults.push_back(what + "no / in front");
    if (!op.json.contains("operationId") || !ids.insert(op.json.at("operationId").get<std::string>()).second)
      faults.push_back(what + "the operationId is missing or there twice");
    Names wanted, declared;
    static const std::regex parameter("\\{([^}]*)\\}");
    for (std::sregex_iterator it(op.path.begin(), op.path.end(), parameter), end; it != end; ++it)
      wanted.insert((*it)[1]);
    for (const Json& one : op.json.value("parameters", Json::array())) {
      if (!one.contains("schema")) faults.push_back(what + "a parameter without a schema");
      if (one.at("in") != "path") continue;
      if (one.value("required", false) != true) faults.push_back(what + "a path parameter must be required");
      declared.insert(one.at("name").get<std::string>());
    }
    if (wanted != declared) faults.push_back(what + "the path has other parameters than are declared");
    if ((op.method == "get" || op.method == "delete") && op.json.contains("requestBody"))
      faults.push_back(what + "a body where there is none");
    const Json responses = op.json.value("responses", Json::object());
    if (responses.empty()) faults.push_back(what + "no responses");
    for (const auto& [status, given] : responses.items()) {
      const Json* response = given.contains("$ref") ? checker.at(given.at("$ref").get<std::string>()) : &given;
      if (!std::regex_match(status, std::regex("[1-5][0-9][0-9]"))) faults.push_back(what + "the status " + status);
      if (response == nullptr) continue;
      if (!response->contains("description")) faults.push_back(what + status + " has no description");
      if (status != "101" && status != "304" && response->value("content", Json::object()).empty())
        faults.push_back(what + status + " has no content");
      for (const Json& content : response->value("content", Json::object()))
        if (!content.contains("schema")) faults.push_back(what + status + " has no schema");
    }
    for (const Json& one : op.json.value("security", Json::array()))
      for (const auto& scheme : one.items())
        if (checker.at("#/components/securitySchemes/" + scheme.key()) == nullptr)
          faults.push_back(what + "no security scheme " + scheme.key());
  }
  return faults;
}

TEST(OpenApi, IsAValidDocument) {
  EXPECT_EQ(faults_of(openapi_document()), std::vector<std::string>{});
  EXPECT_EQ(parse_json(openapi_text()), openapi_document());
}

TEST(OpenApi, TheCheckOfTheDocumentCanFail) {
  if (in_short_run()) GTEST_SKIP() << "the whole document a dozen times: without sanitizers";
  const Json good = openapi_document();
  const auto broken = [&](const std::function<void(Json&)>& breaking) {
    Json json = good;
    breaking(json);
    return !faults_of(json).empty();
  };
  const auto join = [](Json& json) -> Json& { return json["paths"]["/api/tables/{id}/join"]["post"]; };
  EXPECT_TRUE(broken([](Json& json) { json["openapi"] = "3.0.3"; }));
  EXPECT_TRUE(broken([](Json& json) { json["info"].erase("title"); }));
  EXPECT_TRUE(broken([&](Json& json) { join(json)["operationId"] = "state"; }));
  EXPECT_TRUE(broken([&](Json& json) { join(json).erase("parameters"); }));
  EXPECT_TRUE(broken([&](Json& json) { join(json)["parameters"][0]["name"] = "ID"; }));
  EXPECT_TRUE(broken([&](Json& json) { join(json)["parameters"][0]["required"] = false; }));
  EXPECT_TRUE(broken([&](Json& json) { join(json)["responses"]["200"].erase("content"); }));
  EXPECT_TRUE(broken([&](Json& json) { join(json)["responses"]["200"].erase("description"); }));
  EXPECT_TRUE(broken([&](Json& json) { join(json).erase("responses"); }));
  EXPECT_TRUE(broken([&](Json& json) { join(json)["security"][0] = {{"key", Json::array()}}; }));
  EXPECT_TRUE(broken([](Json& json) { json["components"]["schemas"].erase("State"); }));
  EXPECT_TRUE(broken([](Json& json) { json["components"]["schemas"]["a b"] = true; }));
}

TEST(OpenApi, HasEveryRouteAndNoOther) {
  Names rows, documented;
  for (const Endpoint& row : endpoints()) rows.insert(lower(row.method) + " " + std::string(row.path));
  const Json document = openapi_document();
  for (const Op& op : all_operations(document)) {
    documented.insert(op.method + " " + op.path);
    std::string target = std::regex_replace(op.path, std::regex("\\{[^}]*\\}"), "x7Kq");
    std::string method = op.method;
    for (char& c : method) c = static_cast<char>(c - 'a' + 'A');
    const Route route = find_route(method, target);
    EXPECT_EQ(route.to->name, op.json.at("operationId").get<std::string>()) << method << " " << target;
    EXPECT_EQ(route.to->takes_body(), op.json.contains("requestBody")) << method << " " << target;
  }
  EXPECT_EQ(documented, rows);
  EXPECT_EQ(endpoints().size(), rows.size());
}

TEST(OpenApi, WhatTheServerSendsHasNoOtherFields) {
  const Json document = openapi_document();
  Names loose;
  for (const auto& list : {game_schemas(), people_schemas(), request_schemas(), talk_schemas(), pairing_schemas(),
                           tournament_schemas(), archive_schemas()})
    for (const NamedSchema& named : list)
      each_object(named.make(), [&](const Json& json) {
        if (!json.contains("type") || json.at("type") != "object") return;
        if (!json.contains("additionalProperties") || json.at("additionalProperties") == true)
          loose.insert(std::string(named.name));
      });
  // A file of a game has a form of its own, docs/notation.md.
  EXPECT_EQ(loose, (Names{"GameFile", "Preferences", "PreferencesWish"}));
}

TEST(OpenApi, EverySchemaIsUsed) {
  const Json document = openapi_document();
  Names used;
  each_object(document, [&](const Json& json) {
    if (json.contains("$ref") && json.at("$ref").is_string()) used.insert(json.at("$ref").get<std::string>());
  });
  for (const char* kind : {"schemas", "responses"})
    for (const auto& item : document.at("components").at(kind).items())
      EXPECT_TRUE(used.contains("#/components/" + std::string(kind) + "/" + item.key())) << item.key();
}

Names known_codes() {
  Names codes;
  for (const ErrorCode& code : error_codes()) codes.emplace(code.word());
  return codes;
}

TEST(OpenApi, HasTheCodesOfTheProtocolPage) {
  const std::string page = contents(fs::path(CAIRN_SOURCE) / "docs/protocol.md");
  const auto begin = page.find("| code | status | meaning |");
  ASSERT_NE(begin, std::string::npos);
  std::map<std::string, Names> documented;  // a code, and the statuses of its line
  static const std::regex quoted("`([a-z]+(?:-[a-z]+)*)`"), number("[45][0-9][0-9]");
  for (const auto line : split(std::string_view(page).substr(begin, page.find("\n\n", begin) - begin), '\n')) {
    const auto cells = split(line, '|');
    if (cells.size() < 4) continue;
    const std::string codes(cells[1]), statuses(cells[2]), meaning(cells[3]);
    Names numbers;
    for (std::sregex_iterator it(statuses.begin(), statuses.end(), number), end; it != end; ++it)
      numbers.insert(it->str());
    for (std::sregex_iterator it(codes.begin(), codes.end(), quoted), end; it != end; ++it)
      documented[(*it)[1]] = numbers;
    if (const auto also = meaning.find("also "); also != std::string::npos) {
      const std::string more = meaning.substr(also);
      for (std::sregex_iterator it(more.begin(), more.end(), quoted), end; it != end; ++it)
        if ((*it)[1] != "retry_after") documented[(*it)[1]] = numbers;
    }
  }
  Names names;
  for (const auto& [code, statuses] : documented) {
    names.insert(code);
    const ErrorCode* known = find_error_code(code);
    if (known == nullptr) continue;
    for (const int status : {known->status, known->other_status})
      EXPECT_TRUE(status == 0 || statuses.contains(std::to_string(status))) << code << " comes with " << status;
  }
  EXPECT_EQ(names, known_codes());
}

TEST(OpenApi, TellsEveryCodeOfTheServer) {
  for (int i = 0; i <= static_cast<int>(Code::unavailable); ++i) {
    const auto code = static_cast<Code>(i);
    const ErrorCode* known = find_error_code(to_word(code));
    ASSERT_NE(known, nullptr) << to_word(code);
    EXPECT_EQ(known->code, code) << to_word(code);
    EXPECT_EQ(status_of(code), known->status) << to_word(code);
  }
  EXPECT_EQ(error_codes().size(), known_codes().size());
}

TEST(OpenApi, EveryCodeBelongsToAnAnswer) {
  Names used = {"bad-method", "https-only", "other-host"};  // of what has no row
  const Json document = openapi_document();
  each_object(document.at("components").at("responses"), [&](const Json& json) {
    if (json.contains("enum"))
      for (const Json& code : json.at("enum")) used.insert(code.get<std::string>());
  });
  EXPECT_EQ(used, known_codes());
}

TEST(OpenApi, AnswersAreHeldToIt) {
  const std::map<std::string, std::string> json = {{"content-type", "application/json"}},
                                           waits = {{"content-type", "application/json"}, {"retry-after", "1"}};
  const auto fault = [](std::string_view method, std::string_view target, int status, const auto& headers,
                        const std::string& body) {
    return fault_of_answer({method, target, status, headers, body});
  };
  EXPECT_EQ(fault("GET", "/healthz", 200, json, R"({"ok":true})"), "");
  EXPECT_EQ(fault("HEAD", "/healthz?x=1", 200, json, ""), "");
  EXPECT_EQ(fault("GET", "/healthz", 200, json, R"({"ok":true,"more":1})"),
            "GET /healthz -> 200: /more: expected no such field, it is 1");
  EXPECT_NE(fault("GET", "/healthz", 204, json, ""), "");
  EXPECT_NE(fault("GET", "/healthz", 200, json, "ok"), "");
  EXPECT_NE(fault("GET", "/healthz", 200, std::map<std::string, std::string>{{"content-type", "text/html"}}, "ok"), "");
  EXPECT_NE(fault("GET", "/api/unheard", 200, json, "{}"), "");
  EXPECT_EQ(fault("GET", "/api/unheard", 404, json, R"({"error":{"code":"not-found","message":"no"}})"), "");
  EXPECT_NE(fault("GET", "/api/unheard", 404, json, R"({"error":{"code":"lost","message":"no"}})"), "");
  EXPECT_EQ(fault("DELETE", "/api/sessions/x", 404, json, R"({"error":{"code":"not-found","message":"no"}})"), "");
  EXPECT_NE(fault("DELETE", "/api/sessions", 404, json, R"({"error":{"code":"not-found","message":"no"}})"), "");
  EXPECT_NE(fault("POST", "/api/tables/x/join", 409, json, R"({"error":{"code":"stale","message":"no"}})"), "");
  const std::string busy = R"({"error":{"code":"busy","message":"no","retry_after":1}})";
  EXPECT_EQ(fault("POST", "/api/tables/x/join", 429, waits, busy), "");
  EXPECT_NE(fault("POST", "/api/tables/x/join", 429, json, busy), "");
  EXPECT_NE(fault("POST", "/api/tables/x/join", 429, waits, R"({"error":{"code":"busy","message":"no"}})"), "");
  EXPECT_EQ(fault_of_frame(parse_json(R"({"type":"refused","request":"","error":{"code":"plan","message":"m"}})")), "");
  EXPECT_NE(fault_of_frame(parse_json(R"({"type":"refused","request":"","error":{"code":"plan"}})")), "");
  EXPECT_NE(fault_of_frame(parse_json(R"({"type":"refused","request":"r","error":{"code":"stale","message":"m"}})")),
            "");
  EXPECT_NE(
      fault_of_frame(parse_json(R"({"type":"refused","request":"r","error":{"code":"name-taken","message":"m"}})")),
      "");
  EXPECT_NE(fault_of_frame(parse_json(R"({"type":"chat"})")), "");
}

}  // namespace
}  // namespace cairn::testing
