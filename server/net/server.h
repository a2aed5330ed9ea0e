// The program as a server: one loop for all sockets, the store's writer and the bot's threads beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "games/registry.h"
#include "server/passwords.h"

namespace cairn {

struct ServerConfig {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any free one
  std::string data = "data";  // folder of the database
  std::string database;       // instead: postgresql://..., for several servers at once
  std::string web;            // folder of the built client; "": none is served
  int bot_threads = 0;        // 0: one less than processors, at least one
  bool rate_limits = true;
  bool behind_proxy = false;    // a TLS proxy on this machine: trust its X-Forwarded-For, mark cookies Secure
  bool handle_signals = false;  // SIGINT and SIGTERM end `run`
  std::size_t max_connections = 20'000;
  std::size_t max_queued_bytes = std::size_t{4} << 20;  // of one WebSocket that does not read
  PasswordPool::Settings passwords;
  std::span<const GameInfo> games{};  // none: every registered one
};

class Server {
 public:
  struct Started {
    std::unique_ptr<Server> server;
    std::string error;  // for people: which address, port or folder cannot be used, and why
  };
  static Started start(const ServerConfig& config);
  ~Server();

  std::uint16_t port() const;
  const std::string& web_error() const;  // why no client is served; "" when one is
  void run();                            // until it is stopped; finishes what it has begun, at most some seconds
  void stop();                           // from any thread

 private:
  struct Inside;
  explicit Server(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace cairn
