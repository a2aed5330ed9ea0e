// Where a server listens: at either loopback address when it is told nothing, and nowhere else than it was told.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "certificate.h"
#include "server/tests/lmtp_inbox.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

// Another program that listens at ::1. Port 0: this machine does not have that address.
class Holder {
 public:
  Holder() : file_(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_addr = in6addr_loopback;
    socklen_t size = sizeof address;
    if (::bind(file_, reinterpret_cast<const sockaddr*>(&address), size) == 0 && ::listen(file_, 1) == 0 &&
        ::getsockname(file_, reinterpret_cast<sockaddr*>(&address), &size) == 0)
      port = ntohs(address.sin6_port);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  ~Holder() { ::close(file_); }
  std::uint16_t port = 0;

 private:
  int file_;
};

bool has_v6() {
  return Holder().port != 0;
}

bool answers(std::uint16_t port, bool v6) {
  const std::string request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  return exchange(port, request, v6).starts_with("HTTP/1.1 200 ");
}

TEST(ServerAddress, OfItselfItListensAtEitherLoopbackAddress) {
  const TempFolder folder;
  const Running running(config_for(folder));
  EXPECT_TRUE(answers(running.port(), false));
  EXPECT_EQ(answers(running.port(), true), has_v6());
}

TEST(ServerAddress, WhatItPrintsCanBeReached) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data";
  const auto printed = [&](const std::vector<std::string>& options) {
    std::vector<std::string> all = {"--data", data};
    all.insert(all.end(), options.begin(), options.end());
    const Process server(all);
    const std::string& address = server.address();
    return address.substr(0, address.rfind(':'));
  };
  EXPECT_EQ(printed({}), has_v6() ? "http://localhost" : "http://127.0.0.1");
  EXPECT_EQ(printed({"--address", "127.0.0.1"}), "http://127.0.0.1");
  EXPECT_EQ(printed({"--address", "0.0.0.0"}), "http://127.0.0.1") << "localhost may be ::1, which is not among these";
  if (!has_v6()) return;
  EXPECT_EQ(printed({"--address", "::1"}), "http://[::1]");
  EXPECT_EQ(printed({"--address", "::"}), "http://localhost");
}

TEST(ServerAddress, AnAddressThatIsNamedIsTheOnlyOne) {
  if (!has_v6()) GTEST_SKIP() << "NOT TESTED: this machine has no ::1";
  for (const bool v6 : {false, true}) {
    const TempFolder folder;
    ServerConfig config = config_for(folder);
    config.address = v6 ? "::1" : "127.0.0.1";
    const Running running(config);
    EXPECT_TRUE(answers(running.port(), v6));
    EXPECT_FALSE(answers(running.port(), !v6));
  }
}

TEST(ServerAddress, APortThatIsTakenAtOneOfThemIsSaid) {
  const Holder other;
  if (other.port == 0) GTEST_SKIP() << "NOT TESTED: this machine has no ::1";
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.port = other.port;
  const std::string port = std::to_string(other.port);
  EXPECT_EQ(Server::start(config).error,
            "cannot listen on ::1 port " + port +
                ": Address already in use; another program uses it, choose one with --port");
  EXPECT_FALSE(answers(other.port, false)) << "nor does it listen at the other";
  LmtpInbox inbox("localhost:" + port);
  EXPECT_EQ(inbox.error, "cannot take mails at ::1 port " + port + ": Address already in use");
}

// A page is of the address that it came from, and of no other that leads to the same server.
TEST(ServerAddress, PagesOfEitherAddressMaySendThere) {
  if (!has_v6()) GTEST_SKIP() << "NOT TESTED: this machine has no ::1";
  const TempFolder folder;
  const Running running(config_for(folder));
  const std::string port = ":" + std::to_string(running.port());
  const auto enter = [&](const std::string& host, const std::string& origin) {
    return exchange(running.port(),
                    "POST /api/guest HTTP/1.1\r\nHost: " + host + port + "\r\nOrigin: http://" + origin + port +
                        "\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ann\"}",
                    true)
        .substr(9, 3);
  };
  EXPECT_EQ(enter("[::1]", "[::1]"), "201");
  EXPECT_EQ(enter("localhost", "localhost"), "201");
  EXPECT_EQ(enter("[::1]", "localhost"), "403");
}

TEST(ServerAddress, TheOtherDoorsAreAtEitherAddress) {
  const TempFolder folder;
  const std::string certificate = folder.path() + "/cert.pem", key = folder.path() + "/key.pem";
  make_certificate(certificate, key, 30);
  std::uint16_t redirect = 0, mail = 0;
  {
    const TempFolder first, second;
    const Running one(config_for(first)), two(config_for(second));
    redirect = one.port();
    mail = two.port();
  }
  ServerConfig config = config_for(folder);
  config.tls_certificate = certificate;
  config.tls_key = key;
  config.redirect_port = redirect;
  const Running running(config);
  LmtpInbox inbox("localhost:" + std::to_string(mail));
  EXPECT_EQ(inbox.error, "");
  for (const bool v6 : {false, true}) {
    if (v6 && !has_v6()) continue;
    EXPECT_TRUE(exchange(redirect, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", v6).starts_with("HTTP/1.1 308 "));
    EXPECT_TRUE(Wire(running.port(), false, certificate, v6).ok());
    EXPECT_TRUE(exchange(mail, "QUIT\r\n", v6).starts_with("220 "));
  }
}

}  // namespace
}  // namespace cairn::testing
