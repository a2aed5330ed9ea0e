// What a hostile or broken client may do to the server: it is told what was wrong, and everybody else plays on.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/rng.h"
#include "core/text.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

const std::map<std::string, std::string> kJson = {{"Content-Type", "application/json"}};

void write_file(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

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

struct ServerAbuse : ::testing::Test {
  TempFolder folder;
  ServerConfig config = [this] {
    ServerConfig wanted = config_for(folder);
    wanted.web = folder.path() + "/web";
    write_file(wanted.web + "/index.html", "<!doctype html><title>Cairn</title>" + std::string(2000, ' '));
    write_file(wanted.web + "/assets/core-1a2b.wasm", std::string("\0asm\1\0\0\0", 8));
    write_file(folder.path() + "/secret.txt", "secret");
    wanted.max_queued_bytes = 64 * 1024;
    std::filesystem::create_symlink(folder.path() + "/secret.txt", wanted.web + "/link.txt");
    return wanted;
  }();
  Running running{config};
  Client ann{running.port()};
  std::string table;

  void SetUp() override {
    ann.enter("Ann");
    table = ann.create({{"game", "spargo"}, {"opponent", "friend"}});
  }
  void TearDown() override {  // whatever was done, the game goes on
    Client again(running.port());
    EXPECT_EQ(again.get("/healthz").body, R"({"ok":true})");
    const Json state = ann.state(table);
    const auto word = state.at("legal").at(0).get<std::string>();
    EXPECT_EQ(ann.command(table, "last", state.at("version").get<int>(), word).status, 200);
  }
};

TEST_F(ServerAbuse, WhatIsNoHttpIsRefused) {
  const std::string host = "Host: localhost\r\n";
  const std::map<std::string, int> tries = {
      {"GARBAGE\r\n\r\n", 400},
      {std::string("\0\1\2\3\r\n\r\n", 8), 400},
      {"GET / HTTP/9.9\r\n\r\n", 400},
      {"GET /\r\n\r\n", 400},
      {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n" + host + "Bad Header\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n" + host + "X: a\r\n b\x01\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n" + host + "X: " + std::string(20'000, 'x') + "\r\n\r\n", 431},
      {"GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n" + host + "\r\n", 431},
      {"POST /api/guest HTTP/1.1\r\n" + host + "Content-Length: 99999999999\r\n\r\n", 413},
      {"POST /api/guest HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n", 400},
      {"POST /api/guest HTTP/1.1\r\n" + host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
      {"POST /api/guest HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
      {"BREW / HTTP/1.1\r\n" + host + "\r\n", 405},
      {"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", 404},
  };
  for (const auto& [bytes, expected] : tries) {
    const std::string answer = exchange(running.port(), bytes);
    EXPECT_EQ(status_of(answer), expected) << bytes.substr(0, 80) << "\n-> " << answer.substr(0, 200);
  }
}

TEST_F(ServerAbuse, RandomBytesDoNoHarm) {
  Rng rng(99);
  for (int i = 0; i < 40; ++i) {
    std::string bytes = i % 2 == 0 ? "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 300\r\n\r\n" : "";
    for (int k = 0; k < 300; ++k) bytes += static_cast<char>(rng.below(256));
    Wire wire(running.port());
    wire.send(bytes);
    std::string out;
    wire.receive(out, std::chrono::milliseconds(50));
    EXPECT_TRUE(out.empty() || status_of(out) >= 400) << out;
  }
}

TEST_F(ServerAbuse, BadBodiesAreRefusedWithWhatWouldBeRight) {
  const std::string commands = "/api/tables/" + table + "/commands";
  for (const std::string& body : {std::string(), std::string("{"), std::string("[]"), std::string("\xff\xfe"),
                                  std::string(30'000, '['), std::string("{\"request\":\"a\"}"),
                                  std::string(R"({"request":"a","version":0,"command":"play","word":"\u0000"})")}) {
    for (const std::string& target : {commands, std::string("/api/tables")}) {
      const Response answer = ann.ask("POST", target, body, kJson);
      EXPECT_EQ(answer.status, 400) << target << " " << body.substr(0, 50);
      EXPECT_EQ(answer.code(), "bad-request");
      EXPECT_FALSE(answer.json().at("error").at("message").get<std::string>().empty());
    }
  }
  EXPECT_EQ(ann.ask("POST", commands, std::string(70'000, ' '), kJson).status, 413);
  EXPECT_EQ(ann.ask("POST", commands, "{}", {{"Content-Type", "text/plain"}}).status, 415);
  EXPECT_EQ(ann.post("/api/tables", {{"game", "chess"}}).code(), "unknown-game");
  EXPECT_EQ(ann.post("/api/tables", {{"game", "spargo"}, {"options", {{"no-such", 1}}}}).code(), "bad-options");
  const Response name =
      ann.post("/api/tables", {{"game", std::string(60, 'x') + "\xC3\xA9\xC3\xA9\xC3\xA9" + std::string(30, 'y')}});
  EXPECT_EQ(name.status, 400);
  const Response word = ann.command(table, "w", 0, std::string(39, 'x') + "\xC3\xA9");
  EXPECT_EQ(word.status, 422) << "a letter that a message cuts in two";
}

TEST_F(ServerAbuse, AddressesThatAreNone) {
  EXPECT_EQ(ann.get("/api/nothing").status, 404);
  EXPECT_EQ(ann.get("/api/tables/AAAAAAAAAAAAAAAA").code(), "not-found");
  EXPECT_EQ(ann.get("/api/tables/" + std::string(500, 'a')).status, 404);
  EXPECT_EQ(ann.get("/api/tables/';DROP_TABLE_tables;--").status, 404);
  const Response wrong = ann.get("/api/guest");
  EXPECT_EQ(wrong.status, 405);
  EXPECT_EQ(wrong.headers.at("allow"), "POST");
  EXPECT_EQ(ann.get("/api/tables/" + table + "/socket").status, 426);
  for (const char* path : {"/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
                           "//etc/passwd", "/link.txt", "/index.html/../../secret.txt", "/\\..\\secret.txt"}) {
    const Response answer = ann.get(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.body.find("secret\n"), std::string::npos);
  }
}

TEST_F(ServerAbuse, APageOfAnotherSiteCannotPlay) {
  const std::string body = R"({"request":"x","version":0,"command":"resign"})";
  const std::string commands = "/api/tables/" + table + "/commands";
  for (const char* origin : {"http://evil.example", "null", "http://localhost"}) {
    auto headers = kJson;
    headers["Origin"] = origin;
    EXPECT_EQ(ann.ask("POST", commands, body, headers).code(), "bad-origin") << origin;
    EXPECT_EQ(ann.ask("POST", "/api/tables/" + table + "/join", "", {{"Origin", origin}}).code(), "bad-origin");
    EXPECT_EQ(TableEar(ann, table, origin).status(), 403) << origin;
  }
  const std::string own = "http://localhost:" + std::to_string(running.port());
  EXPECT_TRUE(TableEar(ann, table, own).ok());
  EXPECT_FALSE(ann.state(table).at("view").at("over").get<bool>());
}

TEST_F(ServerAbuse, TheSessionCookieIsForTheServerAlone) {
  Client bob(running.port());
  const Response entered = bob.post("/api/guest", {{"name", "<b>Bob</b>"}});
  const std::string cookie = entered.headers.at("set-cookie");
  EXPECT_NE(cookie.find("HttpOnly"), std::string::npos);
  EXPECT_NE(cookie.find("SameSite=Strict"), std::string::npos);
  EXPECT_EQ(entered.body.find(bob.cookie()), std::string::npos);
  EXPECT_EQ(bob.post("/api/guest", {{"name", "Rob"}}).json().at("name"), "<b>Bob</b>") << "the same guest";
  // The database holds no token that could be used.
  for (const auto& file : std::filesystem::recursive_directory_iterator(config.data)) {
    std::ifstream in(file.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(bytes.find(bob.cookie()), std::string::npos) << file.path();
  }
  Client thief(running.port());
  EXPECT_EQ(thief
                .ask("POST", "/api/tables", R"({"game":"spargo"})",
                     {{"Content-Type", "application/json"}, {"Cookie", "cairn_session=" + std::string(43, 'A')}})
                .status,
            401);
}

TEST_F(ServerAbuse, SocketsThatTalkNonsense) {
  TableEar ear(ann, table);
  ASSERT_EQ(ear.next().at("type"), "state");
  for (const std::string& text : {std::string("{"), std::string("[]"), std::string(R"({"type":"dance"})"),
                                  std::string(R"({"type":"command","request":"r1","version":0,"command":"cheat"})")}) {
    ear.send_frame(1, text);
    const Json answer = ear.next();
    EXPECT_EQ(answer.at("type"), "refused") << text;
    EXPECT_EQ(answer.at("error").at("code"), "bad-request");
  }
  ear.send_frame(2, std::string("\0\1\2", 3));
  EXPECT_EQ(ear.next().at("type"), "refused");
  ear.send_frame(1, std::string(20'000, ' '));
  EXPECT_TRUE(ear.next().is_null());
  EXPECT_EQ(ear.close_code(), 1009) << "too big";

  TableEar unmasked(ann, table);
  unmasked.next();
  unmasked.send_frame(1, "{}", false);
  EXPECT_TRUE(unmasked.next().is_null());
  TableEar bad_text(ann, table);
  bad_text.next();
  bad_text.send_frame(1, "\xff\xff");
  EXPECT_TRUE(bad_text.next().is_null());
  TableEar raw(ann, table);
  raw.next();
  raw.send_bytes(std::string(1000, '\xff'));
  EXPECT_TRUE(raw.next().is_null());
  TableEar half(ann, table);
  half.send_bytes("\x81");
  half.cut();
  TableEar none(ann, "AAAAAAAAAAAAAAAA");
  EXPECT_EQ(none.next().at("error").at("code"), "not-found");
  EXPECT_TRUE(none.next().is_null());
}

TEST_F(ServerAbuse, WhoDoesNotReadIsLetGo) {
  Client bob(running.port());
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

TEST_F(ServerAbuse, PagesHaveTheirHeaders) {
  const Response page = ann.get("/t/" + table);
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.headers.at("cache-control"), "no-cache");
  const std::string policy = page.headers.at("content-security-policy");
  EXPECT_NE(policy.find("script-src 'self' 'wasm-unsafe-eval';"), std::string::npos);
  for (const char* never : {"'unsafe-inline'", "'unsafe-eval'", "http:", "https:", "*"})
    EXPECT_EQ(policy.find(never), std::string::npos) << never;
  EXPECT_NE(policy.find("default-src 'none';"), std::string::npos);
  EXPECT_NE(policy.find("frame-ancestors 'none'"), std::string::npos);
  EXPECT_EQ(page.headers.at("x-content-type-options"), "nosniff");
  EXPECT_EQ(ann.ask("GET", "/", "", {{"If-None-Match", page.headers.at("etag")}}).status, 304);
  const Response head = ann.ask("HEAD", "/", "", {});
  EXPECT_EQ(head.headers.at("content-length"), std::to_string(page.body.size()));
  const Response packed = ann.ask("GET", "/", "", {{"Accept-Encoding", "gzip, br"}});
  EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
  EXPECT_LT(packed.body.size(), page.body.size());
  const Response wasm = ann.get("/assets/core-1a2b.wasm");
  EXPECT_EQ(wasm.headers.at("content-type"), "application/wasm");
  EXPECT_NE(wasm.headers.at("cache-control").find("immutable"), std::string::npos);
  EXPECT_EQ(ann.get("/api/games").headers.at("cache-control"), "no-store");
}

TEST_F(ServerAbuse, TheBoardForOtherSitesAloneMayStandInAFrame) {
  const auto policy = [](const Response& answer) { return answer.headers.at("content-security-policy"); };
  const auto without = [](std::string text, const std::string& end) {
    EXPECT_TRUE(text.ends_with("; frame-ancestors " + end)) << text;
    return text.substr(0, text.size() - end.size());
  };
  Response framed = ann.get("/embed/" + table);
  EXPECT_EQ(framed.status, 200);
  EXPECT_EQ(framed.headers.count("x-frame-options"), 0U);
  EXPECT_EQ(framed.headers["set-cookie"], "");
  const std::string bridge = " ws://127.0.0.1:21271 ws://127.0.0.1:21272 ws://127.0.0.1:21273 ws://127.0.0.1:21274";
  std::string page = without(policy(ann.get("/t/" + table)), "'none'");
  ASSERT_NE(page.find("connect-src 'self'" + bridge + ";"), std::string::npos) << page;
  page.erase(page.find(bridge), bridge.size());
  EXPECT_EQ(without(policy(framed), "*"), page) << "all else is the same, but for the bridge to an engine";
  const std::string known = framed.headers.at("etag");
  EXPECT_TRUE(policy(ann.ask("GET", "/embed/" + table, "", {{"If-None-Match", known}})).ends_with("ancestors *"));
  EXPECT_TRUE(policy(ann.ask("HEAD", "/embed/" + table, "", {})).ends_with("ancestors *"));
  const std::vector<std::string> others = {"/",
                                           "/t/" + table + "?embed=1",
                                           "/local/" + table,
                                           "/account",
                                           "/admin",
                                           "/settings",
                                           "/api-docs",
                                           "/embed",
                                           "/embed/",
                                           "/embed/a/b",
                                           "/embed/..",
                                           "/embedded/" + table,
                                           "/t/embed",
                                           "/api/tables/" + table,
                                           "/healthz",
                                           "/embed/" + table + "/"};
  for (const std::string& path : others) EXPECT_TRUE(policy(ann.get(path)).ends_with("frame-ancestors 'none'")) << path;
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

TEST(ServerStart, WhatCannotBeUsedIsSaid) {
  const TempFolder folder;
  const Running running(config_for(folder));
  ServerConfig config = config_for(folder);
  config.port = running.port();
  EXPECT_NE(Server::start(config).error.find("cannot listen on 127.0.0.1 port " + std::to_string(running.port())),
            std::string::npos);
  config.port = 0;
  EXPECT_NE(Server::start(config).error.find("another server is using it"), std::string::npos);
  config.data = "/proc/no-such-folder";
  EXPECT_NE(Server::start(config).error.find("/proc/no-such-folder"), std::string::npos);
  config.address = "not-an-address";
  EXPECT_NE(Server::start(config).error.find("not-an-address"), std::string::npos);
}

}  // namespace
}  // namespace cairn::testing
