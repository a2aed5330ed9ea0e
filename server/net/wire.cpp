#include "server/net/wire.h"

#include <algorithm>

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
  } else {
    plain_->async_write_some(from, std::move(done));
  }
}

}  // namespace cairn::net
