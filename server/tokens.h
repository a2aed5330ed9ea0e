// Random names that cannot be guessed, and what is stored of them. Thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/store/store.h"

namespace cairn {

bool init_tokens();          // once, before the others; false: this machine has no randomness
std::string new_token();     // of a session: 256 bits, 43 letters of base64url
std::string new_table_id();  // 96 bits, 16 letters of base64url: who knows the link may watch
std::uint64_t new_seed();
TokenHash hash_token(std::string_view token);

}  // namespace cairn
