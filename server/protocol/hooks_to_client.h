// Hooks as their owner sees them, and what is sent to them. Pure.
#pragma once

#include "notation/view_json.h"
#include "server/store/outbox.h"

namespace cairn {

std::string_view to_word(DeliveryState state);  // "waiting"; "" beyond the last
Json hook_json(const Hook& hook);               // without its secret
Json delivery_json(const Delivery& delivery);
std::string hook_body(const Notice& notice);  // the same at every try
std::string push_body(const Notice& notice);  // without the facts where these are too much for a push

}  // namespace cairn
