// What a client may say about hooks (docs/webhooks.md), read from JSON text. As in from_client.h: pure, and what is not
// understood is answered with what would be right.
#pragma once

#include <string_view>
#include <variant>

#include "server/notifications/hooks.h"

namespace cairn {

std::variant<HookWish, Fault> read_hook_wish(std::string_view text);
std::variant<HookEdit, Fault> read_hook_edit(std::string_view text);

}  // namespace cairn
