// Hooks, and what was sent to them, as their owner sees them. Pure.
#pragma once

#include <vector>

#include "notation/view_json.h"
#include "server/notifications/hooks.h"

namespace cairn {

Json hook_json(const Hook& hook);  // without its secret
Json to_client(const std::vector<Hook>& hooks);
Json to_client(const NewHook& made);
Json to_client(const HookEnded& ended);
Json to_client(const Notice& sent);  // a test's name
Json to_client(const std::vector<Delivery>& deliveries);
Json to_client(const PublicPushKey& key);

}  // namespace cairn
