// A WebSocket at a table: told of every change, and a way for commands. A bounded queue; who cannot keep up is let go
// and comes back for the state.
#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/websocket.hpp>

#include "server/net/services.h"
#include "server/protocol/tables_to_client.h"
#include "server/protocol/talk_to_client.h"

namespace cairn::net {

namespace {

namespace websocket = beast::websocket;

constexpr std::size_t kMaxMessage = 16 * 1024;
constexpr std::size_t kMaxQueued = 256;
constexpr int kSystemBuffer = 128 * 1024;
constexpr const char* kAskTime = "time";
constexpr double kInputASecond = 32 * 1024, kInputAtOnce = 512 * 1024;  // of one socket

// What is said at the table comes behind its state.
class TalkEar final : public TalkListener {
 public:
  explicit TalkEar(Listener& to) : to_(to) {}
  void hear(const VisibleRemark& remark, SharedText& text) override {
    const auto& frame = text.of([&] {
      Json message = {{"type", "talk"}};
      message.update(to_client(remark));
      return to_text(message);
    });
    open_ ? to_.tell(frame) : held_.push_back(frame);
  }
  void open() {
    open_ = true;
    for (auto& text : held_) to_.tell(std::move(text));
    held_.clear();
  }

 private:
  Listener& to_;
  bool open_ = false;
  std::vector<std::shared_ptr<const std::string>> held_;
};

class TableSocket final : public Open, public Listener, public std::enable_shared_from_this<TableSocket> {
 public:
  TableSocket(Services& services, Wire wire, std::string table, std::optional<Caller> caller, std::string key,
              std::optional<std::int64_t> after)
      : services_(services),
        shared_(services.shared),
        stream_(std::move(wire)),
        table_(std::move(table)),
        caller_(std::move(caller)),
        person_(caller_ ? std::optional(caller_->person) : std::nullopt),
        key_(std::move(key)),
        after_(after) {
    shared_.open.insert(this);
    ++shared_.traffic.sockets;
  }
  TableSocket(const TableSocket&) = delete;
  TableSocket& operator=(const TableSocket&) = delete;
  ~TableSocket() override {
    shared_.open.erase(this);
    --shared_.traffic.sockets;
  }

  void end() override {
    if (!open_) return drop();  // a close frame would meet the handshake on its way
    asio::co_spawn(shared_.io.get_executor(), close(shared_from_this(), websocket::close_code::going_away),
                   asio::detached);
  }

  const Caller* caller() const override { return caller_ ? &*caller_ : nullptr; }
  void end_of_caller() override {
    if (!open_) return drop();
    asio::co_spawn(shared_.io.get_executor(), close(shared_from_this(), websocket::close_code::policy_error),
                   asio::detached);
  }

  void tell(std::shared_ptr<const std::string> text) override {
    if (closing_) return;
    if (caller_ && caller_->expires_ms <= shared_.wall_ms()) return end_of_caller();
    Wire& wire = stream_.next_layer();
    wire.queue(std::move(text));
    ++shared_.traffic.messages_out;
    if (wire.queued_messages() > kMaxQueued || wire.queued_bytes() > shared_.config.max_queued_bytes) {
      ++shared_.traffic.sockets_too_slow;
      return drop();
    }
    if (flushing_) return;
    flushing_ = true;
    in_turn([](TableSocket& self) {
      self.flushing_ = false;
      if (!self.closing_) self.stream_.next_layer().flush();
    });
  }

  void measure() override {
    if (closing_ || measuring_) return;
    measuring_ = true;
    in_turn([](TableSocket& self) {
      asio::co_spawn(self.shared_.io.get_executor(), ping(self.shared_from_this()), asio::detached);
    });
  }

  static Task<void> run(std::shared_ptr<TableSocket> self, Request request);

 private:
  // When it is this socket's turn: of many that are told the same, each sends it by itself.
  template <class What>
  void in_turn(What what) {
    asio::post(shared_.io.get_executor(), [self = shared_from_this(), what] { what(*self); });
  }
  // Coroutines hold the socket by `self` until they end.
  static Task<void> ping(std::shared_ptr<TableSocket> self);
  static Task<void> close(std::shared_ptr<TableSocket> self, websocket::close_code code);
  void hear_pong(std::string_view payload);
  Task<Result<Unit>> listen();
  Task<bool> take(const std::string& text);
  void say(std::string text) { tell(std::make_shared<const std::string>(std::move(text))); }
  void drop() {
    closing_ = true;
    beast::get_lowest_layer(stream_).close();
  }

  Services& services_;
  Shared& shared_;
  websocket::stream<Wire> stream_;
  std::string table_;
  const std::optional<Caller> caller_;
  std::optional<Person> person_;
  std::string key_;
  const std::optional<std::int64_t> after_;
  TalkEar talk_{*this};
  bool open_ = false, flushing_ = false, closing_ = false;
  bool measuring_ = false;  // a ping is on its way since
  std::int64_t asked_ms_ = 0, round_trip_ms_ = 0;
  std::array<std::int64_t, 8> trips_ms_{};  // the last ones
  std::size_t trips_ = 0;
};

std::int64_t steady_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Behind a change, so that it takes the way that the change takes.
Task<void> TableSocket::ping(std::shared_ptr<TableSocket> self) {
  self->asked_ms_ = steady_ms();
  co_await self->stream_.async_ping(websocket::ping_data(kAskTime), kTuple);
}

void TableSocket::hear_pong(std::string_view payload) {
  if (!measuring_ || payload != std::string_view(kAskTime)) return;  // that of a keep-alive says nothing
  measuring_ = false;
  // The quickest of late: an answer can be held back, but none can be hurried.
  trips_ms_[trips_++ % trips_ms_.size()] = steady_ms() - asked_ms_;
  round_trip_ms_ = *std::min_element(
      trips_ms_.begin(), trips_ms_.begin() + static_cast<std::ptrdiff_t>(std::min(trips_, trips_ms_.size())));
}

Task<void> TableSocket::close(std::shared_ptr<TableSocket> self, websocket::close_code code) {
  if (self->closing_) co_return;
  self->closing_ = true;
  co_await self->stream_.async_close(code, kTuple);
}

// Talk first, so that whoever has the state and then asks what was said misses nothing.
Task<Result<Unit>> TableSocket::listen() {
  const auto executor = shared_.io.get_executor();
  auto listens = co_await await_callback<Result<Unit>>(
      executor, [&](Done<Unit> done) { services_.talk.listen(table_, person_, talk_, std::move(done)); });
  if (listens)
    listens = co_await await_callback<Result<Unit>>(executor, [&](Done<Unit> done) {
      services_.table_service.listen(table_, person_, *this, std::move(done), after_, asker_of(caller_, key_));
    });
  if (listens)
    talk_.open();
  else
    services_.talk.leave(table_, talk_);
  co_return listens;
}

// False: the connection is to be ended.
Task<bool> TableSocket::take(const std::string& text) {
  ++shared_.traffic.messages_in;
  if (const int wait = shared_.ask_request(key_); wait > 0) {
    say(refused_frame(
        "",
        {Code::too_many, Message("too-many-messages-come", "you have sent too many messages; try again later"), wait}));
    co_return true;
  }
  if (const int wait = shared_.ask_bytes(key_, caller_, text.size(), true); wait > 0) {
    say(refused_frame(
        "",
        {Code::too_many,
         Message("you-sent-as-much", "you have reached the daily limit of stored data; try again tomorrow"), wait}));
    co_return true;
  }
  if (caller_ && caller_->expires_ms <= shared_.wall_ms()) {
    end_of_caller();
    co_return false;
  }
  if (caller_ && caller_->bearer && (caller_->scopes & static_cast<Scopes>(Scope::play)) == 0) {
    say(refused_frame("", {Code::bad_scope, Message("token-only-watch-make",
                                                    "this token can only watch; create one with the scope play")}));
    co_return true;
  }
  const auto read = read_socket_message(text);
  if (const auto* fault = std::get_if<SocketFault>(&read)) {
    say(refused_frame(fault->request, {Code::bad_request, fault->message}));
    co_return true;
  }
  Command command = std::get<Command>(read);
  if (shared_.readiness.moving()) {
    say(refused_frame(command.request, moving_refusal()));
    co_return true;
  }
  command.round_trip_ms = round_trip_ms_;
  // The answer is queued from inside the callback, so that it comes before the change that it made.
  co_await await_callback<bool>(shared_.io.get_executor(), [&](std::function<void(bool)> done) {
    services_.table_service.command(
        table_, person_, command,
        [self = shared_from_this(), request = command.request, done](const Result<CommandAnswer>& answer) {
          self->say(answer ? reply_frame(*answer) : refused_frame(request, answer.refusal()));
          done(true);
        },
        asker_of(caller_, key_));
  });
  co_return !closing_;
}

Task<void> TableSocket::run(std::shared_ptr<TableSocket> self, Request request) {
  auto& stream = self->stream_;
  beast::get_lowest_layer(stream).expires_never();
  if (self->shared_.config.rate_limits) stream.next_layer().limit_input(kInputASecond, kInputAtOnce);
  error_code ignored;  // what waits in the system counts too, and would grow to megabytes
  beast::get_lowest_layer(stream).socket().set_option(asio::socket_base::send_buffer_size(kSystemBuffer), ignored);
  stream.set_option(websocket_times());
  stream.set_option(websocket::stream_base::decorator(
      [](websocket::response_type& response) { response.set(http::field::server, "cairn"); }));
  stream.control_callback([it = self.get()](websocket::frame_type kind, beast::string_view payload) {
    if (kind == websocket::frame_type::pong) it->hear_pong({payload.data(), payload.size()});
  });
  stream.read_message_max(kMaxMessage);
  stream.text(true);
  stream.auto_fragment(false);  // a message is one frame and one write
  const auto [refused] = co_await stream.async_accept(request, kTuple);
  if (refused) co_return;
  stream.next_layer().begin_frames(self);
  self->open_ = true;
  const auto listens = co_await self->listen();
  if (!listens) {
    const auto text = std::make_shared<const std::string>(refused_frame("", listens.refusal()));
    co_await stream.async_write(asio::buffer(*text), kTuple);
    co_await close(self, websocket::close_code::policy_error);
    co_return;
  }
  beast::flat_buffer buffer(kMaxMessage + 1024);
  while (!self->closing_) {
    const auto [error, size] = co_await stream.async_read(buffer, kTuple);
    if (error && !self->closing_) self->drop();  // what it did not take would wait for ever
    if (error || self->closing_) break;
    std::string text = beast::buffers_to_string(buffer.data());
    buffer.consume(buffer.size());
    buffer.shrink_to_fit();
    if (!stream.got_text()) text.clear();  // binary is no message of ours
    if (!co_await self->take(text)) break;
  }
  self->services_.table_service.leave(self->table_, *self);
  self->services_.talk.leave(self->table_, self->talk_);
  self->closing_ = true;
}

}  // namespace

Task<void> serve_socket(Services& services, Wire wire, Request request, std::string table, std::optional<Caller> caller,
                        std::string key, std::optional<std::int64_t> after) {
  auto socket = std::make_shared<TableSocket>(services, std::move(wire), std::move(table), std::move(caller),
                                              std::move(key), after);
  co_await TableSocket::run(socket, std::move(request));
}

}  // namespace cairn::net
