// The way of a bridge to a club's server (docs/protocol.md, "The bridge through the server"): a WebSocket with an API
// token, by TLS with a certificate that the system trusts. It comes back after a loss, later and later, and ends for
// good when the server says that the token may not. The pages that it serves are those of the token's owner.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/engines/bridge_engine.h"

namespace cairn::net {

struct LineWays {
  std::string host, port, token;
  bool secure = true;                          // by TLS
  double first_pause = 1, longest_pause = 60;  // seconds until it is tried again, twice as long each time
};

class BridgeLine {
 public:
  using Report = std::function<void(const std::string& what)>;  // for the person at the terminal
  BridgeLine(LineWays ways, engines::BridgeSpec spec, Report report);
  BridgeLine(const BridgeLine&) = delete;
  BridgeLine& operator=(const BridgeLine&) = delete;
  ~BridgeLine();

  std::string run();  // until it is stopped: "", or why the server does not want it
  void stop();        // from any thread

  struct Inside;  // of the .cpp

 private:
  std::unique_ptr<Inside> inside_;
};

}  // namespace cairn::net
