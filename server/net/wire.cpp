#include "server/net/wire.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

namespace cairn::net {

bool Wire::too_much(std::size_t size) {
  if (input_.per_second <= 0) return false;
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> passed = now - input_.at;
  input_.left = std::min(input_.at_once, input_.left + passed.count() * input_.per_second) - static_cast<double>(size);
  input_.at = now;
  return input_.left < 0;
}

void Wire::read(boost::asio::mutable_buffer into, AnyHandler done) {
  auto counted = [this, done = std::move(done)](boost::system::error_code error, std::size_t size) mutable {
    if (!error && too_much(size)) {
      close();
      error = boost::asio::error::no_buffer_space;
    }
    done(error, size);
  };
  if (secure_)
    secure_->async_read_some(into, std::move(counted));
  else if (frames_)  // a WebSocket has its own time limits
    plain_->socket().async_read_some(into, std::move(counted));
  else
    plain_->async_read_some(into, std::move(counted));
}

// TLS takes one piece at a time.
void Wire::write(const Pieces& from, AnyHandler done) {
  const std::size_t size = boost::asio::buffer_size(from);
  if (frames_) {
    constexpr char kFinalClose = '\x88';
    auto bytes = std::make_shared<std::string>();
    for (const auto& piece : from) bytes->append(static_cast<const char*>(piece.data()), piece.size());
    if (bytes->starts_with(kFinalClose)) {
      closed_ = true;
      if (rest_ != nullptr) drop_queue();
    }
    queued_bytes_ += size;
    queue_.push_back({{}, 0, std::move(bytes)});
    send(Told{std::move(done), size});
  } else if (secure_) {
    secure_->async_write_some(from.begin() == from.end() ? boost::asio::const_buffer() : *from.begin(),
                              std::move(done));
  } else {
    plain_->async_write_some(from, std::move(done));
  }
}

// --- frames of a WebSocket

void Wire::begin_frames(std::weak_ptr<void> owner) {
  frames_ = true;
  owner_ = std::move(owner);
  boost::system::error_code ignored;
  if (plain_) plain_->socket().non_blocking(true, ignored);
}

void Wire::queue(std::shared_ptr<const std::string> text) {
  if (closed_) return;
  constexpr char kFinalText = '\x81';
  constexpr std::size_t kOneByte = 125, kTwoBytes = 0xFFFF;
  Frame frame;
  const std::size_t size = text->size();
  const std::size_t length = size <= kOneByte ? 0 : size <= kTwoBytes ? 2 : 8;  // bytes of it behind the first two
  frame.head[0] = kFinalText;
  frame.head[1] = static_cast<char>(length == 0 ? size : length == 2 ? kOneByte + 1 : kOneByte + 2);
  for (std::size_t i = 0; i < length; ++i) frame.head[2 + i] = static_cast<char>(size >> 8 * (length - 1 - i) & 0xFF);
  frame.head_size = 2 + length;
  frame.text = std::move(text);
  queued_bytes_ += size;
  queue_.push_back(std::move(frame));
}

void Wire::drop_queue() {
  queue_.clear();
  queued_bytes_ = 0;
}

void Wire::send(std::optional<Told> told) {
  if (rest_ != nullptr) {  // what is queued goes behind it
    if (told) rest_->behind = std::move(told);
    return;
  }
  const std::vector<Frame> frames = std::exchange(queue_, {});
  queued_bytes_ = 0;
  std::vector<boost::asio::const_buffer> pieces;
  pieces.reserve(2 * frames.size());
  for (const Frame& frame : frames) {
    if (frame.head_size > 0) pieces.emplace_back(frame.head.data(), frame.head_size);
    pieces.emplace_back(frame.text->data(), frame.text->size());
  }
  std::size_t sent = 0;
  boost::system::error_code error;  // where it fails, the operation for the rest fails, too
  if (plain_) sent = plain_->socket().write_some(pieces, error);
  const std::size_t size = boost::asio::buffer_size(pieces);
  if (sent == size) {
    if (told)
      boost::asio::post(get_executor(),
                        [told = std::move(*told)]() mutable { told.done(boost::system::error_code(), told.size); });
    return;
  }
  auto rest = std::make_unique<Rest>();
  rest->bytes.reserve(size - sent);
  for (const auto& piece : pieces) {
    const std::size_t gone = std::min(sent, piece.size());
    sent -= gone;
    rest->bytes.append(static_cast<const char*>(piece.data()) + gone, piece.size() - gone);
  }
  rest->told = std::move(told);
  send_rest(std::move(rest));
}

void Wire::send_rest(std::unique_ptr<Rest> rest) {
  rest_ = rest.get();
  const auto bytes = boost::asio::buffer(rest_->bytes);
  auto done = [this, owner = owner_.lock(), rest = std::move(rest)](
                  boost::system::error_code error, std::size_t) mutable { end_rest(std::move(rest), error); };
  const auto count = [counted = rest_](boost::system::error_code error, std::size_t gone) -> std::size_t {
    constexpr std::size_t kPiece = 65'536;
    counted->gone = gone;
    return error ? 0 : kPiece;
  };
  if (secure_)
    boost::asio::async_write(*secure_, bytes, count, std::move(done));
  else
    boost::asio::async_write(plain_->socket(), bytes, count, std::move(done));
}

void Wire::end_rest(std::unique_ptr<Rest> rest, boost::system::error_code error) {
  rest_ = nullptr;
  if (error) {
    drop_queue();
  } else if (!queue_.empty()) {
    send(std::exchange(rest->behind, std::nullopt));
  }
  for (auto* told : {&rest->told, &rest->behind})
    if (*told) (*told)->done(error, error ? 0 : (*told)->size);
}

}  // namespace cairn::net
