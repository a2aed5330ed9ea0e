// What a hostile or broken client may do to the server: it is told what was wrong, and everybody else plays on.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/rng.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

const std::map<std::string, std::string> kJson = {{"Content-Type", "application/json"}};

void write_file(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

struct ServerAbuse : ::testing::Test {
  TempFolder folder;
  ServerConfig config = [this] {
    ServerConfig wanted = config_for(folder);
    wanted.web = folder.path() + "/web";
    write_file(wanted.web + "/index.html", "<!doctype html><title>Cairn</title>" + std::string(2000, ' '));
    write_file(wanted.web + "/assets/core-1a2b.wasm", std::string("\0asm\1\0\0\0", 8));
    write_file(folder.path() + "/secret.txt", "secret");
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
