// What a client may say about hooks (docs/webhooks.md), read from JSON text, and the addresses that it may name. As in
// from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/base/push.h"
#include "server/play/fields.h"
#include "server/store/outbox.h"

namespace cairn {

std::string_view to_word(NoticeKind kind);  // "your-turn"; "" beyond the last

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

struct HookWish {
  std::string url;
  NoticeKinds wants = 0;
  std::optional<PushKeys> keys{};  // of a browser
};
struct HookEdit {
  NoticeKinds wants = 0;
};
std::variant<HookWish, Fault> read_hook_wish(std::string_view text);
std::variant<HookEdit, Fault> read_hook_edit(std::string_view text);

}  // namespace cairn
