#include "server/net/wire.h"

namespace cairn::net {

void Wire::read(boost::asio::mutable_buffer into, AnyHandler done) {
  if (secure_) {
    secure_->async_read_some(into, std::move(done));
  } else {
    plain_->async_read_some(into, std::move(done));
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
