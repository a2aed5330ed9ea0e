#include "server/net/name_finder.h"

#include <ares.h>

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cstring>
#include <optional>

namespace cairn::net {

namespace asio = boost::asio;

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kNameTime = std::chrono::seconds(5);
constexpr int kTryMs = 1'000, kNameTries = 3;  // for each name server
constexpr auto kFirstLook = std::chrono::milliseconds(1), kLongestPause = std::chrono::milliseconds(100);

// A question of its own sockets and servers: it reads the system's settings as they are now, and is over when this is.
class NameSearch {
 public:
  NameSearch() = default;
  NameSearch(const NameSearch&) = delete;
  NameSearch& operator=(const NameSearch&) = delete;
  ~NameSearch() {
    if (channel_ != nullptr) ::ares_destroy(channel_);
  }

  void begin(const std::string& host, std::uint16_t port, const std::string& servers) {
    static const int kReady = ::ares_library_init(ARES_LIB_INIT_ALL);
    ares_options options{};
    options.timeout = kTryMs;
    options.tries = kNameTries;
    int status = kReady;
    if (status == ARES_SUCCESS) status = ::ares_init_options(&channel_, &options, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES);
    if (status == ARES_SUCCESS && !servers.empty()) status = ::ares_set_servers_ports_csv(channel_, servers.c_str());
    if (status != ARES_SUCCESS) return fail(status);
    ares_addrinfo_hints hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = ARES_AI_NUMERICSERV;
    ::ares_getaddrinfo(channel_, host.c_str(), std::to_string(port).c_str(), &hints, &NameSearch::answered, this);
  }

  // Takes what came, and asks again where nothing comes.
  void look() {
    std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> files{};
    const int bits = ::ares_getsock(channel_, files.data(), ARES_GETSOCK_MAXNUM);
    int at = 0;
    for (const ares_socket_t file : files) {
      const bool reads = ARES_GETSOCK_READABLE(bits, at) != 0, writes = ARES_GETSOCK_WRITABLE(bits, at) != 0;
      ::ares_process_fd(channel_, reads ? file : ARES_SOCKET_BAD, writes ? file : ARES_SOCKET_BAD);
      ++at;
    }
  }

  std::optional<FoundName>& found() { return found_; }

 private:
  static void answered(void* self, int status, int, ares_addrinfo* found) {
    static_cast<NameSearch*>(self)->take(status, found);
  }
  void take(int status, ares_addrinfo* found) {
    if (status != ARES_SUCCESS) return fail(status);
    found_.emplace();
    for (const ares_addrinfo_node* one = found->nodes; one != nullptr; one = one->ai_next) {
      asio::ip::tcp::endpoint place;
      if (one->ai_addrlen > place.capacity()) continue;
      std::memcpy(place.data(), one->ai_addr, one->ai_addrlen);
      place.resize(one->ai_addrlen);
      found_->places.push_back(place);
    }
    ::ares_freeaddrinfo(found);
  }
  void fail(int status) { found_ = FoundName{{}, std::string("its name was not found: ") + ::ares_strerror(status)}; }

  ares_channel channel_ = nullptr;
  std::optional<FoundName> found_;
};

}  // namespace

asio::awaitable<FoundName, Executor> find_name(Executor executor, std::string host, std::uint16_t port,
                                               std::string servers) {
  using Timer = asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Executor>;
  constexpr asio::as_tuple_t<asio::use_awaitable_t<Executor>> kOnward{};
  boost::system::error_code no_number;  // c-ares asks the name servers for 127.0.0.1, too
  const auto number = asio::ip::make_address(host, no_number);
  if (!no_number) co_return FoundName{{{number, port}}, {}};
  NameSearch search;
  search.begin(host, port, servers);
  Timer timer(executor);
  const auto end = Clock::now() + kNameTime;
  // Its sockets are few and its time is short: they are looked at, at longer and longer intervals, not watched.
  for (Clock::duration pause = kFirstLook; !search.found() && Clock::now() < end;
       pause = std::min<Clock::duration>(pause * 3 / 2, kLongestPause)) {
    timer.expires_after(pause);
    co_await timer.async_wait(kOnward);
    search.look();
  }
  if (!search.found()) co_return FoundName{{}, "its name was not found in time"};
  co_return std::move(*search.found());
}

}  // namespace cairn::net
