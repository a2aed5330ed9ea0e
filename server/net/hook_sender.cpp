#include "server/net/hook_sender.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include "server/net/name_finder.h"
#include "server/net/tls_client.h"

namespace cairn::net {

namespace {

constexpr auto kTime = std::chrono::seconds(10);
constexpr std::uint32_t kMaxReplyHeader = 16 * 1024;
constexpr std::size_t kMostPlaces = 4;  // of one name, that are tried

HookAnswer failed(std::string what, const error_code& error) {
  if (error == beast::error::timeout || error == asio::error::operation_aborted)
    return {0, what + ": it took too long"};
  return {0, what + ": " + error.message()};
}

Task<HookAnswer> exchange(Wire& wire, const HookPost& post) {
  http::request<http::string_body> request(http::verb::post, post.url.target, 11);
  request.set(http::field::host, post.url.authority);
  request.set(http::field::user_agent, "cairn");
  request.set(http::field::connection, "close");
  for (const auto& [name, value] : post.headers) request.set(name, value);
  request.body() = post.body;
  request.prepare_payload();
  if (const auto [error, size] = co_await http::async_write(wire, request, kTuple); error)
    co_return failed("nothing could be sent", error);
  beast::flat_buffer buffer(kMaxReplyHeader);
  http::response_parser<http::empty_body> parser;
  parser.header_limit(kMaxReplyHeader);
  if (const auto [error, size] = co_await http::async_read_header(wire, buffer, parser, kTuple); error)
    co_return failed("there was no answer", error);
  co_return HookAnswer{static_cast<int>(parser.get().result_int()), {}};
}

}  // namespace

void HookSender::send(HookPost post, std::function<void(HookAnswer)> done) {
  asio::co_spawn(shared_.io.get_executor(), run(std::move(post), std::move(done)), asio::detached);
}

Task<void> HookSender::run(HookPost post, std::function<void(HookAnswer)> done) {
  HookAnswer answer;
  try {
    answer = co_await ask(post);
  } catch (const std::exception& problem) {
    answer = {0, std::string("it could not be sent: ") + problem.what()};
  }
  done(std::move(answer));
}

Task<HookAnswer> HookSender::ask(const HookPost& post) {
  FoundName found = co_await find_name(shared_.io.get_executor(), post.url.host, post.url.port);
  if (!found.error.empty()) co_return HookAnswer{0, std::move(found.error)};
  std::erase_if(found.places, [&](const tcp::endpoint& place) {
    return is_inside(place.address()) && !shared_.hook_networks.has(place.address());
  });
  if (found.places.empty())
    co_return HookAnswer{0, "its address is of a private or local network; the host of this server allows none such"};
  if (found.places.size() > kMostPlaces) found.places.resize(kMostPlaces);
  std::optional<Wire> wire;
  error_code error = asio::error::host_unreachable;
  for (const tcp::endpoint& place : found.places) {
    wire.emplace(Socket(shared_.io.get_executor()));
    wire->expires_after(kTime / static_cast<int>(kMostPlaces));
    const auto [refused] = co_await wire->tcp().async_connect(place, kTuple);
    error = refused;
    if (!error) break;
  }
  if (error) co_return failed("it cannot be reached", error);
  wire->expires_after(kTime);
  if (!post.url.secure) co_return co_await exchange(*wire, post);
  if (trust_ == nullptr) trust_ = system_trust();
  Wire::Secure& secure = wire->secure(*trust_);
  expect_host(secure, post.url.host);
  const auto [untrusted] = co_await secure.async_handshake(asio::ssl::stream_base::client, kTuple);
  if (untrusted) co_return failed("its certificate is not trusted", untrusted);
  co_return co_await exchange(*wire, post);
}

}  // namespace cairn::net
