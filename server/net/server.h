// The program as a server: one loop for all sockets, the store's writer and the bot's threads beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/net/config.h"

namespace cairn {

class Server {
 public:
  struct Started {
    std::unique_ptr<Server> server;
    std::string error;  // for people: which address, port or folder cannot be used, and why
  };
  static Started start(const ServerConfig& config);
  ~Server();

  std::uint16_t port() const;
  std::string host() const;  // by which this machine reaches it: "localhost", "127.0.0.1", "[::1]"
  void run();                // until it is stopped; finishes what it has begun, within some seconds
  void stop();               // from any thread

 private:
  struct Inside;
  explicit Server(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace cairn
