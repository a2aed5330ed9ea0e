// Names are found on the loop, and nobody's name server holds up the others.
#include "server/net/name_finder.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>
#include <string_view>
#include <thread>

namespace cairn::net {
namespace {

namespace asio = boost::asio;

// Answers for names that begin with "quick", and says nothing of others.
class NameServer {
 public:
  NameServer() : file_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(file_, reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
    socklen_t size = sizeof place;
    ::getsockname(file_, reinterpret_cast<sockaddr*>(&place), &size);
    port_ = ntohs(place.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  NameServer(const NameServer&) = delete;
  NameServer& operator=(const NameServer&) = delete;
  ~NameServer() {
    ending_ = true;
    thread_.join();
    ::close(file_);
  }
  std::string place() const { return "127.0.0.1:" + std::to_string(port_); }
  std::atomic<int> asked = 0;

 private:
  void run() {
    while (!ending_) {
      pollfd waits{file_, POLLIN, 0};
      if (::poll(&waits, 1, 20) > 0) answer();
    }
  }
  void answer() {
    std::array<char, 512> bytes{};
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const auto count = ::recvfrom(file_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
    ++asked;
    // A head of twelve bytes; the name in parts, each behind its length; the type and the class.
    std::string message(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    const auto end = message.find('\0', 12);
    if (end == std::string::npos || message.substr(13, 5) != "quick") return;
    message.resize(end + 5);
    const bool v4 = message[end + 2] == 1;
    message.replace(2, 10, std::string("\x81\x80\0\1\0", 5) + (v4 ? '\1' : '\0') + std::string(4, '\0'));
    if (v4) message += std::string("\xC0\x0C\0\1\0\1\0\0\0\x3C\0\4\xC0\0\2\7", 16);  // 192.0.2.7
    ::sendto(file_, message.data(), message.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
  }

  int file_;
  std::uint16_t port_ = 0;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

template <class Heard>
void find(asio::io_context& io, const std::string& host, const std::string& servers, Heard heard) {
  asio::co_spawn(io, find_name(io.get_executor(), host, 80, servers),
                 [heard](const std::exception_ptr& failed, const FoundName& found) {
                   EXPECT_EQ(failed, nullptr);
                   heard(found);
                 });
}

TEST(NameFinder, WhoNamesASlowServerWaitsForThemselves) {
  NameServer server;
  asio::io_context io{1};
  constexpr int kSlow = 180;
  int late = 0;
  for (int i = 0; i < kSlow; ++i)
    find(io, "slow" + std::to_string(i) + ".example", server.place(), [&](const FoundName& found) {
      EXPECT_EQ(found.error, "its name was not found in time");
      ++late;
    });
  while (server.asked < kSlow) io.run_one();
  std::optional<FoundName> quick;
  find(io, "quick.example", server.place(), [&](const FoundName& found) { quick = found; });
  while (!quick) io.run_one();
  EXPECT_EQ(late, 0);
  EXPECT_EQ(quick->error, "");
  ASSERT_EQ(quick->places.size(), 1U);
  EXPECT_EQ(quick->places[0], asio::ip::tcp::endpoint(asio::ip::make_address("192.0.2.7"), 80));
  io.run();
  EXPECT_EQ(late, kSlow);
}

TEST(NameFinder, NobodyWaitsForItAtTheEnd) {
  NameServer server;
  asio::io_context io{1};
  find(io, "slow.example", server.place(), [](const FoundName&) { FAIL() << "nobody is told"; });
  while (server.asked == 0) io.run_one();
}

void expect_loopback(const std::string& host, const std::string& servers) {
  asio::io_context io{1};
  std::optional<FoundName> found;
  find(io, host, servers, [&](const FoundName& one) { found = one; });
  io.run();
  ASSERT_TRUE(found);
  ASSERT_FALSE(found->places.empty()) << host << ": " << found->error;
  EXPECT_TRUE(found->places[0].address().is_loopback()) << host;
  EXPECT_EQ(found->places[0].port(), 80);
}

TEST(NameFinder, FindsThisMachineByTheSystem) {
  expect_loopback("localhost", "");
}

TEST(NameFinder, AsksNobodyForNumbers) {
  NameServer server;
  for (const char* number : {"127.0.0.1", "::1"}) expect_loopback(number, server.place());
  EXPECT_EQ(server.asked, 0);
}

}  // namespace
}  // namespace cairn::net
