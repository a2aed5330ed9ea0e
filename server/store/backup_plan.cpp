#include "server/store/backup_plan.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "core/text.h"
#include "server/base/days.h"
#include "server/play/clock_rule.h"

namespace cairn {

namespace {

constexpr std::string_view kNameBegin = "cairn-", kNameEnd = "Z.db";

std::string two_digits(std::int64_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

// "0330"
std::optional<int> minutes_of_digits(std::string_view text) {
  constexpr int kHours = 24, kMinutes = 60, kTen = 10;
  if (text.size() != 4 || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  const int hours = (text[0] - '0') * kTen + (text[1] - '0'), minutes = (text[2] - '0') * kTen + (text[3] - '0');
  if (hours >= kHours || minutes >= kMinutes) return std::nullopt;
  return hours * kMinutes + minutes;
}

// A number for each month, and for each week from Monday on: 1970 began on a Thursday.
std::int64_t month_of(std::int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return static_cast<int>(date.year()) * 12 + static_cast<int>(static_cast<unsigned>(date.month()));
}
std::int64_t week_of(std::int64_t day) {
  return floor_div(day + 3, 7);
}

}  // namespace

std::optional<int> minutes_of_day(std::string_view text) {
  if (text.size() != 5 || text[2] != ':') return std::nullopt;
  return minutes_of_digits(std::string(text.substr(0, 2)) + std::string(text.substr(3)));
}

std::int64_t last_due_ms(const BackupSchedule& schedule, std::int64_t now_ms) {
  const std::int64_t from = schedule.at_minutes * kMinuteMs, step = schedule.hours * kHourMs;
  return from + floor_div(now_ms - from, step) * step;
}

std::string backup_name(std::int64_t at_ms) {
  const std::int64_t day = floor_div(at_ms, kDayMs), minutes = (at_ms - day * kDayMs) / kMinuteMs;
  return std::string(kNameBegin) + day_text(day) + "T" + two_digits(minutes / 60) + two_digits(minutes % 60) +
         std::string(kNameEnd);
}

std::optional<std::int64_t> backup_time(std::string_view name) {
  constexpr std::size_t kDayLetters = 10, kTimeLetters = 4;
  if (name.size() != kNameBegin.size() + kDayLetters + 1 + kTimeLetters + kNameEnd.size()) return std::nullopt;
  if (!name.starts_with(kNameBegin) || !name.ends_with(kNameEnd)) return std::nullopt;
  name.remove_prefix(kNameBegin.size());
  const auto day = day_of(name.substr(0, kDayLetters));
  const auto minutes = minutes_of_digits(name.substr(kDayLetters + 1, kTimeLetters));
  if (!day || !minutes || name[kDayLetters] != 'T') return std::nullopt;
  return *day * kDayMs + *minutes * kMinuteMs;
}

std::vector<std::string> spare_backups(std::vector<std::string> names, const BackupsKept& kept, std::int64_t now_ms) {
  std::erase_if(names, [&](const std::string& name) { return backup_time(name).value_or(INT64_MAX) > now_ms; });
  std::sort(names.begin(), names.end(), std::greater<>());  // the newest first
  std::vector<std::string> spare;
  std::set<std::int64_t> days, weeks, months;
  // The first of its kind that comes is the newest; whether it is kept.
  const auto takes = [](std::set<std::int64_t>& known, std::int64_t one, int most) {
    return static_cast<int>(known.size()) < most && known.insert(one).second;
  };
  for (const std::string& name : names) {
    const std::int64_t day = floor_div(*backup_time(name), kDayMs);
    const bool daily = takes(days, day, kept.daily), weekly = takes(weeks, week_of(day), kept.weekly);
    const bool monthly = takes(months, month_of(day), kept.monthly);
    if (!daily && !weekly && !monthly) spare.push_back(name);
  }
  return spare;
}

}  // namespace cairn
