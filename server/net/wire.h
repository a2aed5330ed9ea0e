// A connection's bytes: plain TCP, or TLS over it. What HTTP and WebSocket read and write through; meets Beast's
// AsyncStream, and is its own lowest layer: time limits and closing work on both kinds alike.
#pragma once

#include <array>
#include <boost/asio/async_result.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn::net {

// Concrete executors: nothing is erased, every handler is known to run on the loop.
using Executor = boost::asio::io_context::executor_type;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using Stream = boost::beast::basic_stream<boost::asio::ip::tcp, Executor>;

inline constexpr auto kWriteTime = std::chrono::seconds(60);  // for an answer, or a piece of one, to be taken

// Any handler as one type: reading and writing compile once, not once for each handler, TCP and TLS.
class AnyHandler {
 public:
  using executor_type = Executor;

  template <class Handler>
  AnyHandler(Handler handler, Executor executor)
      : call_(std::make_unique<Of<Handler>>(std::move(handler))), executor_(std::move(executor)) {}

  executor_type get_executor() const noexcept { return executor_; }
  void operator()(boost::system::error_code error, std::size_t size) { call_.release()->run(error, size); }

 private:
  struct Call {
    virtual ~Call() = default;
    virtual void run(boost::system::error_code error,
                     std::size_t size) = 0;  // once; frees itself before the handler runs
  };
  template <class Handler>
  struct Of final : Call {
    explicit Of(Handler made) : handler(std::move(made)) {}
    void run(boost::system::error_code error, std::size_t size) override {
      Handler taken(std::move(handler));
      delete this;
      taken(error, size);
    }
    Handler handler;
  };

  std::unique_ptr<Call> call_;
  Executor executor_;
};

class Wire {
 public:
  using executor_type = Executor;
  using Secure = boost::asio::ssl::stream<Stream>;

  explicit Wire(Socket socket) : plain_(std::make_unique<Stream>(std::move(socket))) {}

  // From here on what is read and written goes through TLS; the handshake is the caller's.
  Secure& secure(boost::asio::ssl::context& context) {
    secure_ = std::make_unique<Secure>(std::move(*plain_), context);
    plain_.reset();
    return *secure_;
  }
  Secure* secured() { return secure_.get(); }
  // From here on at most so many bytes come in, in a second on average and at once; more end the connection. What a
  // protocol above passes over in silence (pings, empty pieces) counts too.
  void limit_input(double per_second, double at_once) {
    input_ = {per_second, at_once, at_once, std::chrono::steady_clock::now()};
  }

  // A WebSocket that has shaken hands: from here on texts may be queued, and what Beast writes (control frames) takes
  // its place behind them. `owner` holds this wire; what is on its way holds `owner`.
  void begin_frames(std::weak_ptr<void> owner);
  // One text message as one frame, for the next `flush`; nothing behind a close frame. Who does not read gets a close
  // frame before what is queued, and not that.
  void queue(std::shared_ptr<const std::string> text);
  // Sends what is queued, in one call to the system if it takes all.
  void flush() { send(std::nullopt); }
  std::size_t queued_messages() const { return queue_.size(); }
  std::size_t queued_bytes() const {
    return queued_bytes_ + (rest_ != nullptr ? rest_->bytes.size() - rest_->gone : 0);
  }

  executor_type get_executor() { return tcp().get_executor(); }
  Socket& socket() { return tcp().socket(); }
  void expires_after(std::chrono::nanoseconds time) { tcp().expires_after(time); }
  void expires_never() { tcp().expires_never(); }
  void cancel() { tcp().cancel(); }
  void close() { tcp().close(); }
  Stream& tcp() { return secure_ ? secure_->next_layer() : *plain_; }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
        [this](auto handler, boost::asio::mutable_buffer into) {
          read(into, AnyHandler(std::move(handler), get_executor()));
        },
        token, first(buffers));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
        [this](auto handler, const Pieces& from) { write(from, AnyHandler(std::move(handler), get_executor())); },
        token, Pieces(buffers));
  }

 private:
  // "Some" is a part here: more pieces than these go with the next call.
  class Pieces {
   public:
    template <class Buffers>
    explicit Pieces(const Buffers& buffers) {
      for (auto it = boost::asio::buffer_sequence_begin(buffers); it != boost::asio::buffer_sequence_end(buffers); ++it)
        if (const boost::asio::const_buffer piece(*it); piece.size() > 0 && count_ < pieces_.size())
          pieces_[count_++] = piece;
    }
    const boost::asio::const_buffer* begin() const { return pieces_.data(); }
    const boost::asio::const_buffer* end() const { return pieces_.data() + count_; }

   private:
    std::array<boost::asio::const_buffer, 8> pieces_;
    std::size_t count_ = 0;
  };

  template <class Buffers>
  static boost::asio::mutable_buffer first(const Buffers& buffers) {
    for (auto it = boost::asio::buffer_sequence_begin(buffers); it != boost::asio::buffer_sequence_end(buffers); ++it)
      if (const boost::asio::mutable_buffer piece(*it); piece.size() > 0) return piece;
    return {};
  }

  struct Input {
    double per_second = 0, at_once = 0, left = 0;  // 0: without limit
    std::chrono::steady_clock::time_point at{};
  };
  struct Frame {
    std::array<char, 10> head;  // RFC 6455, section 5.2
    std::size_t head_size = 0;
    std::shared_ptr<const std::string> text;
  };
  // Who waits until so many bytes of his have gone.
  struct Told {
    AnyHandler done;
    std::size_t size;
  };
  // What the system did not take at once. The operation that sends it owns it.
  struct Rest {
    std::string bytes;
    std::size_t gone = 0;
    std::optional<Told> told;    // when it has gone
    std::optional<Told> behind;  // when the frames have gone that were queued meanwhile
  };

  bool too_much(std::size_t size);
  void read(boost::asio::mutable_buffer into, AnyHandler done);
  void write(const Pieces& from, AnyHandler done);
  void drop_queue();
  void send(std::optional<Told> told);
  void send_rest(std::unique_ptr<Rest> rest);
  void end_rest(std::unique_ptr<Rest> rest, boost::system::error_code error);

  std::unique_ptr<Stream> plain_;  // one of the two
  std::unique_ptr<Secure> secure_;
  Input input_;
  bool frames_ = false, closed_ = false;
  std::weak_ptr<void> owner_;
  std::vector<Frame> queue_;
  std::size_t queued_bytes_ = 0;
  Rest* rest_ = nullptr;  // one at a time
};

// What a WebSocket needs to end: it has said goodbye by itself, so the connection below is simply closed.
inline void beast_close_socket(Wire& wire) {
  wire.close();
}
inline void teardown(boost::beast::role_type role, Wire& wire, boost::system::error_code& error) {
  boost::beast::websocket::teardown(role, wire.socket(), error);
}
template <class Handler>
void async_teardown(boost::beast::role_type role, Wire& wire, Handler&& handler) {
  boost::beast::websocket::async_teardown(role, wire.socket(), std::forward<Handler>(handler));
}

}  // namespace cairn::net
