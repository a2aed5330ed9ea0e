// What the tests of the bridge through the server share: accounts with pages, bridges in this process, and what they
// say.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/net/bridge_line.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {

using engines::BridgeSpec;
using engines::Protocol;
using net::BridgeLine;
using Words = std::vector<std::string>;

inline const Json kSmallGo = {{"size", "9"}};
const Words& own_gtp();                   // the command of this build's own engine of Go
Words odd_words(const Words& ways = {});  // that of tests' engine with bad ways

inline Json relay_record(const Words& words) {
  Json moves = Json::array();
  for (std::size_t at = 0; at < words.size(); ++at) moves.push_back({at % 2, words[at]});
  return {{"format", "cairn-record"}, {"version", 1}, {"game", "go"}, {"options", kSmallGo}, {"moves", moves}};
}
inline Json relay_question(int id, const Words& words, double seconds = 20, const char* type = "analyse") {
  const bool report = std::string_view(type) == "report";
  return {{"type", type},
          {"id", id},
          {"record", relay_record(words)},
          {"ply", report ? 0 : words.size()},
          {"seconds", seconds}};
}

inline BridgeSpec relay_spec(const std::string& name, const Words& command, Protocol protocol = Protocol::gtp) {
  BridgeSpec spec;
  spec.engine.name = name;
  spec.engine.command = command;
  spec.engine.protocol = protocol;
  spec.engine.games = {"go"};
  spec.engine.sizes = {square_grid(9)};
  spec.engine.analysis_visits = 30;
  spec.first_pause = 0.2;
  return spec;
}

// A browser of an account.
struct Member : Client {
  Member(std::uint16_t port, const std::string& name, const std::string& trusting = "") : Client(port, trusting) {
    EXPECT_EQ(post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
  }
  Json make_token(const Json& scopes = {"engine:bridge"}) {
    const Response made = post("/api/tokens", {{"name", "bridge"}, {"scopes", scopes}});
    EXPECT_EQ(made.status, 201) << made.body;
    return made.json();
  }
  std::string bridge_token() { return make_token().value("token", ""); }
  std::string own_headers() const { return own_headers(port()); }
  std::string own_headers(std::uint16_t at) const {
    const std::string host = "127.0.0.1:" + std::to_string(at);
    return "Host: " + host + "\r\nOrigin: http://" + host + "\r\nCookie: " + named_cookie() + "\r\n";
  }
  std::unique_ptr<TableEar> page() const { return page(port()); }
  std::unique_ptr<TableEar> page(std::uint16_t at) const {  // of a server that was started again
    return std::make_unique<TableEar>(at, "/api/bridge/page", own_headers(at));
  }
};

inline std::string engine_headers(std::uint16_t port, const std::string& token) {
  return "Host: 127.0.0.1:" + std::to_string(port) + "\r\nAuthorization: Bearer " + token + "\r\n";
}
inline Json offer(const std::string& name, int version = engines::kBridgeVersion) {
  return {{"type", "welcome"},
          {"version", version},
          {"engine", {{"name", name}, {"protocol", "gtp"}, {"games", {"go"}}, {"sizes", nullptr}}}};
}

// A bridge in this process.
class Line {
 public:
  Line(std::uint16_t port, const std::string& token, BridgeSpec spec)
      : line_({"127.0.0.1", std::to_string(port), token, false, 0.1, 0.5}, std::move(spec), [](const std::string&) {}),
        thread_([this] { ended_ = line_.run(); }) {}
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() {
    line_.stop();
    if (thread_.joinable()) thread_.join();
  }
  std::string wait() {  // until the server does not want it
    thread_.join();
    return ended_;
  }

 private:
  BridgeLine line_;
  std::string ended_;
  std::thread thread_;
};

// The names of the engines that a page is told of next, once there are so many.
inline Words listed(TableEar& page, std::size_t count) {
  for (Json frame = page.next_of("engines"); !frame.is_null(); frame = page.next_of("engines")) {
    if (frame.at("engines").size() != count) continue;
    Words names;
    for (const Json& one : frame.at("engines")) names.push_back(one.at("name"));
    return names;
  }
  ADD_FAILURE() << "never so many engines: " << count;
  return {};
}
inline void wait_for_state(TableEar& page, const std::string& state) {
  for (Json frame = page.next_of("engine"); !frame.is_null(); frame = page.next_of("engine"))
    if (frame.value("state", "") == state) return;
  ADD_FAILURE() << "never " << state;
}
inline std::unique_ptr<TableEar> page_with(const Member& who, const std::string& engine) {
  auto page = who.page();
  listed(*page, 1);
  page->send({{"type", "use"}, {"engine", engine}});
  EXPECT_EQ(page->next_of("welcome").at("engine").at("name"), engine);
  wait_for_state(*page, "ready");
  return page;
}
// All frames about a question, to the last.
inline std::vector<Json> told_of(TableEar& page, const Json& what) {
  page.send(what);
  std::vector<Json> all;
  for (Json frame = page.next(); !frame.is_null(); frame = page.next()) {
    if (!frame.contains("id") || frame.at("id") != what.at("id")) continue;
    all.push_back(frame);
    if (frame.at("type") == "done" || frame.at("type") == "failed") return all;
  }
  ADD_FAILURE() << "no end of question " << what.dump();
  return all;
}
inline std::string failed_with(TableEar& page, const Json& what) {
  const std::vector<Json> all = told_of(page, what);
  return all.empty() || all.back().at("type") != "failed" ? "" : all.back().at("said").value("code", "");
}

struct ServerRelay : ::testing::Test {
  TempFolder folder;
  ServerConfig config = config_for(folder);
  std::unique_ptr<Running> server = std::make_unique<Running>(config);
  std::uint16_t port() const { return server->port(); }
  std::string url() const { return "http://localhost:" + std::to_string(port()); }
};

}  // namespace cairn::testing
