#include "server/net/policies.h"

#include <string_view>

namespace cairn::net {

namespace {

constexpr std::string_view kClientPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors ";
constexpr std::string_view kFormPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::string_view kPicturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

}  // namespace

std::string content_policy(Shown what) {
  if (what == Shown::form) return std::string(kFormPolicy);
  if (what == Shown::picture) return std::string(kPicturePolicy);
  return std::string(kClientPolicy) + (what == Shown::framed ? "*" : "'none'");
}

}  // namespace cairn::net
