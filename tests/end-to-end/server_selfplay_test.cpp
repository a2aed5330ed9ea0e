// `cairn selfplay --server` as processes at a real server that teaches a network: what is played comes whole into its
// folder, by whichever network is the newest, through a killed server; and who may not hand anything in.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "search/network/file.h"
#include "search/network/tests/random_network.h"
#include "search/samples.h"
#include "server/play/table.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct ServerSelfplay : ::testing::Test {
  TempFolder folder;
  const std::string data = folder.path() + "/data", run = folder.path() + "/run";
  const Words place = {"--data", data, "--selfplay-run", run, "--log-level", "error"};
  std::string token;

  void SetUp() override {
    fs::create_directories(run);
    jobs(R"([{"game":"margo","options":{"size":4},"games":2,"visits":8,"fast-visits":2,"taught":0.5}])");
  }
  void jobs(const std::string& text) const { std::ofstream(run + "/jobs.json") << text; }
  void network(std::uint64_t seed) const {
    Rng rng(seed);
    const network::Shape shape{"pyramid-1", 52, 8, 16, 1, 1, 8, 2, 16};
    std::ofstream(run + "/half") << network::write_file({network::random_weights(shape, rng), {}});
    fs::rename(run + "/half", run + "/newest.network");
  }
  void make_token(std::uint16_t port) {
    Client host(port);
    ASSERT_EQ(host.post("/api/account", {{"name", "Keeper"}, {"password", "a long password"}}).status, 201);
    token = cairn_says("admin worker keeper --data " + data);
    ASSERT_TRUE(token.starts_with("cairn_")) << token;
    token.pop_back();
  }
  Response ask(std::uint16_t port, const std::string& method, const std::string& target, const Json& body) const {
    Client somebody(port);
    return somebody.ask(method, "/api/work/" + target, body.is_null() ? "" : body.dump(),
                        {{"Content-Type", "application/json"}, {"Authorization", "Bearer " + token}});
  }
  Json job(std::uint16_t port) const {
    return ask(port, "POST", "take-games", {{"rules", kRulesVersion}}).json().at("job");
  }
  std::unique_ptr<ProgramProcess> player(std::uint16_t port) const {
    const Words options = {"--server", "http://127.0.0.1:" + std::to_string(port), "--threads", "2", "--log", "debug"};
    return std::make_unique<ProgramProcess>("selfplay", folder.path() + "/player.log", token, options);
  }
  std::set<std::string> files() const {
    std::set<std::string> found;
    for (const auto& one : fs::directory_iterator(run + "/samples"))
      if (one.path().extension() == ".samples") found.insert(one.path());
    return found;
  }
  bool more_files_than(std::size_t count) const {
    return wait_for([&] { return files().size() > count; });
  }
};

TEST_F(ServerSelfplay, GamesComeThroughNewNetworksAndAKilledServer) {
  network(1);
  auto server = std::make_unique<Process>(place);
  const std::uint16_t port = server->port();
  ASSERT_NE(port, 0) << server->said();
  make_token(port);
  const std::string first = job(port).at("network");
  auto one = player(port);
  ASSERT_TRUE(more_files_than(3)) << one->said();
  network(2);
  const std::string second = job(port).at("network");
  EXPECT_NE(first, second);
  EXPECT_EQ(ask(port, "GET", "networks/" + first, nullptr).status, 404);
  EXPECT_EQ(ask(port, "GET", "networks/" + second, nullptr).status, 200);
  ASSERT_TRUE(wait_for([&] { return one->said().find(second) != std::string::npos; })) << one->said();
  server->end(SIGKILL);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // it may be asking, playing or handing in
  const std::size_t before = files().size();
  server = std::make_unique<Process>(place, "", port);
  ASSERT_EQ(server->port(), port) << server->said();
  ASSERT_TRUE(more_files_than(before)) << one->said();
  one->send(SIGTERM);
  EXPECT_EQ(one->wait(), 130) << one->said();
  EXPECT_EQ(one->said().find(token), std::string::npos);
  std::size_t samples = 0;
  for (const std::string& name : files()) {
    std::ifstream in(name, std::ios::binary);
    SamplesFile file;
    ASSERT_EQ(read_samples(std::string(std::istreambuf_iterator<char>(in), {}), file), "") << name;
    EXPECT_EQ(file.features, "pyramid-1");
    EXPECT_EQ(file.columns, 4);
    samples += file.records.size();
  }
  EXPECT_GT(samples, 20U);
}

TEST_F(ServerSelfplay, WithoutANetworkTheGamesOwnSearchPlays) {
  const Process server(place);
  make_token(server.port());
  EXPECT_TRUE(job(server.port()).at("network").is_null());
  const auto one = player(server.port());
  EXPECT_TRUE(more_files_than(1)) << one->said();
  jobs("[]");
  EXPECT_TRUE(job(server.port()).is_null());
}

TEST_F(ServerSelfplay, WhatIsWrongIsRefusedAndSpoilsNothing) {
  const Process server(place);
  const std::uint16_t port = server.port();
  make_token(port);
  const auto refused = [&](const Response& answer, int status, const std::string& code) {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.code(), code) << answer.body;
  };
  refused(ask(port, "POST", "take-games", {{"rules", kRulesVersion + 1}}), 409, "other-rules");
  refused(ask(port, "POST", "answer-games", {{"game", "margo"}, {"samples", "AAAA"}}), 400, "bad-request");
  refused(ask(port, "POST", "answer-games", {{"game", "margo"}, {"samples", std::string(80'000, 'A')}}), 413,
          "too-large");
  refused(ask(port, "GET", "networks/0123456789", nullptr), 404, "not-found");
  jobs("no list");
  refused(ask(port, "POST", "take-games", {{"rules", kRulesVersion}}), 503, "unavailable");
  EXPECT_TRUE(files().empty());
  Client ann(port);
  ann.enter("Ann");
  EXPECT_EQ(ann.post("/api/work/take-games", {{"rules", kRulesVersion}}).status, 403);
  // A broken list ends no server, but begins none.
  const Process another({"--data", folder.path() + "/other", "--selfplay-run", run}, folder.path() + "/said");
  EXPECT_EQ(another.port(), 0);
  // A server that teaches nothing, and a token that is none.
  const Process plain({"--data", folder.path() + "/plain", "--log-level", "error"});
  auto one = player(plain.port());
  EXPECT_EQ(one->wait(), 2) << one->said();
  token.clear();
  Client host(plain.port());
  ASSERT_EQ(host.post("/api/account", {{"name", "Keeper"}, {"password", "a long password"}}).status, 201);
  token = cairn_says("admin worker keeper --data " + folder.path() + "/plain");
  token.pop_back();
  one = player(plain.port());
  EXPECT_EQ(one->wait(), 2) << one->said();
  EXPECT_NE(one->said().find("has no self-play games to compute"), std::string::npos) << one->said();
}

}  // namespace
}  // namespace cairn::testing
