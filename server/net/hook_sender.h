// Sends to the addresses of hooks: one POST, whose answer's status is all that is read, in bounded time. TLS is checked
// against the system's authorities and the name. No redirection is followed. Nothing goes to addresses of this machine
// and of private or local networks, whatever name led there, unless the settings list them.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "server/net/loop.h"
#include "server/notifications/hooks.h"

namespace cairn::net {

class HookSender {
 public:
  explicit HookSender(Shared& shared) : shared_(shared) {}
  HookSender(const HookSender&) = delete;
  HookSender& operator=(const HookSender&) = delete;

  void send(HookPost post, std::function<void(HookAnswer)> done);

 private:
  Task<void> run(HookPost post, std::function<void(HookAnswer)> done);
  Task<HookAnswer> ask(const HookPost& post);

  Shared& shared_;
  std::shared_ptr<asio::ssl::context> trust_;  // made when it is needed first
};

}  // namespace cairn::net
