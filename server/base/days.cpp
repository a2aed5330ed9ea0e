#include "server/base/days.h"

#include <chrono>
#include <cstdio>
#include <ctime>

#include "core/text.h"

namespace cairn {

std::optional<std::int64_t> day_of(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i != 4 && i != 7 && !is_digit(text[i])) return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::year(*parse_int(text.substr(0, 4))),
                                        std::chrono::month(static_cast<unsigned>(*parse_int(text.substr(5, 2)))),
                                        std::chrono::day(static_cast<unsigned>(*parse_int(text.substr(8, 2))))};
  if (!day.ok() || day.year() < std::chrono::year(1970)) return std::nullopt;
  return std::chrono::sys_days(day).time_since_epoch().count();
}

std::string day_text(std::int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  char text[16];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()));
  return text;
}

std::string minute_text(std::int64_t ms) {
  const auto seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return {text, size};
}

}  // namespace cairn
