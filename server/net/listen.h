// Inside of net/: listening on the addresses that a setting names.
#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/net/wire.h"

namespace cairn::net {

using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;

struct Listening {
  std::vector<Acceptor> on;  // all of them on one port
  boost::system::error_code error;
  std::string fault;  // "": it listens; else where it does not, and why: "::1 port 80: Permission denied"

  std::uint16_t port() const;
  // What to call it by: "localhost" where either loopback address leads here, as programs try one or the other.
  std::string host() const;
};

// Of "localhost" whichever loopback addresses this machine has: programs that are told that name take the one or the
// other. Port 0 is any that is free on each.
Listening listen_on(const Executor& executor, std::string_view address, std::uint16_t port, int backlog);

}  // namespace cairn::net
