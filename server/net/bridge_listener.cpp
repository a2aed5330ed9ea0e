#include "server/net/bridge_listener.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>

#include <optional>

#include "core/text.h"
#include "server/base/limits.h"
#include "server/base/steady.h"
#include "server/base/tokens.h"
#include "server/net/bridge_lock.h"
#include "server/net/listen.h"
#include "server/net/request_head.h"
#include "server/net/waiting.h"

namespace cairn::net {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

constexpr std::uint32_t kBridgeHead = 8 * 1024;
constexpr std::size_t kBridgeQueue = 256, kMostKnocking = 16;
constexpr double kBridgeMessages = 20, kBridgeMessagesAtOnce = 60;                 // of the page, in a second
constexpr double kBridgeBytes = 512 * 1024, kBridgeBytesAtOnce = 4 * 1024 * 1024;  // ... that come in
constexpr int kBridgeBacklog = 16;

using BridgeRequest = http::request<http::empty_body>;

std::string_view bridge_text_of(beast::string_view text) {
  return {text.data(), text.size()};
}

// Names that no name server can lead elsewhere.
bool is_loopback_name(std::string_view host) {
  const auto name = read_host(host);
  return name && (name->name == "127.0.0.1" || name->name == "localhost" || name->name == "::1");
}

}  // namespace

std::string read_origin(std::string_view text, std::string& out) {
  std::string wrong = "\"" + std::string(text.substr(0, 80)) +
                      "\" must be http://HOST or https://HOST, with :PORT where the page's address has one";
  const auto scheme = text.find("://");
  if (scheme == std::string_view::npos) return wrong;
  const std::string word = lower(text.substr(0, scheme));
  if (word != "http" && word != "https") return wrong;
  std::string_view host = text.substr(scheme + 3);
  if (host.ends_with('/')) host.remove_suffix(1);
  if (host.find_first_of("/?#@") != std::string_view::npos || !read_host(host)) return wrong;
  const std::string usual = word == "http" ? ":80" : ":443";
  if (host.ends_with(usual)) host.remove_suffix(usual.size());
  out = word + "://" + lower(host);
  return {};
}

// --- one connection

class BridgePage;

struct BridgeListener::Inside {
  Inside(BridgeWays given, Report tell) : ways(std::move(given)), report(std::move(tell)) {}

  asio::io_context io{1};
  BridgeWays ways;
  Report report;
  Listening listening;
  std::optional<BridgeLock> lock;
  std::unique_ptr<engines::BridgeEngine> engine;
  std::vector<BridgePage*> knocking;  // connections that are open, the oldest first
  std::weak_ptr<BridgePage> page;     // the one that is in
  bool ending = false;

  void tell_page(std::string frame);
  void shut();
  void drop_oldest();
  Task<void> accept(Acceptor& acceptor);
};

class BridgePage final : public std::enable_shared_from_this<BridgePage> {
 public:
  BridgePage(BridgeListener::Inside& inside, Socket socket)
      : inside_(inside), stream_(std::move(socket)), patience_(inside.io.get_executor()) {
    inside_.knocking.push_back(this);
  }
  BridgePage(const BridgePage&) = delete;
  BridgePage& operator=(const BridgePage&) = delete;
  ~BridgePage() { std::erase(inside_.knocking, this); }

  static Task<void> run(std::shared_ptr<BridgePage> self);
  void tell(std::string frame);
  // Says why, then closes.
  void refuse(const CodedMessage& why, int wait = 0);
  void drop() {
    closing_ = true;
    beast::get_lowest_layer(stream_).close();
    patience_.cancel();
  }

 private:
  Task<bool> read_head(BridgeRequest& request);
  Task<void> answer(const BridgeRequest& request, http::status status, std::string_view text);
  static Task<void> write(std::shared_ptr<BridgePage> self);
  static Task<void> hurry(std::shared_ptr<BridgePage> self);
  void take(const std::string& text);
  void take_hello(const engines::BridgeHello& hello);
  void take_proof(const std::string& proof);
  void let_in();
  bool allows(std::string_view origin) const {
    return std::find(inside_.ways.origins.begin(), inside_.ways.origins.end(), origin) != inside_.ways.origins.end();
  }

  BridgeListener::Inside& inside_;
  websocket::stream<Wire> stream_;
  beast::flat_buffer buffer_{kBridgeHead};
  Timer patience_;
  RateLimit messages_{kBridgeMessages, kBridgeMessagesAtOnce};
  std::deque<std::string> queue_;
  std::optional<BridgeChallenge> challenge_;  // that the page was given
  bool in_ = false, writing_ = false, closing_ = false, last_ = false;
};

void BridgePage::tell(std::string frame) {
  if (closing_ || last_) return;
  queue_.push_back(std::move(frame));
  if (queue_.size() > kBridgeQueue) return drop();  // it does not listen
  if (writing_) return;
  writing_ = true;
  asio::co_spawn(inside_.io.get_executor(), write(shared_from_this()), asio::detached);
}

void BridgePage::refuse(const CodedMessage& why, int wait) {
  tell(engines::bridge_refused(why, wait));
  last_ = true;
  in_ = false;
}

Task<void> BridgePage::write(std::shared_ptr<BridgePage> self) {
  while (!self->queue_.empty() && !self->closing_) {
    const auto [error, size] = co_await self->stream_.async_write(asio::buffer(self->queue_.front()), kTuple);
    if (error) break;  // the reader sees it too
    self->queue_.pop_front();
  }
  self->writing_ = false;
  if (!self->last_ || self->closing_) co_return;
  self->closing_ = true;
  co_await self->stream_.async_close(websocket::close_code::policy_error, kTuple);
}

// Whoever does not say in time who they are, goes.
Task<void> BridgePage::hurry(std::shared_ptr<BridgePage> self) {
  self->patience_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(self->inside_.ways.hello_seconds)));
  co_await self->patience_.async_wait(kTuple);
  if (!self->in_) self->drop();
}

Task<void> BridgePage::answer(const BridgeRequest& request, http::status status, std::string_view text) {
  http::response<http::string_body> response(status, request.version());
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.set("X-Content-Type-Options", "nosniff");
  response.keep_alive(false);
  if (status == http::status::no_content) {  // a browser asks whether a page may reach this machine at all
    response.set(http::field::access_control_allow_origin, bridge_text_of(request[http::field::origin]));
    response.set(http::field::vary, "Origin");
    response.set(http::field::access_control_allow_methods, "GET");
    response.set("Access-Control-Allow-Private-Network", "true");
  } else {
    response.body() = std::string(text);
    response.prepare_payload();
  }
  co_await http::async_write(stream_.next_layer(), response, kTuple);
  error_code ignored;
  stream_.next_layer().socket().shutdown(asio::socket_base::shutdown_send, ignored);
}

// Whether it is a page that may knock.
Task<bool> BridgePage::read_head(BridgeRequest& request) {
  http::request_parser<http::empty_body> parser;
  parser.header_limit(kBridgeHead);
  const auto [unread, size] = co_await http::async_read_header(stream_.next_layer(), buffer_, parser, kTuple);
  if (unread) co_return false;
  request = parser.release();
  if (head_fault(request) || !is_loopback_name(bridge_text_of(request[http::field::host]))) {
    co_await answer(request, http::status::misdirected_request, "This is not the address of the bridge.\n");
    co_return false;
  }
  const auto origins = request.equal_range(http::field::origin);
  const bool one = origins.first != origins.second && std::next(origins.first) == origins.second;
  if (!one || !allows(bridge_text_of(origins.first->value()))) {
    co_await answer(request, http::status::forbidden,
                    "Pages of this origin may not use the bridge. Start it with --page and the page's address.\n");
    co_return false;
  }
  if (request.method() == http::verb::options) {
    co_await answer(request, http::status::no_content, "");
    co_return false;
  }
  if (websocket::is_upgrade(request) && request.target() == "/bridge") co_return true;
  co_await answer(request, http::status::upgrade_required, "The bridge speaks WebSocket at /bridge.\n");
  co_return false;
}

Task<void> BridgePage::run(std::shared_ptr<BridgePage> self) {
  auto& stream = self->stream_;
  asio::co_spawn(self->inside_.io.get_executor(), hurry(self), asio::detached);
  BridgeRequest request;
  if (!co_await self->read_head(request)) {
    self->drop();
    co_return;
  }
  beast::get_lowest_layer(stream).limit_input(kBridgeBytes, kBridgeBytesAtOnce);
  stream.set_option(websocket_times());
  stream.read_message_max(engines::kMostBridgeMessage);
  stream.text(true);
  const auto [refused] = co_await stream.async_accept(request, kTuple);
  beast::flat_buffer buffer(engines::kMostBridgeMessage + 1024);
  while (!refused && !self->closing_) {
    const auto [error, size] = co_await stream.async_read(buffer, kTuple);
    if (error || self->closing_) break;
    const std::string text = beast::buffers_to_string(buffer.data());
    buffer.consume(buffer.size());
    if (!self->last_) self->take(text);
  }
  if (self->in_ && self->inside_.page.lock() == self) {
    if (self->inside_.engine) self->inside_.engine->stop_all();
    self->inside_.page.reset();
    self->inside_.report("the page is gone");
  }
  self->drop();
}

// The bridge proves a key first, for another program may listen at its port by now and would learn nothing; a code,
// which a person has just read from it, it proves last.
void BridgePage::take_hello(const engines::BridgeHello& hello) {
  if (hello.version != engines::kBridgeVersion || hello.nonce.empty())
    return refuse(Message("bridge-other-version",
                          "page and bridge do not understand each other: use a program of the server's version"));
  challenge_ = BridgeChallenge{hello.by_key, inside_.listening.port(), hello.nonce, new_token()};
  Json frame = {{"type", "challenge"}, {"nonce", challenge_->bridge}};
  if (hello.by_key) {
    frame["proof"] = inside_.lock->proof(*challenge_);
  } else {
    frame["salt"] = inside_.lock->salt();
    frame["rounds"] = kCodeRounds;
  }
  tell(json_text(frame));
}

void BridgePage::take_proof(const std::string& proof) {
  const auto tried = inside_.lock->try_proof(*challenge_, proof, steady_seconds());
  if (tried.wait > 0)
    return refuse(Message("bridge-code-later",
                          "too many wrong codes: the bridge takes none for {seconds} seconds; Enter at its terminal "
                          "makes a new code",
                          {{"seconds", tried.wait}}),
                  tried.wait);
  if (tried.opened) return let_in();
  if (challenge_->by_key)
    return refuse(Message("bridge-key-old", "the bridge was started again: type the code that it shows now"));
  inside_.report("a page tried a wrong code");
  refuse(Message("bridge-code-wrong", "this is not the code that the bridge shows"));
}

void BridgePage::let_in() {
  if (const auto other = inside_.page.lock(); other && other.get() != this) {
    inside_.engine->stop_all();
    other->refuse(Message("bridge-other-page", "another page uses the bridge now"));
  }
  in_ = true;
  inside_.page = weak_from_this();
  inside_.report("a page uses the engine");
  const bool by_code = !challenge_->by_key;
  tell(inside_.engine->welcome_frame(by_code ? inside_.lock->key() : "",
                                     by_code ? inside_.lock->proof(*challenge_) : ""));
  challenge_.reset();
  tell(inside_.engine->state_frame());
}

void BridgePage::take(const std::string& text) {
  auto read = engines::read_bridge_message(text);
  if (!in_) {
    const auto* hello = std::get_if<engines::BridgeHello>(&read);
    const auto* proof = std::get_if<engines::BridgeProof>(&read);
    if (hello != nullptr && !challenge_) return take_hello(*hello);
    if (proof != nullptr && challenge_) return take_proof(proof->proof);
    return refuse(Message("bridge-hello-first", "the bridge does not know this page: type its code"));
  }
  if (messages_.ask("page", steady_seconds()) > 0)
    return refuse(Message("bridge-too-many", "the page asks too much of the bridge"));
  if (auto* question = std::get_if<engines::BridgeQuestion>(&read))
    inside_.engine->ask(std::move(*question));
  else if (const auto* stop = std::get_if<engines::BridgeStop>(&read))
    inside_.engine->stop(stop->id);
  else if (const auto* fault = std::get_if<engines::BridgeFault>(&read))
    tell(engines::bridge_failed(*fault));
}

// --- the door

// Everything that waits comes to its end.
void BridgeListener::Inside::shut() {
  ending = true;
  for (Acceptor& acceptor : listening.on) {
    error_code ignored;
    acceptor.close(ignored);
  }
  const std::vector<BridgePage*> all = knocking;
  for (BridgePage* one : all) one->drop();
}

void BridgeListener::Inside::tell_page(std::string frame) {
  if (const auto one = page.lock()) one->tell(std::move(frame));
}

// Of those that are not in, so that nobody keeps a page out by connections that say nothing.
void BridgeListener::Inside::drop_oldest() {
  const auto in = page.lock();
  const auto oldest =
      std::find_if(knocking.begin(), knocking.end(), [&](const BridgePage* one) { return one != in.get(); });
  if (oldest != knocking.end()) (*oldest)->drop();
}

Task<void> BridgeListener::Inside::accept(Acceptor& acceptor) {
  while (!ending) {
    auto [error, socket] = co_await acceptor.async_accept(kTuple);
    if (error == asio::error::operation_aborted) co_return;
    if (error) {  // no open file is left, say
      Timer pause(io.get_executor(), std::chrono::milliseconds(100));
      co_await pause.async_wait(kTuple);
    }
    if (error || knocking.size() >= 2 * kMostKnocking) continue;  // the socket closes
    if (knocking.size() >= kMostKnocking) drop_oldest();
    asio::co_spawn(io.get_executor(), BridgePage::run(std::make_shared<BridgePage>(*this, std::move(socket))),
                   asio::detached);
  }
}

BridgeListener::BridgeListener(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

BridgeListener::~BridgeListener() {
  inside_->engine.reset();
  inside_->shut();
  inside_->io.restart();
  inside_->io.run();  // what was still under way lets go of what it holds
}

BridgeListener::Started BridgeListener::start(BridgeWays ways, engines::BridgeSpec spec, Report report) {
  if (!init_tokens()) return {nullptr, "this machine has no random numbers"};
  auto inside = std::make_unique<Inside>(std::move(ways), report);
  int which = 0;
  for (;; ++which) {
    const auto port = static_cast<std::uint16_t>(inside->ways.any_port ? 0 : kFirstBridgePort + which);
    inside->listening = listen_on(inside->io.get_executor(), "localhost", port, kBridgeBacklog);
    if (inside->listening.fault.empty()) break;
    if (inside->ways.any_port || which + 1 == kBridgePorts)
      return {nullptr, "cannot listen on " + inside->listening.fault};
  }
  inside->lock.emplace(which);
  auto* it = inside.get();
  inside->engine = std::make_unique<engines::BridgeEngine>(
      std::move(spec),
      [it](std::string frame) {
        asio::post(it->io, [it, frame = std::move(frame)]() mutable { it->tell_page(std::move(frame)); });
      },
      std::move(report));
  for (Acceptor& acceptor : inside->listening.on)
    asio::co_spawn(inside->io.get_executor(), inside->accept(acceptor), asio::detached);
  return {std::unique_ptr<BridgeListener>(new BridgeListener(std::move(inside))), {}};
}

std::uint16_t BridgeListener::port() const {
  return inside_->listening.port();
}

const std::string& BridgeListener::code() const {
  return inside_->lock->code();
}

void BridgeListener::renew_code() {
  asio::post(inside_->io, [it = inside_.get()] {
    it->lock->renew_code();
    it->report("a new code for the page: " + it->lock->code());
  });
}

void BridgeListener::run() {
  inside_->io.run();
}

void BridgeListener::stop() {
  asio::post(inside_->io, [it = inside_.get()] { it->shut(); });
}

}  // namespace cairn::net
