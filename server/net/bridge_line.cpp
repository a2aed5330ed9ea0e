#include "server/net/bridge_line.h"

#include <sodium.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cmath>
#include <deque>
#include <optional>

#include "server/base/spawn.h"
#include "server/engines/child.h"
#include "server/net/tls_client.h"
#include "server/net/waiting.h"

namespace cairn::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

using LineResolver = asio::ip::basic_resolver<asio::ip::tcp, Executor>;

constexpr auto kLineConnect = std::chrono::seconds(20);  // for each step of coming in
constexpr auto kLineQuiet = std::chrono::seconds(60);    // the server pings every 20 seconds
constexpr std::size_t kLineQueue = 256;
constexpr double kLineGood = 60;  // seconds of connection after which the next try is soon
constexpr const char* kLineTarget = "/api/bridge/engine";
// Refusals after which it makes no sense to come again.
constexpr std::string_view kForGood[] = {"bridge-token-ended", "bridge-other-engine", "bridge-other-version",
                                         "bridge-too-many-engines"};
// Codes of the answer to the handshake, likewise.
constexpr std::string_view kRefusedForGood[] = {"bad-token", "bad-scope", "no-account", "suspended"};

// {"code","message"} as a terminal shows it.
std::string line_message(const Json& said) {
  const auto found = said.is_object() ? said.find("message") : said.end();
  return said.is_object() && found != said.end() && found->is_string() ? printable(found->get<std::string>(), 300)
                                                                       : std::string("it gives no reason");
}

struct LineEnd {
  std::string why;
  bool for_good = false;
};

}  // namespace

struct BridgeLine::Inside {
  Inside(LineWays given, Report tell) : ways(std::move(given)), report(std::move(tell)) {}

  asio::io_context io{1};
  const LineWays ways;
  const Report report;
  Timer pause{io.get_executor()};
  std::unique_ptr<engines::BridgeEngine> engine;
  std::weak_ptr<class LineSocket> socket;  // that is connected
  std::string ended;                       // why, for good
  bool ending = false;

  Task<void> keep();
  void tell(std::string frame);
};

class LineSocket final : public std::enable_shared_from_this<LineSocket> {
 public:
  explicit LineSocket(BridgeLine::Inside& inside) : inside_(inside), stream_(Socket(inside.io.get_executor())) {}

  static Task<LineEnd> run(std::shared_ptr<LineSocket> self);
  void tell(std::string frame);
  void drop() {
    closing_ = true;
    beast::get_lowest_layer(stream_).close();
  }

 private:
  Task<std::string> connect();
  Task<std::optional<LineEnd>> shake_hands();
  static Task<void> write(std::shared_ptr<LineSocket> self);
  std::optional<LineEnd> take(const std::string& text);

  BridgeLine::Inside& inside_;
  websocket::stream<Wire> stream_;
  std::deque<std::string> queue_;
  bool open_ = false, writing_ = false, closing_ = false;
};

void LineSocket::tell(std::string frame) {
  if (!open_ || closing_) return;  // how the engine is, is told when it opens
  queue_.push_back(std::move(frame));
  if (queue_.size() > kLineQueue) return drop();  // the server does not take them
  if (writing_) return;
  writing_ = true;
  asio::co_spawn(inside_.io.get_executor(), write(shared_from_this()), asio::detached);
}

Task<void> LineSocket::write(std::shared_ptr<LineSocket> self) {
  while (!self->queue_.empty() && !self->closing_) {
    const auto [error, size] = co_await self->stream_.async_write(asio::buffer(self->queue_.front()), kTuple);
    if (error) break;  // the reader sees it too
    self->queue_.pop_front();
  }
  self->writing_ = false;
}

// "" or why not.
Task<std::string> LineSocket::connect() {
  const LineWays& ways = inside_.ways;
  Wire& wire = stream_.next_layer();
  LineResolver resolver(inside_.io.get_executor());
  const auto [unknown, found] = co_await resolver.async_resolve(ways.host, ways.port, kTuple);
  if (unknown) co_return unknown.message();
  error_code first;  // the telling one: addresses that this machine cannot reach at all come last
  const auto next = [&first](error_code failed, const asio::ip::tcp::endpoint&) {
    if (failed && !first) first = failed;
    return true;
  };
  wire.expires_after(kLineConnect);
  const auto [failed, to] = co_await wire.tcp().async_connect(found, next, kTuple);
  if (failed) co_return (first ? first : failed).message();
  if (ways.secure) {
    static const auto trust = system_trust();
    Wire::Secure& secure = wire.secure(*trust);
    expect_host(secure, ways.host);
    wire.expires_after(kLineConnect);
    const auto [untrusted] = co_await secure.async_handshake(asio::ssl::stream_base::client, kTuple);
    if (untrusted) co_return "its certificate is not trusted: " + untrusted.message();
  }
  wire.expires_never();
  co_return std::string();
}

// None: it is open.
Task<std::optional<LineEnd>> LineSocket::shake_hands() {
  const LineWays& ways = inside_.ways;
  websocket::stream_base::timeout times{};
  times.handshake_timeout = kLineConnect;
  times.idle_timeout = kLineQuiet;
  times.keep_alive_pings = true;
  stream_.set_option(times);
  stream_.set_option(websocket::stream_base::decorator([&ways](websocket::request_type& request) {
    request.set(http::field::authorization, "Bearer " + ways.token);
    request.set(http::field::user_agent, "cairn bridge");
  }));
  stream_.read_message_max(engines::kMostBridgeMessage);
  stream_.text(true);
  websocket::response_type response;
  const std::string host = ways.host.find(':') == std::string::npos ? ways.host : "[" + ways.host + "]";
  const auto [failed] = co_await stream_.async_handshake(response, host + ":" + ways.port, kLineTarget, kTuple);
  if (!failed) co_return std::nullopt;
  if (failed != websocket::error::upgrade_declined) co_return LineEnd{failed.message()};
  const auto status = static_cast<int>(response.result_int());
  const Json body = parse_json(response.body());
  const Json said = body.is_object() ? body.value("error", Json()) : Json();
  // What stands before the server may refuse, too, while that is away: such an answer has no code of ours.
  const Json code = said.is_object() ? said.value("code", Json()) : Json();
  const auto is = [&code](std::string_view one) { return code == Json(one); };
  if ((status == 404 && is("not-found")) || (status == 405 && is("bad-method")))
    co_return LineEnd{"the server knows no bridge; it may be older than this program", true};
  if (!code.is_string()) co_return LineEnd{"no bridge answers there: HTTP status " + std::to_string(status)};
  const std::string why = "the server refuses the bridge: " + line_message(said);
  co_return LineEnd{why, std::any_of(std::begin(kRefusedForGood), std::end(kRefusedForGood), is)};
}

// None: it goes on.
std::optional<LineEnd> LineSocket::take(const std::string& text) {
  const Json json = text.size() <= engines::kMostBridgeMessage ? parse_json(text) : Json();
  const Json type = json.is_object() ? json.value("type", Json()) : Json();
  if (type == Json("page")) {
    inside_.engine->stop_all();
    inside_.report(json.value("here", Json()) == Json(true) ? "a page uses the engine" : "the page is gone");
    return std::nullopt;
  }
  if (type == Json("refused")) {
    const Json code = json.value("code", Json());
    const bool for_good =
        std::any_of(std::begin(kForGood), std::end(kForGood), [&](std::string_view one) { return code == Json(one); });
    return LineEnd{"the server ends the connection: " + line_message(json), for_good};
  }
  auto read = engines::read_bridge_message(text);
  if (auto* question = std::get_if<engines::BridgeQuestion>(&read))
    inside_.engine->ask(std::move(*question));
  else if (const auto* stop = std::get_if<engines::BridgeStop>(&read))
    inside_.engine->stop(stop->id);
  else if (const auto* fault = std::get_if<engines::BridgeFault>(&read))
    tell(engines::bridge_failed(*fault));
  return std::nullopt;
}

Task<LineEnd> LineSocket::run(std::shared_ptr<LineSocket> self) {
  if (const std::string why = co_await self->connect(); !why.empty()) co_return LineEnd{"no connection: " + why};
  if (auto refused = co_await self->shake_hands()) co_return *std::move(refused);
  self->open_ = true;
  BridgeLine::Inside& inside = self->inside_;
  inside.report("connected; your analysis board lists the engine");
  self->tell(inside.engine->welcome_frame());
  self->tell(inside.engine->state_frame());
  LineEnd end{"the connection was lost"};
  beast::flat_buffer buffer(engines::kMostBridgeMessage + 1024);
  while (!self->closing_) {
    const auto [error, size] = co_await self->stream_.async_read(buffer, kTuple);
    if (error || self->closing_) break;
    const std::string text = beast::buffers_to_string(buffer.data());
    buffer.consume(buffer.size());
    if (auto ended = self->take(text)) {
      end = *std::move(ended);
      break;
    }
  }
  self->drop();
  inside.engine->stop_all();
  co_return end;
}

Task<void> BridgeLine::Inside::keep() {
  double wait = ways.first_pause;
  while (!ending) {
    const auto one = std::make_shared<LineSocket>(*this);
    socket = one;
    const double began = steady_seconds();
    const LineEnd end = co_await LineSocket::run(one);
    if (ending) break;
    if (end.for_good) {
      ended = end.why;
      break;
    }
    if (steady_seconds() - began > kLineGood) wait = ways.first_pause;
    // Not all at once, after the server was away.
    const double seconds = wait * (0.75 + 0.5 * randombytes_uniform(1000) / 1000.0);
    report(end.why + "; trying again in " + std::to_string(static_cast<int>(std::ceil(seconds))) + " s");
    wait = std::min(2 * wait, ways.longest_pause);
    pause.expires_after(
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds)));
    co_await pause.async_wait(kTuple);
  }
  io.stop();
}

void BridgeLine::Inside::tell(std::string frame) {
  if (const auto one = socket.lock()) one->tell(std::move(frame));
}

BridgeLine::BridgeLine(LineWays ways, engines::BridgeSpec spec, Report report)
    : inside_(std::make_unique<Inside>(std::move(ways), report)) {
  auto* it = inside_.get();
  it->engine = std::make_unique<engines::BridgeEngine>(
      std::move(spec),
      [it](std::string frame) {
        asio::post(it->io, [it, frame = std::move(frame)]() mutable { it->tell(std::move(frame)); });
      },
      std::move(report));
}

BridgeLine::~BridgeLine() {
  inside_->engine.reset();
}

std::string BridgeLine::run() {
  asio::co_spawn(inside_->io.get_executor(), inside_->keep(), asio::detached);
  inside_->io.run();
  return inside_->ended;
}

void BridgeLine::stop() {
  asio::post(inside_->io, [it = inside_.get()] {
    it->ending = true;
    it->io.stop();
  });
}

}  // namespace cairn::net
