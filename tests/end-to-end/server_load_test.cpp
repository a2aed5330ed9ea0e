// `cairn load` against a real server: what it counts is there, and what is wrong it says.
#include <gtest/gtest.h>

#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

Ran load(const std::string& arguments) {
  return tell_cairn("load " + arguments);
}

std::string at(const Process& server) {
  return "--server " + server.address();
}

double metric(const Process& server, const std::string& name) {
  Client client(server.port());
  const std::string text = client.get("/metrics").body;
  const auto found = text.find("\n" + name + " ");
  return found == std::string::npos ? -1 : std::stod(text.substr(found + name.size() + 2));
}

void check_measured(const Ran& said) {
  ASSERT_EQ(said.status, 0) << said.said();
  const Json line = parse_json(said.out);
  ASSERT_TRUE(line.is_object()) << said.said();
  EXPECT_GT(line.at("moves"), 0) << said.said();
  EXPECT_TRUE(line.at("errors").empty()) << said.said();
  EXPECT_GT(line.at("server_cpu_us"), 0) << said.said();
  EXPECT_GT(line.at("server_bytes"), 1'000'000) << said.said();
  for (const char* times : {"acknowledged_ms", "heard_ms", "between_ms"}) {
    const Json& spread = line.at(times);
    EXPECT_LE(spread.at("p50"), spread.at("p95"));
    EXPECT_LE(spread.at("p95"), spread.at("p99"));
    EXPECT_LE(spread.at("p99"), spread.at("most"));
  }
  EXPECT_GT(line.at("acknowledged_ms").at("p50"), 0);
}

// Small boards: games end and others begin in between.
TEST(ServerLoad, TheMovesItCountsWereStored) {
  const TempFolder folder;
  const Process server({"--data", folder.path()});
  const Ran sockets = load(at(server) + " --games 12 --seconds 2 -o size=4 --json");
  check_measured(sockets);
  const Json line = parse_json(sockets.out);
  EXPECT_GT(line.at("games_ended"), 0) << sockets.said();
  // Every move that was counted, and two seats taken a game; those that were answered after the end are not counted.
  EXPECT_GE(metric(server, "cairn_moves_stored_total"), line.at("moves"));

  check_measured(load(at(server) + " --games 12 --connections 4 --rate 100 --seconds 2 -o size=4 --json"));
  const Process other({"--data", folder.path() + "/other"});
  const Ran two = load(at(server) + " " + at(other) + " --games 1 --seconds 1");
  EXPECT_EQ(two.status, 1) << "what one server opens the other, with a store of its own, does not know: " << two.said();
}

TEST(ServerLoad, TellsWhatASocketCosts) {
  const TempFolder folder;
  const Process server({"--data", folder.path()});
  const Ran said = load(at(server) + " --games 10 --idle 300 --seconds 1 --json");
  ASSERT_EQ(said.status, 0) << said.said();
  const Json line = parse_json(said.out);
  EXPECT_GT(line.at("bytes_a_socket"), 0) << said.said();
  EXPECT_LT(line.at("bytes_a_socket"), 1'000'000) << said.said();
  EXPECT_EQ(line.at("idle"), 300);
}

TEST(ServerLoad, SaysWhatIsWrong) {
  const TempFolder folder;
  const Process server({"--data", folder.path()});
  const TempFolder own;
  ServerConfig config = config_for(own);
  config.rate_limits = true;
  config.beginnings_at_once = 3;
  config.beginnings_per_second = 0.01;
  const Running strict(config);
  const Ran limited = load("--server http://localhost:" + std::to_string(strict.port()) + " --games 20 --seconds 1");
  EXPECT_EQ(limited.status, 1);
  EXPECT_NE(limited.said().find("--no-rate-limits"), std::string::npos) << limited.said();
  for (const auto& [arguments, words] : std::vector<std::pair<std::string, std::string>>{
           {"--server http://localhost:1", "cannot connect to localhost:1: Connection refused"},
           {"--server http://no-such-host.invalid", "is not found"},
           {"--server localhost", "must be http://HOST or http://HOST:PORT"},
           {"--server https://localhost", "cairn load cannot use https"},
           {at(server) + " --game chess", "chess"},
           {at(server) + " --game phantom", "without hidden information"},
           {at(server) + " -o size=1000", "size"},
           {at(server) + " --games 0", "--games"}}) {
    const Ran said = load(arguments);
    EXPECT_EQ(said.status, 2) << arguments;
    EXPECT_NE(said.said().find(words), std::string::npos) << arguments << ": " << said.said();
  }
}

}  // namespace
}  // namespace cairn::testing
