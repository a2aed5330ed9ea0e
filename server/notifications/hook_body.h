// What is sent to hooks (docs/webhooks.md): JSON text. Pure.
#pragma once

#include <string>

#include "server/store/outbox.h"

namespace cairn {

std::string hook_body(const Notice& notice);  // the same at every try
std::string push_body(const Notice& notice);  // without the facts where these are too much for a push

}  // namespace cairn
