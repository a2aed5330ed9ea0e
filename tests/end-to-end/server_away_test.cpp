// Vacations from all games at once, through real servers: what was answered holds in every game, whatever process ends.
#include <gtest/gtest.h>

#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Tables = std::vector<std::string>;

void sign_in(Client& client, const std::string& name, bool fresh) {
  const Response in =
      client.post(fresh ? "/api/account" : "/api/session", {{"name", name}, {"password", "password of " + name}});
  ASSERT_LT(in.status, 300) << in.body;
}

std::string begin(Client& ann, Client& bob, const char* clock) {
  const std::string table =
      ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", clock}});
  EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  return table;
}

Json vacation(Client& client, std::string_view method) {
  const Response reply = client.ask(method, "/api/vacation", "", {});
  EXPECT_EQ(reply.status, 200) << reply.body;
  return reply.json();
}

// Until it is said at every table.
void settle(Client& client) {
  for (int i = 0; i < 3'000 && vacation(client, "GET").at("waiting") != 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(vacation(client, "GET").at("waiting"), 0);
}

int away(Client& client, const Tables& tables) {
  int count = 0;
  for (const std::string& table : tables)
    count += client.state(table).at("clock").at("seats").at(0).contains("vacation") ? 1 : 0;
  return count;
}

TEST(ServerAway, AllGamesAndThoseThatBeginMeanwhile) {
  const TempFolder folder;
  auto server = std::make_unique<Running>(config_for(folder));
  Tables tables, others;
  {
    Client ann(server->port()), bob(server->port());
    EXPECT_EQ(ann.ask("PUT", "/api/vacation", "", {}).code(), "no-session");
    ann.enter("Gus");
    EXPECT_EQ(ann.ask("PUT", "/api/vacation", "", {}).code(), "no-account");
    sign_in(ann, "Ann", true);
    sign_in(bob, "Bob", true);
    for (int i = 0; i < 3; ++i) tables.push_back(begin(ann, bob, "correspondence 3d vacation 30d"));
    others = {begin(ann, bob, "correspondence 3d"), begin(ann, bob, "fischer 5m+3s")};
    TableEar ear(bob, tables[0]);
    ear.next_of("state");
    EXPECT_GT(vacation(ann, "PUT").at("since"), 0);
    settle(ann);
    EXPECT_EQ(away(bob, tables), 3);
    EXPECT_EQ(away(bob, others), 0);
    const Json change = ear.next_of("change");
    EXPECT_EQ(change.at("deed"), parse_json(R"({"seat":0,"did":"vacation"})"));
  }
  server.reset();
  server = std::make_unique<Running>(config_for(folder));
  Client ann(server->port()), bob(server->port());
  sign_in(ann, "Ann", false);
  sign_in(bob, "Bob", false);
  EXPECT_FALSE(vacation(ann, "GET").at("since").is_null());
  tables.push_back(begin(ann, bob, "correspondence 1d vacation 5d"));
  settle(ann);
  EXPECT_EQ(away(bob, tables), 4);
  EXPECT_TRUE(vacation(ann, "DELETE").at("since").is_null());
  settle(ann);
  EXPECT_EQ(away(bob, tables), 0);
}

// The server that was asked is killed at once; another of the same database does what it promised.
TEST(ServerAway, AnotherServerGoesOn) {
  PostgresCluster postgres;
  postgres.execute("CREATE DATABASE cairn");
  const std::vector<std::string> options = {"--database", postgres.url("cairn")};
  Process two(options);
  ASSERT_NE(two.port(), 0) << two.said();
  Client ann(two.port()), bob(two.port());
  sign_in(ann, "Ann", true);
  sign_in(bob, "Bob", true);
  Tables tables;
  for (int i = 0; i < 10; ++i) tables.push_back(begin(ann, bob, "correspondence 3d vacation 30d"));
  for (const bool goes : {true, false, true}) {
    Process one(options);
    ASSERT_NE(one.port(), 0) << one.said();
    Client there(one.port());
    sign_in(there, "Ann", false);
    EXPECT_EQ(vacation(there, goes ? "PUT" : "DELETE").at("since").is_null(), !goes);
    one.end(SIGKILL);
    settle(ann);
    EXPECT_EQ(away(bob, tables), goes ? 10 : 0);
  }
}

}  // namespace
}  // namespace cairn::testing
