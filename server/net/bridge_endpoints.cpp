// Engines of people's own that come by this server, and the pages that use them.
#include "server/net/answers.h"

namespace cairn::net {

namespace {

Response want_socket(const Asked& asked) {
  if (auto refused = refuse_caller(asked.route, asked.caller)) return std::move(*refused);
  return refuse(Code::upgrade_required,
                Message("address-speaks-websocket", "this address accepts WebSocket connections only"));
}

}  // namespace

std::vector<Endpoint> bridge_endpoints() {
  return {
      {{"GET", "/api/bridge/engine", "bridge-engine", Needs::bridge, want_socket, Kind::socket},
       {"bridge", "Connect an engine of your own to your analysis boards, as `cairn bridge --server` does"},
       {{101, "", "text frames; see docs/protocol.md, \"The bridge through the server\""}},
       {"upgrade-required"}},
      {{"GET", "/api/bridge/page", "bridge-page", Needs::session, want_socket, Kind::socket},
       {"bridge", "List and use the engines of your own that are connected"},
       {{101, "", "text frames; see docs/protocol.md, \"The bridge through the server\""}},
       {"upgrade-required", "bad-origin"}},
  };
}

}  // namespace cairn::net
