// Streams of lines from outside: what they tell, how one comes back, and how they end.
#include <gtest/gtest.h>

#include <map>

#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

const Json kWish = {{"game", "margo"}, {"opponent", "friend"}, {"seat", "first"}, {"options", {{"size", 6}}}};

struct Two {
  explicit Two(std::uint16_t first, std::uint16_t second) : ann(first), bob(second) {
    ann.enter("Ann");
    bob.enter("Bob");
  }
  explicit Two(std::uint16_t port) : Two(port, port) {}
  std::string begin() {
    std::string table = ann.create(kWish);
    EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
    return table;
  }
  void move(Client& who, const std::string& table) {
    const Json state = who.state(table);
    const int version = state.at("version");
    EXPECT_EQ(
        who.command(table, "m" + std::to_string(version), version, state.at("legal").at(0).get<std::string>()).status,
        200);
  }
  void resign(Client& who, const std::string& table) {
    const Json body = {{"request", "end"}, {"version", who.state(table).at("version")}, {"command", "resign"}};
    EXPECT_EQ(who.post("/api/tables/" + table + "/commands", body).status, 200);
  }
  Client ann, bob;
};

TEST(ServerStream, TellsOfATableAndAgainWhatWasMissed) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Two two(running.port());
  const std::string table = two.begin(), target = "/api/tables/" + table + "/stream";
  LineEar ear(two.bob, target);
  ASSERT_EQ(ear.status(), 200);
  EXPECT_EQ(ear.response().headers.at("content-type"), "application/x-ndjson");
  EXPECT_EQ(ear.next().at("type"), "state");
  for (int i = 0; i < 6; ++i) two.move(i % 2 == 0 ? two.ann : two.bob, table);
  int version = 1;
  for (int i = 0; i < 6; ++i) {
    const Json change = ear.next();
    EXPECT_EQ(change.at("version"), ++version);
    EXPECT_TRUE(change.contains("state"));
  }
  ear.cut();
  two.move(two.ann, table);
  LineEar back(two.bob, target + "?after=3");
  for (const int wanted : {4, 5, 6, 7, 8}) {
    const Json change = back.next();
    EXPECT_EQ(change.at("version"), wanted);
    EXPECT_EQ(change.at("events").at(0).at("kind"), "placed");
  }
  EXPECT_EQ(back.next().at("state").at("version"), 8);
  two.move(two.bob, table);
  EXPECT_EQ(back.next().at("version"), 9);
  // The same by WebSocket.
  TableEar socket(two.bob, table, "", false, "?after=7");
  EXPECT_EQ(socket.next().at("version"), 8);
  EXPECT_EQ(socket.next().at("version"), 9);
  EXPECT_EQ(socket.next().at("type"), "state");
  EXPECT_EQ(TableEar(two.bob, table, "", false, "?after=x").status(), 400);
  EXPECT_EQ(LineEar(two.bob, target + "?after=-1").response().code(), "bad-request");
  EXPECT_EQ(LineEar(two.bob, "/api/tables/nosuchtable/stream").response().code(), "not-found");
  EXPECT_EQ(LineEar(Client(running.port()), target).next().at("state").at("you"), nullptr) << "anybody may watch";
  EXPECT_EQ(LineEar(Client(running.port()), "/api/stream").response().code(), "no-session");
}

TEST(ServerStream, TellsOfAllOnesTables) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Two two(running.port());
  const std::string old = two.begin();
  std::int64_t number = 0;
  {
    LineEar ear(two.bob, "/api/stream");
    EXPECT_EQ(ear.next().at("table").at("id"), old);
    EXPECT_EQ(ear.next().at("type"), "ready");
    const std::string table = two.begin();
    EXPECT_EQ(ear.next().at("news"), "begun");
    two.move(two.ann, table);
    const Json turn = ear.next();
    EXPECT_EQ(turn.at("news"), "changed");
    EXPECT_EQ(turn.at("table").at("your_turn"), true);
    two.resign(two.bob, table);
    const Json end = ear.next();
    EXPECT_EQ(end.at("news"), "ended");
    number = end.at("number");
  }
  two.resign(two.ann, old);
  LineEar back(two.bob, "/api/stream?after=" + std::to_string(number));
  // By their numbers, each table once; two may have the same number.
  std::map<std::string, Json> lines;
  Json line;
  for (std::int64_t last = 0; (line = back.next()).value("type", "ready") == "table"; last = line.at("number")) {
    EXPECT_GE(line.at("number"), last);
    EXPECT_TRUE(lines.emplace(line.at("table").at("id"), line).second) << line.dump();
  }
  ASSERT_TRUE(lines.contains(old));
  EXPECT_EQ(lines[old].at("news"), "ended");
  EXPECT_GE(lines[old].at("number"), number);
  EXPECT_GE(line.at("number"), lines[old].at("number"));
}

TEST(ServerStream, GoesByScopesAndEndsWithItsToken) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port());
  EXPECT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
  const auto token = [&](const char* scope) {
    return ann.post("/api/tokens", {{"name", "bot"}, {"scopes", {scope}}}).json();
  };
  const Json reads = token("read"), manages = token("account");
  const std::string table = ann.create(kWish);
  const Client nobody(running.port());
  EXPECT_EQ(LineEar(nobody, "/api/stream", manages.at("token")).response().code(), "bad-scope");
  EXPECT_EQ(LineEar(nobody, "/api/tables/" + table + "/stream", manages.at("token")).response().code(), "bad-scope");
  LineEar own(nobody, "/api/stream", reads.at("token")),
      one(nobody, "/api/tables/" + table + "/stream", reads.at("token"));
  EXPECT_EQ(own.next().at("table").at("you"), 0);
  EXPECT_EQ(own.next().at("type"), "ready");
  EXPECT_EQ(one.next().at("state").at("you"), 0);
  EXPECT_EQ(ann.ask("DELETE", "/api/tokens/" + reads.at("id").get<std::string>(), "", {}).status, 200);
  EXPECT_TRUE(own.next().is_null());
  EXPECT_TRUE(one.next().is_null());
  EXPECT_FALSE(own.whole());
}

TEST(ServerStream, WhoDoesNotReadIsLetGo) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.max_queued_bytes = 100'000;
  const Running running(config);
  Two two(running.port());
  const std::string table = two.begin();
  LineEar slow(two.bob, "/api/tables/" + table + "/stream", "", true),
      quick(two.ann, "/api/tables/" + table + "/stream");
  EXPECT_EQ(quick.next().at("type"), "state");
  for (int i = 0; i < 4'000; ++i) {
    const Json body = {{"request", "o" + std::to_string(i)},
                       {"version", two.ann.state(table).at("version")},
                       {"command", i % 2 == 0 ? "offer" : "decline"},
                       {"offer", "draw"}};
    const Response reply = two.ann.post("/api/tables/" + table + "/commands", body);
    if (i % 2 == 1) two.move(i % 4 == 1 ? two.ann : two.bob, table);
    if (reply.status == 200) {
      ASSERT_FALSE(quick.next().is_null());
    }
    if (i % 2 == 1) {
      ASSERT_FALSE(quick.next().is_null());
    }
    if (two.ann.get("/metrics").body.find("cairn_sockets_too_slow_total 1\n") != std::string::npos) return;
  }
  FAIL() << "the slow one was kept";
}

TEST(ServerStream, ClientsLearnThatTheServerEnds) {
  const TempFolder folder;
  Running running(config_for(folder));
  Two two(running.port());
  const std::string table = two.begin();
  LineEar own(two.bob, "/api/stream"), one(two.bob, "/api/tables/" + table + "/stream");
  EXPECT_EQ(own.next().at("type"), "table");
  EXPECT_EQ(own.next().at("type"), "ready");
  EXPECT_EQ(one.next().at("type"), "state");
  running.stop();
  for (LineEar* ear : {&own, &one}) {
    EXPECT_EQ(ear->next().at("type"), "end");
    EXPECT_TRUE(ear->next().is_null());
    EXPECT_TRUE(ear->whole()) << "the answer is complete";
  }
}

TEST(ServerStream, ServersThatShareADatabaseTellTheSame) {
  PostgresCluster cluster;
  const TempFolder folder, other;
  ServerConfig config = config_for(folder), second = config_for(other);
  config.database = second.database = cluster.url("postgres");
  auto one = std::make_unique<Running>(config);
  const Running two(second);
  Two people(one->port(), two.port());
  std::int64_t number = 0;
  std::string table;
  {
    LineEar bob_hears(people.bob, "/api/stream");
    EXPECT_EQ(bob_hears.next().at("type"), "ready");
    table = people.begin();
    EXPECT_EQ(bob_hears.next().at("news"), "begun");
    people.move(people.ann, table);
    const Json turn = bob_hears.next();
    EXPECT_EQ(turn.at("news"), "changed");
    EXPECT_EQ(turn.at("table").at("your_turn"), true);
    number = turn.at("number");
  }
  people.resign(people.ann, table);
  one.reset();
  // At another server than before, and with its numbers.
  LineEar back(people.bob, "/api/stream?after=" + std::to_string(number));
  const Json line = back.next();
  EXPECT_EQ(line.at("table").at("id"), table);
  EXPECT_EQ(line.at("news"), "ended");
  LineEar again(people.bob, "/api/tables/" + table + "/stream?after=1");
  EXPECT_EQ(again.next().at("version"), 2);
  EXPECT_EQ(again.next().at("deed").at("did"), "resign");
}

}  // namespace
}  // namespace cairn::testing
