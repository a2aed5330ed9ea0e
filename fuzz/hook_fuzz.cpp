// What a client may say about hooks, and the addresses that it may name (server/protocol/hooks_from_client.h): the
// first byte chooses.
#include <string>
#include <variant>

#include "fuzz/message.h"
#include "server/protocol/hooks_from_client.h"

namespace {

using namespace cairn;

using fuzz::good;

void check_url(const HookUrl& url) {
  fuzz::require(!url.host.empty() && url.port != 0, "there is a host and a port");
  fuzz::require(url.host.find_first_of("@/\\ #?[]") == std::string::npos, "a host is a name or an address");
  fuzz::require(!url.target.empty() && url.target.front() == '/', "a target is a path");
  for (const char c : url.authority + url.target)
    fuzz::require(c > ' ' && c < 0x7F, "nothing ends a line of the request");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 20'000) return -1;
  const auto text = fuzz::text_of(data + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      if (const auto wish = good(read_hook_wish(text))) {
        fuzz::require(wish->wants != 0, "a hook wants something");
        check_url(std::get<HookUrl>(read_hook_url(wish->url)));
        if (wish->keys) {
          std::string fault;
          fuzz::require(!push_encrypted(*wish->keys, "x", fault).empty(), "keys that are taken can be used");
        }
      }
      break;
    case 1:
      if (const auto edit = good(read_hook_edit(text))) fuzz::require(edit->wants != 0, "a hook wants something");
      break;
    default:
      if (const auto url = good(read_hook_url(text))) check_url(*url);
  }
  return 0;
}
