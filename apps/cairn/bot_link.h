// The way of a bot or a worker to its server (docs/protocol.md): HTTP with the token in every request, and the
// WebSocket of a table. Every wait has an end. Each is used from one thread. The token goes nowhere but into the
// header.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "notation/view_json.h"

namespace cairn::cli {

struct ServerAccess {
  std::string host, port, token;
  bool secure = false;  // by TLS; the server must show a certificate for the host that the system trusts
};
// Takes http://HOST[:PORT][/] and https://... Returns "" or what was wrong and what would be right.
std::string read_server_url(std::string_view url, ServerAccess& out);

struct ServerAnswer {
  int status = 0;  // 0: no answer came, `text` tells why
  Json body = nullptr;
  std::string text{};  // of a failure, for people
  double retry_after = 0;
  bool good() const { return status >= 200 && status < 300; }
  std::string code() const;  // of a refusal
};

// Sleeps, but not beyond a stop.
void nap_until(double seconds, const std::atomic<bool>& stop);

class BotLink {
 public:
  BotLink(const ServerAccess& access, const std::atomic<bool>& stop);
  BotLink(const BotLink&) = delete;
  BotLink& operator=(const BotLink&) = delete;
  ~BotLink();

  // One try. `body` null: GET, else POST.
  ServerAnswer once(const std::string& target, const Json& body = nullptr);
  // Sends the same again, less and less often, until an answer is there that is no "later", or `stop`.
  ServerAnswer ask(const std::string& target, const Json& body = nullptr);

 private:
  struct Wire;
  const ServerAccess& access_;
  const std::atomic<bool>& stop_;
  std::unique_ptr<Wire> wire_;
};

class BotSocket {
 public:
  explicit BotSocket(const ServerAccess& access);
  BotSocket(const BotSocket&) = delete;
  BotSocket& operator=(const BotSocket&) = delete;
  ~BotSocket();

  bool open(const std::string& table);
  bool is_open() const { return wire_ != nullptr; }
  // The next message; null: none within `seconds`, or the socket broke and is closed now.
  Json next(double seconds);

 private:
  struct Wire;
  const ServerAccess& access_;
  std::unique_ptr<Wire> wire_;
};

}  // namespace cairn::cli
