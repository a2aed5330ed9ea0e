#include "apps/cairn/bot_link.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "server/net/tls_client.h"
#include "server/net/wire.h"

namespace cairn::cli {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;
using tcp = asio::ip::tcp;

constexpr double kAnswer = 20;                         // seconds for an answer of the server
constexpr double kQuiet = 60;                          // it pings every 20 seconds
constexpr double kFirstPause = 0.25, kLastPause = 10;  // seconds between tries
constexpr std::size_t kMaxBody = std::size_t{16} << 20;
constexpr int kBusy = 429, kServerFault = 500;

// Runs what was begun until `done` or the time is over.
bool run_until(asio::io_context& io, const bool& done, double seconds) {
  const double end = wall_seconds() + seconds;
  io.restart();
  while (!done) {
    const double left = end - wall_seconds();
    if (left <= 0) return false;
    if (io.run_one_for(std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(left))) == 0)
      io.restart();
  }
  return true;
}

// Whether it connected; else `why`.
bool connect(asio::io_context& io, net::Wire& wire, const ServerAccess& access, std::string& why) {
  error_code error;
  bool done = false;
  const auto finish = [&](error_code failed) {
    error = failed;
    done = true;
  };
  const auto wait = [&] {
    if (run_until(io, done, kAnswer)) return;
    wire.cancel();
    run_until(io, done, kAnswer);
  };
  const auto found = tcp::resolver(io).resolve(access.host, access.port, error);
  if (!error) {
    error_code first;  // the telling one: addresses that this machine cannot reach at all come last
    const auto next = [&](error_code failed, const tcp::endpoint&) {
      if (!first) first = failed;
      return true;
    };
    wire.tcp().async_connect(
        found, next, [&](error_code failed, const tcp::endpoint&) { finish(failed && first ? first : failed); });
    wait();
  }
  if (error) why = error.message();
  if (error || !access.secure) return !error;
  done = false;
  static const auto trust = net::system_trust();
  net::Wire::Secure& secure = wire.secure(*trust);
  net::expect_host(secure, access.host);
  secure.async_handshake(asio::ssl::stream_base::client, finish);
  wait();
  if (error) why = "its certificate is not trusted: " + error.message();
  return !error;
}

}  // namespace

std::string read_server_url(std::string_view url, ServerAccess& out) {
  constexpr std::string_view kHttp = "http://", kHttps = "https://";
  std::string wrong = "--server: \"" + std::string(url.substr(0, 80)) +
                      "\" must be http://HOST or http://HOST:PORT, or the same with https://";
  out.secure = url.starts_with(kHttps);
  if (!out.secure && !url.starts_with(kHttp)) return wrong;
  url.remove_prefix(out.secure ? kHttps.size() : kHttp.size());
  if (url.ends_with('/')) url.remove_suffix(1);
  if (url.find_first_of("/?#@ \t\r\n") != std::string_view::npos) return wrong;
  out.port = out.secure ? "443" : "80";
  const auto bracket = url.rfind(']');  // of an IPv6 address
  const auto colon = url.rfind(':');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    const auto port = parse_int(url.substr(colon + 1));
    if (!port || *port < 1 || *port > 65'535) return wrong;
    out.port = std::to_string(*port);
    url = url.substr(0, colon);
  }
  if (url.starts_with('[') && url.ends_with(']')) url = url.substr(1, url.size() - 2);
  if (url.empty()) return wrong;
  out.host = url;
  return {};
}

std::string ServerAnswer::code() const {
  const auto error = body.is_object() ? body.find("error") : body.end();
  if (!body.is_object() || error == body.end() || !error->is_object()) return {};
  const auto found = error->find("code");
  return found != error->end() && found->is_string() ? found->get<std::string>() : "";
}

void nap_until(double seconds, const std::atomic<bool>& stop) {
  const double end = wall_seconds() + seconds;
  while (!stop.load() && wall_seconds() < end) std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

// --- HTTP

struct BotLink::Wire {
  asio::io_context io;
  net::Wire stream{net::Socket(io.get_executor())};
  beast::flat_buffer buffer;
};

BotLink::BotLink(const ServerAccess& access, const std::atomic<bool>& stop) : access_(access), stop_(stop) {}
BotLink::~BotLink() = default;

ServerAnswer BotLink::once(const std::string& target, const Json& body) {
  ServerAnswer answer;
  const auto fail = [&](const std::string& why) {
    wire_.reset();
    answer.text = "no response from " + access_.host + ":" + access_.port + ": " + why;
    return answer;
  };
  if (!wire_) {
    wire_ = std::make_unique<Wire>();
    std::string why;
    if (!connect(wire_->io, wire_->stream, access_, why)) return fail(why);
  }
  http::request<http::string_body> request{body.is_null() ? http::verb::get : http::verb::post, target, 11};
  request.set(http::field::host, access_.host + ":" + access_.port);
  request.set(http::field::authorization, "Bearer " + access_.token);
  if (!body.is_null()) {
    request.set(http::field::content_type, "application/json");
    request.body() = json_text(body);
    request.prepare_payload();
  }
  http::response_parser<http::string_body> parser;
  parser.body_limit(kMaxBody);
  error_code error;
  bool done = false;
  http::async_write(wire_->stream, request, [&](error_code failed, std::size_t) {
    error = failed;
    if (failed) {
      done = true;
      return;
    }
    http::async_read(wire_->stream, wire_->buffer, parser, [&](error_code broken, std::size_t) {
      error = broken;
      done = true;
    });
  });
  if (!run_until(wire_->io, done, kAnswer)) {
    wire_->stream.cancel();
    run_until(wire_->io, done, kAnswer);
    return fail("timed out");
  }
  if (error) return fail(error.message());
  const auto& response = parser.get();
  answer.status = static_cast<int>(response.result_int());
  answer.body = parse_json(response.body());
  answer.retry_after = parse_int(std::string_view(response[http::field::retry_after])).value_or(0);
  if (!answer.good()) {
    answer.text = "the server responds " + std::to_string(answer.status);
    if (answer.body.is_object() && answer.body.contains("error") && answer.body["error"].is_object()) {
      const auto message = answer.body["error"].find("message");
      if (message != answer.body["error"].end() && message->is_string())
        answer.text += ": " + message->get<std::string>().substr(0, 200);
    }
  }
  if (!response.keep_alive()) wire_.reset();
  return answer;
}

ServerAnswer BotLink::ask(const std::string& target, const Json& body) {
  for (double pause = kFirstPause;; pause = std::min(pause * 2, kLastPause)) {
    ServerAnswer answer = once(target, body);
    const bool later = answer.status == 0 || answer.status == kBusy || answer.status >= kServerFault;
    if (!later || stop_.load()) return answer;
    nap_until(std::max(pause, answer.retry_after), stop_);
  }
}

// --- WebSocket

struct BotSocket::Wire {
  asio::io_context io;
  websocket::stream<net::Wire> socket{net::Socket(io.get_executor())};
  beast::flat_buffer buffer;
  error_code error;
  bool reading = false, done = false;
  double heard = 0;  // when the server last said anything while we listened
};

BotSocket::BotSocket(const ServerAccess& access) : access_(access) {}
BotSocket::~BotSocket() = default;

bool BotSocket::open(const std::string& table) {
  wire_ = std::make_unique<Wire>();
  auto& socket = wire_->socket;
  std::string why;
  bool good = connect(wire_->io, socket.next_layer(), access_, why);
  if (good) {
    socket.set_option(websocket::stream_base::decorator([this](websocket::request_type& request) {
      request.set(http::field::authorization, "Bearer " + access_.token);
    }));
    socket.control_callback(
        [wire = wire_.get()](websocket::frame_type, beast::string_view) { wire->heard = wall_seconds(); });
    bool done = false;
    error_code error;
    socket.async_handshake(access_.host + ":" + access_.port, "/api/tables/" + table + "/socket",
                           [&](error_code failed) {
                             error = failed;
                             done = true;
                           });
    good = run_until(wire_->io, done, kAnswer) && !error;
    if (!done) {
      socket.next_layer().close();
      run_until(wire_->io, done, kAnswer);
    }
  }
  if (!good) wire_.reset();
  return good;
}

Json BotSocket::next(double seconds) {
  if (!wire_) return nullptr;
  Wire& wire = *wire_;
  if (!wire.reading) {
    wire.reading = true;
    wire.done = false;
    wire.heard = wall_seconds();
    wire.socket.async_read(wire.buffer, [&wire](error_code failed, std::size_t) {
      wire.error = failed;
      wire.done = true;
    });
  }
  if (!run_until(wire.io, wire.done, seconds)) {
    if (wall_seconds() - wire.heard > kQuiet) wire_.reset();
    return nullptr;
  }
  wire.reading = false;
  if (wire.error) {
    wire_.reset();
    return nullptr;
  }
  const auto data = wire.buffer.data();
  Json message = parse_json({static_cast<const char*>(data.data()), data.size()});
  wire.buffer.consume(wire.buffer.size());
  return message;
}

}  // namespace cairn::cli
