// Days of the calendar, UTC, counted from 1970, as text: "2026-11-22".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

// Rounded down, also below 0: the day of a moment before 1970, the week of a day. `b` is above 0.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

std::optional<std::int64_t> day_of(std::string_view text);  // none: there is no such day, or it is before 1970
std::string day_text(std::int64_t day);
std::string minute_text(std::int64_t ms);  // since 1970: "2026-11-22 18:05"

}  // namespace cairn
