// Lines of JSON that go on for ever, for programs: what happens at a table, or at all of one's own. A bounded queue;
// who cannot keep up is let go and comes back with the last number that it saw.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <charconv>
#include <deque>

#include "server/net/answers.h"
#include "server/protocol/tables_to_client.h"

namespace cairn::net {

namespace {

constexpr std::size_t kMaxQueued = 256;
constexpr int kSystemBuffer = 128 * 1024;
constexpr auto kQuiet = std::chrono::seconds(15);  // then an empty line shows that all is well

class LineStream final : public Open,
                         public Listener,
                         public NewsListener,
                         public std::enable_shared_from_this<LineStream> {
 public:
  LineStream(Services& services, Wire wire, StreamWish wish, std::optional<Caller> caller)
      : services_(services),
        shared_(services.shared),
        stream_(std::move(wire)),
        wish_(std::move(wish)),
        caller_(std::move(caller)),
        person_(caller_ ? std::optional(caller_->person) : std::nullopt),
        wake_(shared_.io.get_executor()) {
    shared_.open.insert(this);
    ++shared_.traffic.streams;
  }
  LineStream(const LineStream&) = delete;
  LineStream& operator=(const LineStream&) = delete;
  ~LineStream() override {
    shared_.open.erase(this);
    --shared_.traffic.streams;
  }

  void end() override {  // what waits is still told
    ending_ = true;
    wake_.cancel();
  }
  const Caller* caller() const override { return caller_ ? &*caller_ : nullptr; }
  void end_of_caller() override { drop(); }

  void tell(std::shared_ptr<const std::string> text) override {
    if (closed_ || ending_) return;
    if (caller_ && caller_->expires_ms <= shared_.wall_ms()) return drop();
    queued_bytes_ += text->size();
    queue_.push_back(std::move(text));
    if (queue_.size() > kMaxQueued || queued_bytes_ > shared_.config.max_queued_bytes) {
      ++shared_.traffic.sockets_too_slow;
      return drop();
    }
    wake_.cancel();
  }

  void hear(const TableNews& news, SharedText& text) override {
    tell(text.of([&] { return to_text(to_client(news)); }));
  }

  static Task<void> run(std::shared_ptr<LineStream> self, const Request& request,
                        const std::function<void(http::status)>& answered);

 private:
  static Task<void> watch(std::shared_ptr<LineStream> self);
  Task<Result<Unit>> listen();
  void leave();
  Task<void> refuse(const Request& request, const Reply& reply);
  Task<bool> write_head(const Request& request);
  Task<bool> write(std::string_view bytes);
  Task<bool> write_missed();
  Task<void> write_lines();
  void drop() {
    closed_ = true;
    stream_.close();
    wake_.cancel();
  }

  Services& services_;
  Shared& shared_;
  Wire stream_;
  const StreamWish wish_;
  const std::optional<Caller> caller_;
  const std::optional<Person> person_;
  Timer wake_;
  std::deque<std::shared_ptr<const std::string>> queue_;
  std::size_t queued_bytes_ = 0;
  bool chunked_ = true, ending_ = false, closed_ = false;
};

// Nothing more is to come from there: whatever it is ends the stream.
Task<void> LineStream::watch(std::shared_ptr<LineStream> self) {
  std::array<char, 64> bytes{};
  co_await self->stream_.async_read_some(asio::buffer(bytes), kTuple);
  if (!self->closed_) self->drop();
}

Task<Result<Unit>> LineStream::listen() {
  if (wish_.table.empty()) co_return services_.streams.listen(*person_, *this);
  co_return co_await await_callback<Result<Unit>>(shared_.io.get_executor(), [&](Done<Unit> done) {
    services_.table_service.listen(wish_.table, person_, *this, std::move(done), wish_.after, wish_.who);
  });
}

void LineStream::leave() {
  wish_.table.empty() ? services_.streams.leave(*person_, *this) : services_.table_service.leave(wish_.table, *this);
}

Task<void> LineStream::refuse(const Request& request, const Reply& reply) {
  http::response<http::string_body> response(http::int_to_status(static_cast<unsigned>(reply.status)),
                                             request.version());
  Answer plain;
  plain.retry_after_s = reply.retry_after_s;
  set_headers(response, plain, stream_.secured() != nullptr);
  response.keep_alive(false);
  response.body() = reply.body;
  response.prepare_payload();
  stream_.expires_after(kWriteTime);
  co_await http::async_write(stream_, response, kTuple);
}

Task<bool> LineStream::write_head(const Request& request) {
  chunked_ = request.version() >= 11;
  http::response<http::empty_body> response(http::status::ok, request.version());
  Answer plain;
  plain.type = "application/x-ndjson";
  set_headers(response, plain, stream_.secured() != nullptr);
  response.keep_alive(false);
  if (chunked_) response.chunked(true);
  http::response_serializer<http::empty_body> serializer(response);
  stream_.expires_after(kWriteTime);
  const auto [error, size] = co_await http::async_write_header(stream_, serializer, kTuple);
  co_return !error && !closed_;
}

Task<bool> LineStream::write(std::string_view bytes) {
  stream_.expires_after(kWriteTime);
  const asio::const_buffer buffer(bytes.data(), bytes.size());
  const auto [error, size] = chunked_ ? co_await asio::async_write(stream_, http::make_chunk(buffer), kTuple)
                                      : co_await asio::async_write(stream_, buffer, kTuple);
  co_return !error && !closed_;
}

// How one's own tables stand, before what happens now. It is written part by part: it may be much.
Task<bool> LineStream::write_missed() {
  Streams::Wish wish{wish_.after};
  do {
    using Done = std::function<void(Found<Streams::Part>)>;
    const auto part = co_await await_callback<Found<Streams::Part>>(
        shared_.io.get_executor(), [&](Done done) { services_.streams.missed(*person_, wish, std::move(done)); });
    if (!part.value || closed_) co_return false;  // who was told nothing comes again
    if (!co_await write(lines_text(*part.value))) co_return false;
    wish.from = part.value->next;
  } while (wish.from && !ending_);
  co_return true;
}

Task<void> LineStream::write_lines() {
  while (!closed_) {
    if (!queue_.empty()) {
      const auto text = queue_.front();
      ++shared_.traffic.messages_out;
      if (!co_await write(*text + '\n')) co_return;
      queue_.pop_front();
      queued_bytes_ -= text->size();
      continue;
    }
    if (ending_) break;
    wake_.expires_after(kQuiet);
    const auto [woken] = co_await wake_.async_wait(kTuple);
    if (!woken && queue_.empty() && !ending_ && !co_await write("\n")) co_return;
  }
  if (closed_) co_return;
  if (!co_await write("{\"type\":\"end\"}\n")) co_return;
  if (chunked_) co_await asio::async_write(stream_, http::make_chunk_last(), kTuple);
}

Task<void> LineStream::run(std::shared_ptr<LineStream> self, const Request& request,
                           const std::function<void(http::status)>& answered) {
  const auto listens = co_await self->listen();
  if (!listens) {
    const Reply reply = listens.refusal();
    answered(http::int_to_status(static_cast<unsigned>(reply.status)));
    co_return co_await self->refuse(request, reply);
  }
  answered(http::status::ok);
  error_code ignored;  // what waits in the system counts too
  self->stream_.socket().set_option(asio::socket_base::send_buffer_size(kSystemBuffer), ignored);
  self->stream_.expires_never();
  asio::co_spawn(self->shared_.io.get_executor(), watch(self), asio::detached);
  if (co_await self->write_head(request))
    if (!self->wish_.table.empty() || co_await self->write_missed()) co_await self->write_lines();
  self->leave();
  if (!self->closed_) self->drop();
}

// For HEAD; http.cpp has serve_stream answer GET.
Response begin_lines(const Asked&) {
  Answer head;
  head.type = "application/x-ndjson";
  return head;
}

}  // namespace

std::vector<Endpoint> stream_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/tables/{id}/stream", "table-stream", Needs::watch, begin_lines, Kind::stream},
       {"streams", "Stream a table as JSON lines"},
       {{200, "TableLine", "a line of JSON for each change, empty lines meanwhile"}},
       {"broken-record"},
       {{"after", "the last version that you know: the stream begins with the changes after it", whole(0)}},
       "application/x-ndjson"},
      {{"GET", "/api/stream", "own-stream", Needs::read, begin_lines, Kind::stream},
       {"streams", "Stream all your tables as JSON lines"},
       {{200, "OwnLine", "a line of JSON for each change, empty lines meanwhile"}},
       {},
       {{"after", "the last number that you know: the stream begins with the changes after it", whole(0)}},
       "application/x-ndjson"},
  };
}

std::variant<StreamWish, Answer> read_stream_wish(const Request& request, const Route& route) {
  StreamWish wish{route.id, std::nullopt};
  const std::string_view text = query_value(view(request.target()), "after");
  if (text.empty()) return wish;
  std::int64_t after = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), after);
  if (error != std::errc{} || end != text.data() + text.size() || after < 0)
    return refuse(Code::bad_request, Message("after-must-last-number",
                                             "\"after\" must be the number of the last message that you received"));
  wish.after = after;
  return wish;
}

Task<void> serve_stream(Services& services, Wire wire, const Request& request, StreamWish wish,
                        std::optional<Caller> caller, std::function<void(http::status)> answered) {
  const auto lines = std::make_shared<LineStream>(services, std::move(wire), std::move(wish), std::move(caller));
  co_await LineStream::run(lines, request, answered);
}

}  // namespace cairn::net
