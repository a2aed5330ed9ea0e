// The bridge's door on this machine: a WebSocket at the loopback addresses for one analysis page (docs/protocol.md,
// "The bridge"). It opens to pages of the origins that the person named, by a name of the loopback, with the code or
// the key of `BridgeLock`; nothing is told to anybody else. One thread runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/engines/bridge_engine.h"

namespace cairn::net {

struct BridgeWays {
  std::vector<std::string> origins;  // of pages that may come in: "https://club.example.org"
  bool any_port = false;             // any free port, instead of those that pages know
  double hello_seconds = 10;         // for a connection to say who it is
};

// "" or what is wrong with it: an origin is http:// or https:// and a host, with a port where it is not the usual one.
// `out`: as browsers write it.
std::string read_origin(std::string_view text, std::string& out);

class BridgeListener {
 public:
  using Report = std::function<void(const std::string& what)>;  // for the person at the terminal
  struct Started {
    std::unique_ptr<BridgeListener> listener;
    std::string error;
  };
  static Started start(BridgeWays ways, engines::BridgeSpec spec, Report report);
  BridgeListener(const BridgeListener&) = delete;
  BridgeListener& operator=(const BridgeListener&) = delete;
  ~BridgeListener();

  std::uint16_t port() const;
  const std::string& code() const;  // the first one
  // Another code, which is reported; from any thread. Pages that are in stay.
  void renew_code();
  void run();   // until it is stopped
  void stop();  // from any thread

  struct Inside;  // of the .cpp

 private:
  explicit BridgeListener(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace cairn::net
