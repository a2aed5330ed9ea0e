// The WebSockets of the bridge through the server (docs/protocol.md): of a player's own engine, and of a page of the
// same account that would use it.
#pragma once

#include "server/net/bridge_relay.h"
#include "server/net/loop.h"

namespace cairn::net {

// Takes the stream over until either side ends it.
Task<void> serve_bridge(Services& services, Wire wire, Request request, Caller caller, BridgeSide side);

}  // namespace cairn::net
