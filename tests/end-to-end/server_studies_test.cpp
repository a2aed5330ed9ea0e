// Studies from outside: kept, shared, changed and taken home, with several servers on one store.
#include <gtest/gtest.h>

#include "notation/game_file.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

constexpr const char* kRecord = "(;GM[1]SZ[9];B[ee](;W[gc]C[calm])(;W[cc];B[gg]))";

void sign_up(Client& client, const std::string& name) {
  EXPECT_EQ(client.post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
}

Response put(Client& client, const std::string& target, const Json& body) {
  return client.ask("PUT", target, body.dump(), {{"Content-Type", "application/json"}});
}

TEST(ServerStudies, AreKeptSharedAndTakenHome) {
  const TempFolder folder;
  std::string id;
  const Json wish = {{"name", "Opening"}, {"record", kRecord}, {"access", "link"}, {"request", "once"}};
  {
    const Running running(config_for(folder));
    Client ann(running.port()), bob(running.port());
    EXPECT_EQ(ann.post("/api/studies", wish).code(), "no-session");
    ann.enter("Guest");
    EXPECT_EQ(ann.post("/api/studies", wish).code(), "no-account");
    sign_up(ann, "Ann");
    sign_up(bob, "Bob");
    Json wrong = wish;
    wrong["record"] = "(;GM[1]SZ[9];B[ee];CMOVE[white:E5])";
    const Response refused = ann.post("/api/studies", wrong);
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.code(), "bad-record");
    EXPECT_NE(refused.body.find("move 2"), std::string::npos) << refused.body;
    const Response made = ann.post("/api/studies", wish);
    ASSERT_EQ(made.status, 201) << made.body;
    id = made.json().at("id");
    EXPECT_EQ(ann.post("/api/studies", wish).json().at("id"), id);
    EXPECT_EQ(
        put(bob, "/api/studies/" + id, {{"version", 1}, {"name", "Mine"}, {"access", "public"}, {"record", kRecord}})
            .code(),
        "not-for-you");
  }
  // Another process, the same store.
  const Running running(config_for(folder));
  Client ann(running.port()), anybody(running.port());
  EXPECT_EQ(ann.post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 200);
  EXPECT_EQ(anybody.get("/api/studies/" + id).json().at("name"), "Opening");
  EXPECT_TRUE(anybody.get("/api/people/Ann/studies").json().at("studies").empty());
  EXPECT_EQ(ann.get("/api/studies?game=go").json().at("studies").size(), 1U);
  EXPECT_TRUE(ann.get("/api/studies?game=margo").json().at("studies").empty());
  const Json edit = {{"version", 1}, {"name", "Opening, again"}, {"access", "public"}, {"record", kRecord}};
  EXPECT_EQ(put(ann, "/api/studies/" + id, edit).status, 200);
  EXPECT_EQ(put(ann, "/api/studies/" + id, edit).code(), "other-version");
  EXPECT_EQ(anybody.get("/api/people/Ann/studies").json().at("studies").at(0).at("version"), 2);
  const Response sgf = anybody.get("/api/studies/" + id + "/game.sgf");
  EXPECT_EQ(sgf.headers.at("content-type"), "application/x-go-sgf");
  EXPECT_EQ(read_game_file(sgf.body, {}).imported.game.tree, read_game_file(kRecord, {}).imported.game.tree);
  EXPECT_EQ(anybody.get("/api/studies/" + id + "/game.txt").status, 200);
  const Json out = ann.get("/api/account/export").json();
  EXPECT_EQ(out.at("studies").at(0).at("record"), anybody.get("/api/studies/" + id + "/game.json").json());
  EXPECT_EQ(ann.post("/api/account/delete", {{"password", "password of Ann"}}).status, 200);
  EXPECT_EQ(anybody.get("/api/studies/" + id).status, 404);
}

// Writers at two servers: each version is one of them, and who was late knows it.
TEST(ServerStudies, OfSeveralServersAreChangedByOneAtATime) {
  PostgresCluster cluster;
  const TempFolder folder, other;
  ServerConfig config = config_for(folder), second_config = config_for(other);
  config.database = second_config.database = cluster.url("postgres");
  const Running one(config), two(second_config);
  Client here(one.port()), there(two.port());
  sign_up(here, "Ann");
  EXPECT_EQ(there.post("/api/session", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 200);
  const std::string id =
      here.post("/api/studies", {{"name", "0"}, {"record", kRecord}}).json().at("id").get<std::string>();
  int done = 0;
  for (int version = 1; version <= 5; ++version) {
    const auto change = [&](Client& client, const char* name) {
      return put(client, "/api/studies/" + id,
                 {{"version", version}, {"name", name}, {"access", "private"}, {"record", kRecord}})
          .status;
    };
    int from_here = 0, from_there = 0;
    std::thread racing([&] { from_there = change(there, "there"); });
    from_here = change(here, "here");
    racing.join();
    EXPECT_EQ(std::max(from_here, from_there), 409);
    EXPECT_EQ(std::min(from_here, from_there), 200);
    EXPECT_EQ(here.get("/api/studies/" + id).json().at("name"), from_here == 200 ? "here" : "there");
    ++done;
  }
  EXPECT_EQ(there.get("/api/studies/" + id).json().at("version"), 1 + done);
}

}  // namespace
}  // namespace cairn::testing
