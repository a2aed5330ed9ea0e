// Finds the addresses of names. The system's resolver blocks, so threads ask it; each account has one of them at a
// time, so that a name server that does not answer holds up only whoever named its names. Nobody waits for these
// threads at the end: they hold nothing of the server.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cairn::net {

class NameFinder {
 public:
  struct Found {
    std::vector<boost::asio::ip::tcp::endpoint> places;
    std::string error;  // why there are none
  };
  using Resolve = std::function<Found(const std::string& host, const std::string& port)>;

  // `resolve` is the system's; tests give another one.
  explicit NameFinder(boost::asio::io_context& io, Resolve resolve = &NameFinder::ask_system);
  NameFinder(const NameFinder&) = delete;
  NameFinder& operator=(const NameFinder&) = delete;
  ~NameFinder();  // what is under way goes on and is told to nobody

  // `done` is called on the loop, in its time: give up by a timer of your own. What still waits when the account's
  // next question comes is asked in its turn.
  void find(std::int64_t account, std::string host, std::uint16_t port, std::function<void(Found)> done);

 private:
  static Found ask_system(const std::string& host, const std::string& port);
  struct Inside;
  static void work(const std::shared_ptr<Inside>& inside);
  std::shared_ptr<Inside> inside_;
};

}  // namespace cairn::net
