// Finds the addresses of names, on the loop: no thread waits for a name server, and no name for another one.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>
#include <vector>

#include "server/net/wire.h"

namespace cairn::net {

struct FoundName {
  std::vector<boost::asio::ip::tcp::endpoint> places;
  std::string error;  // why there are none
};

// Takes five seconds at most. `servers` are asked in place of the system's: "127.0.0.1:53".
boost::asio::awaitable<FoundName, Executor> find_name(Executor executor, std::string host, std::uint16_t port,
                                                      std::string servers = {});

}  // namespace cairn::net
