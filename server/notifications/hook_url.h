// The addresses that hooks may have, of people's own servers and of services that push: read from text, with what would
// be right where it is none. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "server/play/fields.h"

namespace cairn {

inline constexpr std::size_t kMostUrl = 1'000;

struct HookUrl {
  bool secure = false;
  std::string host;  // a name or an address, without brackets
  std::uint16_t port = 0;
  std::string target;     // from the first / on
  std::string authority;  // for the Host header
};
std::variant<HookUrl, Fault> read_hook_url(std::string_view url);

std::string origin_of(const HookUrl& url);  // "https://example.org", the port with it where it is not the usual one

}  // namespace cairn
