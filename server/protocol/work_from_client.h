// What a worker says (`cairn worker`), read from JSON text. As in from_client.h: pure, and what is not understood is
// answered with what would be right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/message.h"
#include "server/play/fields.h"
#include "server/tables/work.h"

namespace cairn {

inline constexpr int kMostWorkWait = 15;                // seconds for a bot's turn to come
inline constexpr std::size_t kMostWorkFailure = 1'000;  // bytes of the reason

// "" or what is wrong with a whole number from 0 to `most`.
Message read_count(const Json& object, const char* key, int most, int& out);
bool read_lease_id(std::string_view text, std::int64_t& out);

std::variant<WorkWish, Fault> read_work_wish(std::string_view text);
std::variant<WorkAnswer, Fault> read_work_answer(std::string_view text);

}  // namespace cairn
