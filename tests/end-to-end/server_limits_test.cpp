// How much a server lets anybody do, hold or keep it waiting.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/text.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

// A game whose states are long.
std::string big_table(Client& ann, Client& bob) {
  bob.enter("Bob");
  const std::string table = ann.create({{"game", "margo"}, {"options", {{"size", 19}}}, {"opponent", "friend"}});
  bob.post("/api/tables/" + table + "/join", Json::object());
  return table;
}

void play_moves(const std::string& table, Client& ann, Client& bob, int count) {
  for (int i = 0; i < count; ++i) {
    Client& mover = i % 2 == 0 ? ann : bob;
    const Json state = mover.state(table);
    const auto& legal = state.at("legal");
    const auto word = legal.at(legal.size() / 2).get<std::string>();
    ASSERT_EQ(mover.command(table, "m" + std::to_string(i), state.at("version").get<int>(), word).status, 200);
  }
}

TEST(ServerLimits, TooManyRequestsGetATimeToRetry) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  config.requests_at_once = 40;
  config.requests_per_second = 0.5;
  const Running running(config);
  Client ann(running.port());
  ann.enter("Ann");
  Response answer;
  for (int i = 0; i < 500 && answer.status != 429; ++i) answer = ann.get("/healthz");
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.code(), "too-many");
  const int wait = static_cast<int>(parse_int(answer.headers.at("retry-after")).value_or(0));
  ASSERT_TRUE(wait == 1 || wait == 2) << wait;
  std::this_thread::sleep_for(std::chrono::milliseconds(wait * 1'000 + 100));
  EXPECT_EQ(ann.get("/healthz").status, 200);
}

TEST(ServerLimits, NobodyMakesTablesWithoutLimit) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  config.requests_per_second = config.requests_at_once = 1e6;
  config.beginnings_at_once = 30;
  config.beginnings_per_second = 1e-6;  // none comes back while this runs
  const Running running(config);
  Client ann(running.port());
  ann.enter("Ann");
  int made = 1;  // who entered
  for (int i = 0; i < 40; ++i)
    made += ann.post("/api/tables", {{"game", "spargo"}, {"opponent", "friend"}}).status == 201 ? 1 : 0;
  EXPECT_EQ(made, 30);
}

TEST(ServerLimits, WhatIsWrittenHasABudgetOfBytes) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  config.requests_per_second = config.requests_at_once = 1e6;
  const Running running(config);
  Client ann(running.port()), bob(running.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  const std::string long_plan =
      R"({"request":"a","version":1,"command":"plan","plan":")" + std::string(60'000, 'x') + "\"}";
  const auto send = [&](Client& client, const std::string& body) {
    return client.ask("POST", "/api/tables/" + table + "/commands", body, {{"Content-Type", "application/json"}});
  };
  int sent = 0;
  Response answer;
  do answer = send(ann, long_plan);
  while (answer.status == 400 && ++sent < 1'000);
  EXPECT_EQ(answer.status, 429) << answer.body;
  EXPECT_EQ(answer.code(), "too-many");
  EXPECT_NEAR(sent, (config.guest_mebibytes_a_day << 20) / 60'000, 5);
  EXPECT_GE(parse_int(answer.headers.at("retry-after")).value_or(0), 1);
  const Json state = ann.state(table);
  EXPECT_EQ(ann.command(table, "m", state.at("version"), state.at("legal").at(0)).status, 200)
      << "a move is always taken";
  EXPECT_EQ(send(bob, long_plan).status, 400) << "the other has a budget of his own";
}

// All that a guest can leave in a day, measured in the files of the database: tables, and chat at them.
TEST(ServerLimits, WhatAGuestLeavesInADayIsBounded) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  config.requests_per_second = config.requests_at_once = config.beginnings_per_second = config.beginnings_at_once = 1e6;
  config.guest_mebibytes_a_day = 1;
  const auto stored = [&] {
    std::uintmax_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(config.data))
      if (entry.path().filename() == "cairn.db") bytes += entry.file_size();
    return bytes;
  };
  std::uintmax_t before = 0;
  int made = 0;
  {
    const Running running(config);
    Client gus(running.port());
    gus.enter("Gus");
    before = stored();
    const Json wish = {{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}};
    Response answer;
    while ((answer = gus.post("/api/tables", wish)).status == 201 && made < 2'000) ++made;
    EXPECT_EQ(answer.status, 429) << answer.body;
    EXPECT_EQ(answer.code(), "too-many");
    EXPECT_NEAR(made, (1 << 20) / 4'096, 4);
    EXPECT_EQ(gus.post("/api/account/preferences", Json::object()).status, 405);
    Client ann(running.port());
    EXPECT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
    EXPECT_EQ(ann.post("/api/tables", wish).status, 201) << "others are not concerned";
  }
  EXPECT_LT(stored() - before, 2U << 20) << made << " tables";  // the log was taken into it at the end
}

TEST(ServerLimits, WhenTheDiskIsNearlyFullOnlyMovesAreStored) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  const Json ann_is = {{"name", "Ann"}, {"password", "password of Ann"}};
  std::string table;
  {
    const Running running(config);
    Client ann(running.port()), bob(running.port());
    ASSERT_EQ(ann.post("/api/account", ann_is).status, 201);
    bob.enter("Bob");
    table = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
    ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  }
  config.disk_reserve = std::int64_t{1} << 40;  // no disk has that much
  const Running running(config);
  Client ann(running.port()), guest(running.port());
  ASSERT_EQ(ann.post("/api/session", ann_is).status, 200);
  const Json state = ann.state(table);
  EXPECT_EQ(ann.command(table, "m", state.at("version"), state.at("legal").at(0)).status, 200);
  for (const Response& answer : {ann.post("/api/tables", {{"game", "spargo"}, {"opponent", "friend"}}),
                                 guest.post("/api/guest", {{"name", "Eve"}})}) {
    EXPECT_EQ(answer.status, 507) << answer.body;
    EXPECT_EQ(answer.code(), "no-room");
  }
  EXPECT_EQ(guest.get("/api/tables/" + table).status, 200);
}

TEST(ServerLimits, WhoSpeaksSlowlyIsNotWaitedFor) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.request_seconds = 1;
  const Running server(config);
  // A head without an end, a body that never comes, and silence: each drops a byte now and then to stay alive.
  Wire head(server.port()), body(server.port()), silence(server.port());
  ASSERT_TRUE(head.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "));
  ASSERT_TRUE(body.send("POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000\r\n\r\n"));
  std::string from_head, from_body, from_silence;
  const auto closed = [](Wire& wire, std::string& got) {  // nothing was said, and nothing more can be
    return !wire.receive(got, std::chrono::milliseconds(1)) && !wire.send("x") && got.empty();
  };
  bool head_closed = false, body_closed = false;
  for (int i = 0; i < 400 && !(head_closed && body_closed); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    head_closed = head_closed || closed(head, from_head);
    body_closed = body_closed || closed(body, from_body);
  }
  EXPECT_TRUE(head_closed);
  EXPECT_TRUE(body_closed);
  EXPECT_FALSE(silence.receive(from_silence, std::chrono::seconds(10)));  // it is closed, or this would take that long
  Client ann(server.port());
  EXPECT_EQ(ann.get("/healthz").status, 200);
}

TEST(ServerLimits, BehindAProxyTheForwardedAddressCounts) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  config.behind_proxy = true;
  config.requests_at_once = 40;
  config.requests_per_second = 1e-6;  // none comes back while this runs, however slow the machine is
  const Running running(config);
  Client proxy(running.port());
  const Response entered =
      proxy.ask("POST", "/api/guest", "{}", {{"Content-Type", "application/json"}, {"X-Forwarded-For", "192.0.2.1"}});
  EXPECT_NE(entered.headers.at("set-cookie").find("; Secure"), std::string::npos);
  // What a client wrote in front of the proxy's own word does not count.
  int passed = 1;  // who entered
  for (int i = 0; i < 60; ++i) {
    const std::string line = std::to_string(i) + ".1.1.1, 192.0.2.1";
    passed += proxy.ask("GET", "/healthz", "", {{"X-Forwarded-For", line}}).status == 200 ? 1 : 0;
  }
  EXPECT_EQ(passed, 40);
  EXPECT_EQ(proxy.ask("GET", "/healthz", "", {{"X-Forwarded-For", "192.0.2.2"}}).status, 200);
  // Nor does it in a line of its own, as a proxy leaves it that appends one; nor in the other header.
  passed = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string two = std::to_string(i) + ".2.2.2\r\nX-Forwarded-For: 192.0.2.3";
    passed += proxy.ask("GET", "/healthz", "", {{"X-Forwarded-For", two}}).status == 200 ? 1 : 0;
  }
  EXPECT_EQ(passed, 40);
  passed = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string other = "for=" + std::to_string(i) + ".3.3.3";
    const auto answered = proxy.ask("GET", "/healthz", "", {{"Forwarded", other}, {"X-Forwarded-For", "192.0.2.4"}});
    passed += answered.status == 200 ? 1 : 0;
  }
  EXPECT_EQ(passed, 40);
  EXPECT_EQ(proxy.ask("GET", "/healthz", "", {{"Forwarded", "for=192.0.2.9;proto=https"}}).status, 200);
}

TEST(ServerLimits, WhoDoesNotReadIsLetGo) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.max_queued_bytes = 64 * 1024;
  const Running running(config);
  Client ann(running.port()), bob(running.port());
  ann.enter("Ann");
  const std::string big = big_table(ann, bob);
  TableEar deaf(bob, big, "", true);
  constexpr int kMoves = 120;
  play_moves(big, ann, bob, kMoves);
  int heard = 0;
  while (!deaf.next(std::chrono::seconds(5)).is_null()) ++heard;
  EXPECT_LT(heard, kMoves) << "nothing bounds what waits for a client that does not read";
}

// What waits for him is less than what is too slow, so only his end can tell.
TEST(ServerLimits, WhoStopsSendingAndDoesNotReadIsLetGo) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port()), bob(running.port());
  ann.enter("Ann");
  const std::string table = big_table(ann, bob);
  const auto open = [&](int count) {
    return ann.get("/metrics").body.find("\ncairn_sockets " + std::to_string(count) + "\n") != std::string::npos;
  };
  TableEar deaf(bob, table, "", true);
  play_moves(table, ann, bob, 80);  // some 2 MB: more than the system takes
  EXPECT_TRUE(open(1));
  deaf.stop_sending();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!open(0) && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(open(0));
}

}  // namespace
}  // namespace cairn::testing
