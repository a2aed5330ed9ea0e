// HTTP to the letter (RFC 9112): what could be read in two ways is refused, and the server answers to its own names.
#include <gtest/gtest.h>

#include "core/text.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

const std::string kHost = "Host: localhost\r\n";

int answers_in(const std::string& text) {
  int count = 0;
  for (auto at = text.find("HTTP/1.1 "); at != std::string::npos; at = text.find("HTTP/1.1 ", at + 1)) ++count;
  return count;
}

struct ServerHttp : ::testing::Test {
  TempFolder folder;
  ServerConfig config = config_for(folder);
};

TEST_F(ServerHttp, AMessageEndsWhereEverybodySeesItsEnd) {
  const Running running(config);
  // What follows could be taken for the body, or for another request: nothing of it is answered.
  const std::string next = "GET /healthz HTTP/1.1\r\n" + kHost + "\r\n";
  for (const auto& [head, status] : std::initializer_list<std::pair<std::string, int>>{
           {"POST /api/guest HTTP/1.1\r\n" + kHost + "Transfer-Encoding: gzip\r\n\r\n", 501},
           {"POST /api/guest HTTP/1.1\r\n" + kHost + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501},
           {"POST /api/guest HTTP/1.1\r\n" + kHost + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
            400},
           {"POST /api/guest HTTP/1.1\r\n" + kHost + "Content-Length: 2, 2\r\n\r\n{}", 400},
           {"POST /api/guest HTTP/1.0\r\n" + kHost + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
           {"GET /healthz HTTP/1.1\r\n" + kHost + "Host: other\r\n\r\n", 400},
           {"GET /healthz HTTP/1.1\r\n\r\n", 400},
           {"GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", 400},
           {"GET /healthz HTTP/1.1\r\nHost: [::1].evil.example\r\n\r\n", 400},
           {"GET http:///healthz HTTP/1.1\r\n" + kHost + "\r\n", 400},
           {"GET /healthz HTTP/1.1\r\n" + kHost + "Expect: miracles\r\n\r\n", 417}}) {
    const std::string answer = exchange(running.port(), head + next);
    EXPECT_EQ(status_of(answer), status) << head << answer;
    EXPECT_EQ(answers_in(answer), 1) << head << answer;
    EXPECT_NE(answer.find("Connection: close"), std::string::npos) << answer;
  }
  EXPECT_TRUE(exchange(running.port(), "GET /healthz HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 200"))
      << "it knows no hosts";
}

TEST_F(ServerHttp, LinesBehindChunksAreNoHeaders) {
  const Running running(config);
  Client ann(running.port());
  ann.enter("Ann");
  const std::string ask =
                        "GET /api/account HTTP/1.1\r\n" + kHost + "Connection: close\r\nTransfer-Encoding: chunked\r\n",
                    cookie = "Cookie: cairn_session=" + ann.cookie() + "\r\n";
  EXPECT_EQ(status_of(exchange(running.port(), ask + cookie + "\r\n0\r\n\r\n")), 200);
  EXPECT_EQ(status_of(exchange(running.port(), ask + "\r\n0\r\n" + cookie + "\r\n")), 401);
}

TEST_F(ServerHttp, LinesBehindChunksAreNotKeptHoweverLongTheyAre) {
  const Running running(config);
  const std::string ask =
      "GET /healthz HTTP/1.1\r\n" + kHost + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
  for (const std::string& lines : {"X: " + std::string(67'000, 'x') + "\r\n", std::string(67'000, 'x') + ": x\r\n"})
    EXPECT_EQ(status_of(exchange(running.port(), ask + lines + "\r\n")), 200) << lines.substr(0, 3);
  EXPECT_EQ(status_of(exchange(running.port(), ask + "X: " + std::string(100'000, 'x') + "\r\n\r\n")), 431);
  EXPECT_EQ(status_of(exchange(running.port(), "GET /healthz HTTP/1.1\r\n" + kHost + "Connection: close\r\n\r\n")),
            200);
}

TEST_F(ServerHttp, SaysThatABodyMayCome) {
  const Running running(config);
  const std::string head =
      "POST /api/guest HTTP/1.1\r\n" + kHost + "Content-Type: application/json\r\nContent-Length: 14\r\n";
  Wire wire(running.port());
  ASSERT_TRUE(wire.send(head + "Expect: 100-continue\r\n\r\n"));
  std::string heard;
  while (heard.find("\r\n\r\n") == std::string::npos) ASSERT_TRUE(wire.receive(heard, std::chrono::seconds(20)));
  EXPECT_EQ(heard, "HTTP/1.1 100 Continue\r\n\r\n");
  ASSERT_TRUE(wire.send(R"({"name":"Ann"})"));
  heard.clear();
  while (heard.find("\r\n\r\n") == std::string::npos) ASSERT_TRUE(wire.receive(heard, std::chrono::seconds(20)));
  EXPECT_EQ(status_of(heard), 201) << heard;
}

TEST_F(ServerHttp, AsksForNoBodyThatItDoesNotTake) {
  const Running running(config);
  const std::string rest = "Content-Type: application/json\r\nContent-Length: 14\r\nExpect: 100-continue\r\n\r\n";
  const std::string other = exchange(running.port(), "POST /api/guest HTTP/1.1\r\nHost: evil.example\r\n" + rest, false,
                                     std::chrono::seconds(2));
  EXPECT_EQ(status_of(other), 421) << other;
  EXPECT_EQ(other.find("100 Continue"), std::string::npos) << other;
  // HTTP/1.0 does not know it, and sends the body at once.
  const std::string old = exchange(running.port(), "POST /api/guest HTTP/1.0\r\n" + kHost + rest + R"({"name":"Ann"})",
                                   false, std::chrono::seconds(20));
  EXPECT_TRUE(old.starts_with("HTTP/1.0 201")) << old;
}

TEST_F(ServerHttp, AProxyAnswersToOurNamesAlone) {
  config.behind_proxy = true;
  const auto ask = [&](const Running& running, const std::string& host, const std::string& forwarded = "") {
    const std::string line = forwarded.empty() ? "" : "X-Forwarded-Host: " + forwarded + "\r\n";
    return status_of(exchange(running.port(), "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n" + line +
                                                  "X-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n"));
  };
  {
    const Running running(config);
    EXPECT_EQ(ask(running, "play.example.org"), 200) << "which names it serves is known to the proxy alone";
  }
  config.public_url = "https://play.example.org";
  config.host_names = {"upstream"};
  const Running running(config);
  for (const char* host : {"play.example.org", "localhost:8080", "127.0.0.1:8080", "upstream"}) {
    EXPECT_EQ(ask(running, host), 200) << host;
    EXPECT_EQ(ask(running, host, "play.example.org"), 200) << host;
    EXPECT_EQ(ask(running, host, "evil.example"), 421) << host;
    EXPECT_EQ(ask(running, host, "play.example.org, evil.example"), 421) << host;
  }
  EXPECT_EQ(ask(running, "evil.example"), 421);
  EXPECT_EQ(ask(running, "evil.example", "play.example.org"), 421) << "a client can write that, too";
}

TEST_F(ServerHttp, AnswersToItsOwnNamesAlone) {
  config.public_url = "https://play.example.org";
  const Running running(config);
  const auto ask = [&](const std::string& target, const std::string& host) {
    return exchange(running.port(), "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
  };
  for (const char* own : {"play.example.org", "localhost:1", "127.0.0.1", "[::1]:80"})
    EXPECT_EQ(status_of(ask("/api/games", own)), 200) << own;
  const std::string other = ask("/api/games", "evil.example");
  EXPECT_EQ(status_of(other), 421) << other;
  EXPECT_NE(other.find("other-host"), std::string::npos) << other;
  EXPECT_EQ(status_of(ask("http://play.example.org/api/games", "evil.example")), 200) << "the absolute form counts";
  EXPECT_EQ(status_of(ask("http://evil.example/api/games", "play.example.org")), 421);
}

TEST_F(ServerHttp, ASocketThatSendsNothingButNoiseIsEnded) {
  config.rate_limits = true;
  const Running running(config);
  Client ann(running.port());
  ann.enter("Ann");
  const std::string table = ann.create({{"game", "spargo"}, {"opponent", "friend"}});
  std::string pings, pieces(1, '\x01');  // a text begins; then empty pieces of it, for ever
  pieces += "\x80\x11\x22\x33\x44";
  for (int i = 0; i < 2'000; ++i) {
    pings += "\x89\xA0\x11\x22\x33\x44" + std::string(32, 'x');
    pieces += std::string(1, '\0') + "\x80\x11\x22\x33\x44";
  }
  for (const std::string& noise : {pings, pieces}) {
    TableEar ear(ann, table);
    ASSERT_EQ(ear.next().at("type"), "state");
    bool ended = false;
    for (int i = 0; i < 200 && !ended; ++i) {  // up to 15 MB
      ear.send_bytes(noise);
      ended = ear.next(std::chrono::milliseconds(1)).is_null() && !ear.ok();
    }
    EXPECT_TRUE(ended);
  }
  EXPECT_EQ(ann.state(table).at("version"), 0) << "the others play on";
}

}  // namespace
}  // namespace cairn::testing
