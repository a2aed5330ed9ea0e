// Clocks and offers through the real server: sockets, the system's own time, SQLite, restarts.
#include <gtest/gtest.h>

#include "server_client.h"

namespace cairn::testing {
namespace {

struct ServerClock : ::testing::Test {
  TempFolder folder;
  std::unique_ptr<Running> running = std::make_unique<Running>(config_for(folder));
  Client ann{running->port()}, bob{running->port()};

  std::string begin(const std::string& clock) {
    ann.enter("Ann");
    bob.enter("Bob");
    const std::string table =
        ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", clock}});
    EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
    return table;
  }
  static Json command(const Json& state, const std::string& name, const std::string& offer = "") {
    static int number = 0;
    Json body = {{"request", "q" + std::to_string(++number)}, {"version", state.at("version")}, {"command", name}};
    if (!offer.empty()) body["offer"] = offer;
    return body;
  }
};

TEST_F(ServerClock, ATimeOutReachesEverybodyAndStays) {
  const std::string table = begin("move 1s");
  TableEar ear(bob, table);
  const Json state = ear.next_of("state").at("state");
  EXPECT_EQ(state.at("clock").at("rule"), "move 1s");
  EXPECT_TRUE(state.at("clock").at("seats").at(0).at("counting").get<bool>());
  const Json change = ear.next_of("change");
  EXPECT_EQ(change.at("deed"), parse_json(R"({"seat":0,"did":"timeout"})"));
  const Json result = change.at("state").at("view").at("result");
  EXPECT_EQ(result.at("seat"), 1);
  EXPECT_EQ(result.at("how"), "timed-out");
  EXPECT_EQ(ann.command(table, "late", state.at("version").get<int>(), "C3").status, 409);
}

TEST_F(ServerClock, ATimeOutThatCameWhileNoServerRan) {
  const std::string table = begin("move 1s");
  running.reset();
  std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  running = std::make_unique<Running>(config_for(folder));
  Client eve(running->port());
  TableEar ear(eve, table);
  Json state = ear.next_of("state").at("state");
  if (!state.at("view").at("over").get<bool>()) state = ear.next_of("change").at("state");
  EXPECT_EQ(state.at("view").at("result").at("how"), "timed-out");
}

TEST_F(ServerClock, TheWayOfASocketIsMeasured) {
  const std::string table = begin("absolute 5m lag 500ms");
  TableEar ear(ann, table);
  const Json state = ear.next_of("state").at("state");
  Json body = command(state, "play");
  body["word"] = state.at("legal").at(0);
  body["type"] = "command";
  ear.send(body);
  EXPECT_EQ(ear.next_of("reply").at("played"), 1);
  EXPECT_LE(ann.state(table).at("clock").at("seats").at(0).at("total").get<int>(), 300'000);
}

TEST_F(ServerClock, ADrawIsOfferedAndAgreed) {
  const std::string table = begin("none");
  EXPECT_TRUE(ann.state(table).at("clock").is_null());
  const Json offer = command(ann.state(table), "offer", "draw");
  const std::string commands = "/api/tables/" + table + "/commands";
  const Response first = ann.post(commands, offer);
  EXPECT_EQ(first.status, 200) << first.body;
  EXPECT_EQ(ann.post(commands, offer).body, first.body) << "the same request, the same answer";
  EXPECT_EQ(ann.post(commands, command(ann.state(table), "offer", "draw")).code(), "no-offer");
  EXPECT_EQ(ann.post(commands, command(ann.state(table), "offer", "pause")).code(), "clock");
  EXPECT_EQ(ann.post(commands, command(ann.state(table), "offer", "money")).code(), "bad-request");
  EXPECT_EQ(ann.post(commands, command(ann.state(table), "offer")).code(), "bad-request");
  running.reset();  // it outlasts the process
  running = std::make_unique<Running>(config_for(folder));
  const auto elsewhere = [&](Client& client) { return client.state(table); };
  Client again(running->port());
  EXPECT_EQ(elsewhere(again).at("offers").size(), 1U);
}

TEST_F(ServerClock, BadClocksAreRefused) {
  ann.enter("Ann");
  for (const Json& bad : {Json("fast"), Json(5), Json("fischer 5m"), Json("absolute 999d"), Json(nullptr)}) {
    const Response reply = ann.post("/api/tables", {{"game", "spargo"}, {"opponent", "friend"}, {"clock", bad}});
    EXPECT_EQ(reply.status, 400) << reply.body;
    EXPECT_EQ(reply.code(), "bad-request");
  }
}

TEST_F(ServerClock, TheBotKeepsItsTime) {
  ann.enter("Ann");
  const std::string table = ann.create(
      {{"game", "spargo"}, {"opponent", "bot"}, {"seat", "second"}, {"seconds", 10}, {"clock", "absolute 8s"}});
  TableEar ear(ann, table);
  Json state = ear.next_of("state").at("state");
  if (state.at("moves").empty()) state = ear.next_of("change").at("state");
  ASSERT_EQ(state.at("moves").size(), 1U);
  EXPECT_FALSE(state.at("view").at("over").get<bool>());
  EXPECT_GT(state.at("clock").at("seats").at(0).at("total").get<int>(), 0) << "ten seconds would have been too many";
}

}  // namespace
}  // namespace cairn::testing
