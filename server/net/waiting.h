// How the sockets of net/ wait: coroutines and timers on one thread's loop.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/websocket/stream_base.hpp>
#include <chrono>

#include "server/net/wire.h"

namespace cairn::net {

using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <class T>
using Task = boost::asio::awaitable<T, Executor>;
inline constexpr boost::asio::as_tuple_t<boost::asio::use_awaitable_t<Executor>> kTuple{};

// Of every WebSocket that a page or a program opens.
inline boost::beast::websocket::stream_base::timeout websocket_times() {
  boost::beast::websocket::stream_base::timeout times{};
  times.handshake_timeout = std::chrono::seconds(15);
  times.idle_timeout = std::chrono::seconds(40);  // pings go out at half of it
  times.keep_alive_pings = true;
  return times;
}

}  // namespace cairn::net
