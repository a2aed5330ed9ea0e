#include "server/net/wire.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

namespace cairn::net {

namespace {
constexpr std::size_t kMostHeld = 16 * 1024;  // bytes

// By the first byte of its frame (RFC 6455, section 5.2). At worst something else leaves at once as well.
bool is_control(const boost::asio::const_buffer& piece) {
  constexpr unsigned kFinalControl = 0x88;
  return piece.size() > 0 && (*static_cast<const unsigned char*>(piece.data()) & kFinalControl) == kFinalControl;
}
}  // namespace

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
  if (secure_) {
    secure_->async_read_some(into, std::move(counted));
  } else {
    plain_->async_read_some(into, std::move(counted));
  }
}

// TLS takes one piece at a time.
void Wire::write(const Pieces& from, AnyHandler done) {
  if (secure_) {
    secure_->async_write_some(from.begin() == from.end() ? boost::asio::const_buffer() : *from.begin(),
                              std::move(done));
  } else if ((holding_ && boost::asio::buffer_size(from) < kMostHeld) || !held_.empty()) {
    write_held(from, std::move(done));
  } else {
    plain_->async_write_some(from, std::move(done));
  }
}

void Wire::write_held(const Pieces& from, AnyHandler done) {
  const std::size_t size = boost::asio::buffer_size(from);
  const bool waits = holding_ && !(size > 0 && is_control(*from.begin()));
  for (const auto& piece : from) held_.append(static_cast<const char*>(piece.data()), piece.size());
  if (waits && held_.size() < kMostHeld) {
    boost::asio::post(get_executor(), [done = std::move(done), size]() mutable { done({}, size); });
    return;
  }
  auto text = std::make_unique<std::string>(std::exchange(held_, {}));
  const auto bytes = boost::asio::buffer(*text);
  boost::asio::async_write(*plain_, bytes,
                           [text = std::move(text), done = std::move(done), size](
                               boost::system::error_code error, std::size_t) mutable { done(error, size); });
}

}  // namespace cairn::net
