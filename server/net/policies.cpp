#include "server/net/policies.h"

#include <string_view>

#include "server/net/bridge_lock.h"

namespace cairn::net {

namespace {

constexpr std::string_view kClientPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; ";
constexpr std::string_view kFormPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::string_view kPicturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

}  // namespace

std::string content_policy(Shown what) {
  if (what == Shown::form) return std::string(kFormPolicy);
  if (what == Shown::picture) return std::string(kPicturePolicy);
  std::string policy(kClientPolicy);
  policy += "connect-src 'self'";
  if (what == Shown::page)  // the bridge to an engine on the reader's own machine
    for (int i = 0; i < kBridgePorts; ++i) policy += " ws://127.0.0.1:" + std::to_string(kFirstBridgePort + i);
  return policy + (what == Shown::framed ? "; frame-ancestors *" : "; frame-ancestors 'none'");
}

}  // namespace cairn::net
