// Inside of net/: the types of the one loop, and what its connections share. Everything runs on the loop's thread.
#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "server/base/asker.h"
#include "server/base/limits.h"
#include "server/base/log.h"
#include "server/base/steady.h"
#include "server/net/addresses.h"
#include "server/net/readiness.h"
#include "server/net/request_head.h"
#include "server/net/routes.h"
#include "server/net/server.h"
#include "server/net/static_files.h"
#include "server/net/tls.h"
#include "server/net/traffic.h"
#include "server/net/waiting.h"
#include "server/net/wire.h"
#include "server/store/people.h"

namespace cairn::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

using Request = http::request<http::string_body>;

// What is written is kept: so many bytes of one person in a day, as the settings say, and of one address eight times as
// many as of an account. A request counts as long as what it leaves at least. Moves and the like are short: they are
// taken on credit, of guests for three days' worth.
inline constexpr double kSecondsADay = 86'400, kAddressShares = 8, kCreditDays = 3;
inline constexpr int kMostDebtSeconds = 3600;  // that moves of accounts, and of an address, may leave
inline constexpr std::size_t kShortWrite = 512, kLeastWrite = 256, kBeginningWrite = 4'096;

// Something that a shutdown must reach.
class Open {
 public:
  virtual ~Open() = default;
  virtual void end() = 0;  // finish what was begun, then close
  // Who it belongs to, where that was settled once for all.
  virtual const Caller* caller() const { return nullptr; }
  virtual void end_of_caller() {}  // who may not come in any more
};

struct Services;  // services.h

struct Shared {
  Shared(asio::io_context& loop, const ServerConfig& settings) : io(loop) { apply(settings); }
  // Takes the settings over that a running server can change; at the start, all.
  void apply(const ServerConfig& settings) {
    config = settings;
    log.set(config.log_level, config.log_format);
    own_hosts = OwnHosts(config);
    trusted_proxies = AddressSet(config.trusted_proxies);
    metrics_from = AddressSet(config.metrics_from);
    hook_networks = AddressSet(config.hook_networks);
    requests.set(config.requests_per_second, config.requests_at_once);
    handshakes.set(config.requests_per_second, config.requests_at_once);
    beginnings.set(config.beginnings_per_second, config.beginnings_at_once);
    work.set(config.work_per_second, config.work_at_once);
    const auto day_of_bytes = [](RateLimit& limit, double mebibytes) {
      limit.set(mebibytes * (1 << 20) / kSecondsADay, mebibytes * (1 << 20));
    };
    day_of_bytes(person_bytes, config.mebibytes_a_day);
    day_of_bytes(guest_bytes, config.guest_mebibytes_a_day);
    day_of_bytes(address_bytes, kAddressShares * config.mebibytes_a_day);
  }
  Club club() const { return {config.club_name, config.club_accent}; }
  asio::io_context& io;
  ServerConfig config;
  Log log;
  std::shared_ptr<asio::ssl::context> tls;  // nullptr: plain HTTP
  std::uint16_t https_port = 0;
  std::string game_list;   // what GET /api/games tells
  std::string club_rules;  // the text of the file that the setting names; "": none
  std::shared_ptr<const StaticFiles> files = std::make_shared<StaticFiles>();
  std::unordered_set<Open*> open;
  bool draining = false;  // no new work should come; what comes is served
  bool ending = false;
  Readiness readiness;
  Traffic traffic;
  std::unordered_map<std::string, std::size_t> connections;                     // open ones, by address
  std::unordered_map<std::int64_t, std::array<std::size_t, 2>> bridge_sockets;  // of accounts: of engines, of pages
  RateLimit requests{1, 1};                                                     // of one address: everything
  RateLimit handshakes{1, 1};                  // of one address: of TLS, which the loop computes
  RateLimit beginnings{1, 1};                  // of one address: new guests and tables
  AddressLimit listings{1.0 / 300, 30};        // open games in the lobby
  AddressLimit announcements{1.0 / 1800, 10};  // tournaments
  RateLimit work{1, 1};                        // of one asker: entries of records (base/world.h)
  RateLimit person_bytes{1, 1}, guest_bytes{1, 1}, address_bytes{1, 1};
  bool disk_low = false;  // little is left where the store writes: only moves are taken
  OwnHosts own_hosts;
  AddressSet trusted_proxies, metrics_from, hook_networks;

  double now() const { return steady_seconds(); }
  static std::int64_t wall_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
  // Whether this is a proxy whose word counts.
  bool trusts(const asio::ip::address& peer) const { return config.behind_proxy && trusted_proxies.has(peer); }
  int ask_request(const std::string& key) { return config.rate_limits ? requests.ask(key, now()) : 0; }
  // So many bytes are to be written for somebody; 0: they may be, and are counted. `vital`: a move, or the like.
  int ask_bytes(const std::string& key, const std::optional<Caller>& caller, std::size_t bytes, bool vital) {
    if (!config.rate_limits) return 0;
    const std::string person = caller ? std::to_string(caller->person.id) : "";
    const bool guest = caller && !caller->person.account;
    RateLimit& own = guest ? guest_bytes : person_bytes;
    const auto cost = static_cast<double>(std::max(bytes, kLeastWrite));
    if (vital && bytes <= kShortWrite) {
      if (const int wait = guest ? own.wait(person, now()) : 0; wait > kCreditDays * kSecondsADay) return wait;
      // A debt that grew without end would shut out everybody at the address.
      if (address_bytes.wait(key, now()) < kMostDebtSeconds) address_bytes.reserve(key, now(), cost);
      if (caller && (guest || own.wait(person, now()) < kMostDebtSeconds)) own.reserve(person, now(), cost);
      return 0;
    }
    if (const int wait = address_bytes.ask(key, now(), cost); wait > 0) return wait;
    const int wait = caller ? own.ask(person, now(), cost) : 0;
    if (wait > 0) address_bytes.give_back(key, cost);
    return wait;
  }
  int ask_listing(const std::string& key) { return config.rate_limits ? listings.ask(key, now()) : 0; }
  int ask_announcement(const std::string& key) { return config.rate_limits ? announcements.ask(key, now()) : 0; }
  int charge_work(const Asker& who, double cost) { return config.rate_limits ? work.charge(who.key, now(), cost) : 0; }
  int ask_beginning(const std::string& key) { return config.rate_limits ? beginnings.ask(key, now()) : 0; }
};

// In whose turn something is done: an account's, anybody else's by the address that limits count. Of IPv6 it is the
// whole network of 48 bits, lest one that has many households takes all the turns.
inline Asker asker_of(const std::optional<Caller>& caller, const std::string& key) {
  if (caller && caller->person.account) return cairn::asker_of(caller->person.id);
  const std::vector<std::string> around = networks_around(key);
  return {around.empty() ? key : around.back()};
}

// What the loop is doing, for the log where that takes long; "" where nobody said. Of the loop's thread.
inline thread_local std::string_view loop_does;

// Waits for a callback: `begin` gets a function to call once with the value. The coroutine goes on from the loop, never
// from inside the callback.
template <class T, class Begin>
Task<T> await_callback(Executor executor, Begin begin) {
  return asio::async_initiate<const asio::use_awaitable_t<Executor>, void(T)>(
      [](auto handler, Executor on, Begin start) {
        auto kept = std::make_shared<decltype(handler)>(std::move(handler));
        start([kept, on, does = loop_does](T value) {
          asio::post(on, [kept, does, value = std::move(value)]() mutable {
            loop_does = does;
            std::move (*kept)(std::move(value));
          });
        });
      },
      asio::use_awaitable_t<Executor>{}, executor, std::move(begin));
}

// As io.run(), and notes what each thing on the loop takes.
void run_watched(Shared& shared);

// For GET /metrics.
std::string metrics_text(Services& services);

// One accepted connection: HTTP until it ends or becomes a WebSocket. `turned_away`: it gets nothing but the address
// where HTTPS is spoken.
Task<void> serve_http(Services& services, Socket socket, bool turned_away = false);

// Takes the stream over. `key` is whom the limits count.
Task<void> serve_socket(Services& services, Wire wire, Request request, std::string table, std::optional<Caller> caller,
                        std::string key, std::optional<std::int64_t> after);

}  // namespace cairn::net
