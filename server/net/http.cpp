// HTTP: reads requests with limits, finds their endpoint and who asks, writes the answer.
#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "core/text.h"
#include "server/net/answers.h"
#include "server/net/bridge_socket.h"
#include "server/net/request_head.h"
#include "server/people/suspended.h"

namespace cairn::net {

namespace {

constexpr std::uint32_t kMaxHeader = 8 * 1024;
constexpr std::uint64_t kMaxBody = 64 * 1024;
constexpr auto kGreetTime = std::chrono::seconds(10);  // for the first byte and TLS's handshake
constexpr auto kLeaveTime = std::chrono::seconds(2);
// For the store to say who asks; for the page of the server's health less: it is there for when the store says nothing.
constexpr auto kWhoTime = std::chrono::seconds(10), kHealthWhoTime = std::chrono::seconds(2);
constexpr std::string_view kHealthEndpoint = "admin-health";
constexpr char kTlsHandshake = 0x16;  // the first byte of one; no HTTP method begins so

// Lines behind the chunks of a body become no headers of its request, however many and long they are: a head is
// bounded, they are not, and of a line of 64 KiB the library throws past all that could catch it.
class RequestParser final : public http::request_parser<http::string_body> {
  void on_field_impl(http::field field, beast::string_view name, beast::string_view value, error_code&) override {
    if (!is_header_done()) get().insert(field, name, value);
  }
};

// A question who has a token, which is answered once: by the store, or because that took too long.
struct Asking {
  std::function<void(Found<Caller>)> done;
  std::optional<Timer> late{};
  void tell(Found<Caller> found) {
    if (!done) return;
    if (late) late->cancel();
    std::exchange(done, nullptr)(std::move(found));
  }
};
void wait_for(const std::shared_ptr<Asking>& asking, asio::io_context& io, std::chrono::seconds patience) {
  if (!asking->done) return;  // it was known
  asking->late.emplace(io.get_executor());
  asking->late->expires_after(patience);
  asking->late->async_wait([asking](error_code error) {
    if (!error) asking->tell({std::nullopt, "the database did not answer in time"});
  });
}

class Connection final : public Open {
 public:
  Connection(Services& services, Socket socket, bool turned_away)
      : services_(services), shared_(services.shared), stream_(std::move(socket)), turned_away_(turned_away) {
    error_code ignored;
    peer_ = stream_.socket().remote_endpoint(ignored).address();
    shared_.open.insert(this);
    counted_ = shared_.config.rate_limits && !shared_.trusts(peer_);
    if (counted_) too_many_ = ++shared_.connections[household_of(peer_)] > shared_.config.connections_per_address;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override {
    shared_.open.erase(this);
    if (!counted_) return;
    const auto found = shared_.connections.find(household_of(peer_));
    if (--found->second == 0) shared_.connections.erase(found);
  }

  // Closes at once unless a request is being answered.
  void end() override {
    if (!answering_) stream_.cancel();
  }

  Task<void> run();
  std::optional<Answer> refuse_early(const Request& request, const std::string& who);

 private:
  Task<bool> greet();
  Task<void> leave();
  Answer turn_away(const RequestHead& request) const;
  bool goes_by_own_name(const RequestHead& head) const;
  std::optional<Answer> refuse_name(const RequestHead& head) const;
  Task<bool> read(RequestParser& parser);
  Task<bool> write(const Request& request, Answer answer);
  Task<bool> refuse_unread(error_code error);
  Task<bool> refuse_head(const HeadFault& fault);
  Task<bool> refuse_and_leave(Answer answer);
  Task<std::variant<std::optional<Caller>, Answer>> caller_of(const Request& request, const Route& route);
  Task<void> hand_over(const Request& request, const Route& route, const std::optional<Caller>& known, StreamWish wish);
  asio::ip::address asker(const Request& request) const;
  void served(const Request& request, http::status status, std::size_t bytes);

  Services& services_;
  Shared& shared_;
  Wire stream_;
  asio::ip::address peer_;
  beast::flat_buffer buffer_{kMaxHeader + kMaxBody};
  bool answering_ = false;
  const Endpoint* endpoint_ = &kUnknown;  // of the request that is being answered
  asio::ip::address asker_;
  std::chrono::steady_clock::time_point began_;
  bool counted_ = false, too_many_ = false;
  bool turned_away_ = false;  // HTTPS is spoken here, and this is not
};

// Which of the two headers the proxy writes is not known here: where somebody sends the other one, too, and it tells
// another address, neither is believed, and the request counts as the proxy's own.
asio::ip::address Connection::asker(const Request& request) const {
  if (!shared_.trusts(peer_)) return peer_;
  const auto list_of = [&](const char* header) {
    std::vector<std::string_view> lists;
    const auto [from, to] = request.equal_range(header);
    for (auto at = from; at != to; ++at) lists.push_back(view(at->value()));
    return forwarded_from(lists, shared_.trusted_proxies);
  };
  const auto usual = list_of("X-Forwarded-For"), standard = list_of("Forwarded");
  if (usual && standard && *usual != *standard) return peer_;
  return usual ? *usual : standard.value_or(peer_);
}

void Connection::served(const Request& request, http::status status, std::size_t bytes) {
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began_;
  shared_.traffic.count(endpoint_->name, static_cast<int>(status), took.count());
  const AccessLog wanted = shared_.config.access_log;
  const LogLevel level = wanted == AccessLog::debug ? LogLevel::debug : LogLevel::info;
  if (wanted == AccessLog::off || !shared_.log.wants(level)) return;
  const std::string from = asker_.to_string();
  shared_.log.write(level, "request",
                    {{"method", view(http::to_string(request.method()))},
                     {"route", endpoint_->name},
                     {"status", std::int64_t{static_cast<int>(status)}},
                     {"ms", took.count() * 1000},
                     {"bytes", static_cast<std::int64_t>(bytes)},
                     {"from", from}});
}

// Who asks, by a token or a session. An answer: it cannot be told, or a token is not good; a session that is not counts
// as none.
Task<std::variant<std::optional<Caller>, Answer>> Connection::caller_of(const Request& request, const Route& route) {
  using Known = std::optional<Caller>;
  if (route.to->kind == Kind::page) co_return Known();
  const std::string bearer(bearer_token(view(request[http::field::authorization])));
  std::string token = bearer;
  // Over HTTPS the plain cookie is nobody's: another name of the site may have set it.
  const std::string_view name = has_secure_cookie(shared_.config) ? kSecureCookie : kPlainCookie;
  if (bearer.empty()) token = cookie_value(view(request[http::field::cookie]), name);
  if (token.empty()) co_return Known();
  const auto found =
      co_await await_callback<Found<Caller>>(shared_.io.get_executor(), [&](std::function<void(Found<Caller>)> done) {
        auto asking = std::make_shared<Asking>();
        asking->done = std::move(done);
        services_.accounts.who(token, !bearer.empty(), home_of(asker_),
                               [asking](Found<Caller> told) { asking->tell(std::move(told)); });
        wait_for(asking, shared_.io, route.to->name == kHealthEndpoint ? kHealthWhoTime : kWhoTime);
      });
  if (!found.error.empty())
    co_return refuse(Code::unavailable,
                     Message("who-cannot-read-just", "the server cannot check who you are at the moment; try again"),
                     1);
  if (!found.value && !bearer.empty())
    co_return refuse(Code::bad_token,
                     Message("token-not-known-run", "this token is unknown or has expired; create a new one"));
  if (found.value && found.value->suspended) {
    // Whoever is suspended reads on as a stranger; a program, and what takes somebody, is told why not.
    const Needs needs = route.to->needs;
    const bool anybody = needs == Needs::nothing || needs == Needs::watch || needs == Needs::door;
    if (bearer.empty() && anybody) co_return Known();
    const Refusal why = suspended(*found.value->suspended);
    co_return refuse(why.code, why.message);
  }
  if (found.value) services_.presence.note(found.value->person);
  co_return found.value;
}

// False: the connection is done.
Task<bool> Connection::write(const Request& request, Answer answer) {
  const bool close = answer.close || shared_.ending || shared_.draining || !request.keep_alive();
  const bool head = request.method() == http::verb::head;
  stream_.expires_after(kWriteTime);
  http::response<http::span_body<const char>> response(answer.status, request.version());
  set_headers(response, answer, stream_.secured() != nullptr);
  response.keep_alive(!close);
  std::string_view body = answer.body;
  if (answer.file != nullptr) body = answer.packed ? answer.file->packed : answer.file->bytes;
  if (answer.status != http::status::not_modified) response.content_length(body.size());
  if (!head && answer.status != http::status::not_modified) response.body() = {body.data(), body.size()};
  http::response_serializer<http::span_body<const char>> serializer(response);
  if (head) {
    const auto [error, size] = co_await http::async_write_header(stream_, serializer, kTuple);
    served(request, answer.status, size);
    co_return !error && !close;
  }
  const auto [error, size] = co_await http::async_write(stream_, serializer, kTuple);
  served(request, answer.status, size);
  co_return !error && !close;
}

// What could not be read as a request is answered where that makes sense.
Task<bool> Connection::refuse_unread(error_code error) {
  if (error == http::error::end_of_stream || error == beast::error::timeout || shared_.ending ||
      error.category() != http::make_error_code(http::error::bad_method).category())
    co_return false;
  began_ = std::chrono::steady_clock::now();
  Answer answer;
  if (error == http::error::body_limit)
    answer = refuse(Code::too_large,
                    Message("body-most-bytes", "a body may have at most {most} bytes", {{"most", kMaxBody}}));
  else if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    answer = refuse(Code::too_large,
                    Message("headers-most-bytes", "the headers can have at most {most} bytes", {{"most", kMaxHeader}}));
    answer.status = http::status::request_header_fields_too_large;
  } else if (error == http::error::partial_message)
    co_return false;
  else
    answer = refuse(Code::bad_request, Message("no-http-request", "this is not an HTTP request"));
  co_return co_await refuse_and_leave(std::move(answer));
}

Task<bool> Connection::refuse_head(const HeadFault& fault) {
  began_ = std::chrono::steady_clock::now();
  Answer answer = refuse(Code::bad_request, fault.message);
  answer.status = http::int_to_status(static_cast<unsigned>(fault.status));
  co_return co_await refuse_and_leave(std::move(answer));
}

// False: what follows cannot be told from what was refused.
Task<bool> Connection::refuse_and_leave(Answer answer) {
  answer.close = true;
  Request none;
  none.version(11);
  co_await write(none, std::move(answer));
  // Take what is still coming for a moment, lest a reset destroys the answer on its way.
  error_code ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kLeaveTime);
  std::array<char, 4096> drain{};
  for (int i = 0; i < 64; ++i) {
    const auto [failed, size] = co_await stream_.async_read_some(asio::buffer(drain), kTuple);
    if (failed) break;
  }
  co_return false;
}

// TLS where it is spoken. Who begins with something else is answered all the same: with the right address.
Task<bool> Connection::greet() {
  if (shared_.tls == nullptr || turned_away_) co_return true;
  stream_.expires_after(kGreetTime);
  const auto [error, size] = co_await stream_.async_read_some(buffer_.prepare(kMaxHeader), kTuple);
  if (error) co_return false;
  buffer_.commit(size);
  turned_away_ = *static_cast<const char*>(buffer_.cdata().data()) != kTlsHandshake;
  if (turned_away_) co_return true;
  if (counted_ && shared_.handshakes.ask(household_of(peer_), shared_.now()) > 0) co_return false;
  const auto context = shared_.tls;  // another may take its place meanwhile
  const auto [failed, used] =
      co_await stream_.secure(*context).async_handshake(asio::ssl::stream_base::server, buffer_.cdata(), kTuple);
  buffer_.clear();
  if (failed) shared_.log.write(LogLevel::debug, "TLS handshake failed", {{"why", failed.message()}});
  co_return !failed;
}

Task<void> Connection::leave() {
  error_code ignored;
  if (auto* secured = stream_.secured()) {
    stream_.expires_after(kLeaveTime);
    co_await secured->async_shutdown(kTuple);
  }
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

Answer Connection::turn_away(const RequestHead& request) const {
  const auto host = read_host(view(request[http::field::host]));
  Answer answer = refuse(Code::https_only, Message("server-speaks-https-begin",
                                                   "this server uses HTTPS; begin the address with https://"));
  answer.close = true;
  if (!host || !shared_.own_hosts.has(view(request[http::field::host])) || !request.target().starts_with('/') ||
      (request.method() != http::verb::get && request.method() != http::verb::head))
    return answer;
  answer.status = http::status::permanent_redirect;
  answer.location = "https://" + host->without_port;
  if (const std::uint16_t port = shared_.https_port; port != 443) answer.location += ":" + std::to_string(port);
  answer.location += view(request.target());
  return answer;
}

Task<bool> Connection::read(RequestParser& parser) {
  parser.header_limit(kMaxHeader);
  parser.body_limit(kMaxBody);
  stream_.expires_after(std::chrono::seconds(shared_.config.request_seconds));
  const auto [unread, head_size] = co_await http::async_read_header(stream_, buffer_, parser, kTuple);
  if (unread) co_return co_await refuse_unread(unread);
  if (const auto fault = head_fault(parser.get())) co_return co_await refuse_head(*fault);
  if (const auto fault = to_origin_form(parser.get())) co_return co_await refuse_head(*fault);
  if (expects_a_word(parser.get()) && !parser.is_done()) {
    if (auto refused = refuse_name(parser.get())) co_return co_await refuse_and_leave(std::move(*refused));
    constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
    const auto [unsaid, said] = co_await asio::async_write(stream_, asio::buffer(kGoOn), kTuple);
    if (unsaid) co_return false;
  }
  const auto [error, size] = co_await http::async_read(stream_, buffer_, parser, kTuple);
  if (error) co_return co_await refuse_unread(error);
  co_return true;
}

// Of whoever asks too often, and of a server that does not go by this name.
std::optional<Answer> Connection::refuse_early(const Request& request, const std::string& who) {
  if (const int wait = shared_.ask_request(who); wait > 0) return too_often(wait);
  return refuse_name(request);
}

// Of a request for another server, or by plain HTTP where HTTPS is spoken.
std::optional<Answer> Connection::refuse_name(const RequestHead& head) const {
  if (turned_away_) return turn_away(head);
  if (goes_by_own_name(head)) return std::nullopt;
  return refuse(
      Code::other_host,
      Message(
          "server-does-not-go",
          "this server does not know this host name; its host adds it with the settings public-url and host-names"));
}

// A proxy tells by which name it was asked in `Host` or in a header of its own, where a client may have written, too:
// all must be ours. Where the settings tell no name, the proxy decides which ones it serves.
bool Connection::goes_by_own_name(const RequestHead& head) const {
  const ServerConfig& config = shared_.config;
  const bool by_proxy = shared_.trusts(peer_);
  if (by_proxy && config.public_url.empty() && config.host_names.empty()) return true;
  if (!shared_.own_hosts.has(view(head[http::field::host]))) return false;
  if (!by_proxy) return true;
  const auto [from, to] = head.equal_range("X-Forwarded-Host");
  return std::all_of(from, to, [&](const auto& line) {
    const auto names = split(view(line.value()), ',');
    return std::ranges::all_of(names, [&](std::string_view name) { return shared_.own_hosts.has(name); });
  });
}

// What goes on for as long as both sides want takes the connection.
Task<void> Connection::hand_over(const Request& request, const Route& route, const std::optional<Caller>& known,
                                 StreamWish wish) {
  Wire stream = std::move(stream_);
  shared_.open.erase(this);
  const std::string who = household_of(asker_);
  wish.who = asker_of(known, who);
  if (route.to->kind != Kind::socket) {
    co_await serve_stream(services_, std::move(stream), request, std::move(wish), known,
                          [&](http::status status) { served(request, status, 0); });
    co_return;
  }
  served(request, http::status::switching_protocols, 0);
  if (!route.id.empty()) {
    co_await serve_socket(services_, std::move(stream), request, route.id, known, who, wish.after);
    co_return;
  }
  // Of no table: it was asked for with an account.
  const auto side = route.to->needs == Needs::bridge ? BridgeSide::engine : BridgeSide::page;
  co_await serve_bridge(services_, std::move(stream), request, *known, side);
}

Task<void> Connection::run() {
  if (too_many_ || !co_await greet()) co_return;
  while (!shared_.ending && !too_many_) {
    RequestParser parser;
    answering_ = false;
    endpoint_ = &kUnknown;
    asker_ = peer_;
    if (!co_await read(parser)) co_return;
    answering_ = true;
    began_ = std::chrono::steady_clock::now();
    const Request request = parser.release();
    asker_ = asker(request);
    if (turned_away_) {
      co_await write(request, turn_away(request));
      break;
    }
    const std::string who = household_of(asker_);
    const Route route = find_route(view(request.method_string()), view(request.target()));
    endpoint_ = route.to;
    loop_does = endpoint_->name;
    if (auto refused = refuse_early(request, who)) {
      if (!co_await write(request, std::move(*refused))) co_return;
      continue;
    }
    auto asked = co_await caller_of(request, route);
    if (auto* refused = std::get_if<Answer>(&asked)) {
      if (!co_await write(request, std::move(*refused))) co_return;
      continue;
    }
    const auto& known = std::get<std::optional<Caller>>(asked);
    const bool lines = route.to->kind == Kind::stream && request.method() == http::verb::get;
    if (lines || (route.to->kind == Kind::socket && beast::websocket::is_upgrade(request))) {
      auto refused = refuse_write(request, known);
      if (!refused) refused = refuse_caller(route, known);
      auto wish = read_stream_wish(request, route);
      if (auto* wrong = std::get_if<Answer>(&wish); wrong != nullptr && !refused) refused = std::move(*wrong);
      if (refused) {
        if (!co_await write(request, std::move(*refused))) co_return;
        continue;
      }
      co_await hand_over(request, route, known, std::move(std::get<StreamWish>(wish)));
      co_return;
    }
    Answer given;
    bool failed = false;
    try {
      const Asked asked_for{services_, shared_, request, route, known, who, peer_};
      given = co_await answer(asked_for);
    } catch (const std::exception& problem) {
      shared_.log.write(LogLevel::error, "a request failed", {{"why", problem.what()}});
      failed = true;
    }
    if (failed)
      given = refuse(Code::internal,
                     Message("something-went-wrong-here", "something went wrong on the server; the error was logged"));
    if (!co_await write(request, std::move(given))) break;
  }
  co_await leave();
}

}  // namespace

Task<void> serve_http(Services& services, Socket socket, bool turned_away) {
  Connection connection(services, std::move(socket), turned_away);
  co_await connection.run();
}

}  // namespace cairn::net
