#include "server/net/end_in_time.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <thread>

namespace cairn::net {

// The loop may be over by then and its thread be waiting for the database, so this has a loop and a thread of its own.
void end_program_in_time(const Log& log) {
  struct Ender {
    boost::asio::io_context io{1};
    boost::asio::signal_set signals{io, SIGINT, SIGTERM};
    boost::asio::steady_timer timer{io, kTimeToEnd};
    std::string_view why;
  };
  const auto ender = std::make_shared<Ender>();  // hears from here on
  ender->signals.async_wait([ender](boost::system::error_code, int) { ender->why = "second signal"; });
  ender->timer.async_wait([ender](boost::system::error_code) { ender->why = "something did not answer in time"; });
  std::thread([ender, log] {
    while (ender->why.empty()) ender->io.run_one();
    log.write(LogLevel::warning, "stopping without further waiting; no acknowledged move is lost",
              {{"why", ender->why}});
    std::_Exit(0);
  }).detach();
}

}  // namespace cairn::net
