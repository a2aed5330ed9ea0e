// When a server makes its next backup, what the file is called, and which older ones it deletes. Pure: times are given,
// in milliseconds since 1970, and all of it counts in UTC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

// "03:30": minutes since midnight.
std::optional<int> minutes_of_day(std::string_view text);

struct BackupSchedule {
  int hours = 24;                // from one to the next
  int at_minutes = 3 * 60 + 30;  // of the day; from there the hours count
};
// The latest moment at or before `now_ms` at which a backup is due.
std::int64_t last_due_ms(const BackupSchedule& schedule, std::int64_t now_ms);

std::string backup_name(std::int64_t at_ms);  // "cairn-2026-11-29T0330Z.db"
// When the backup with this name was begun; nullopt: it is no name that `backup_name` gives.
std::optional<std::int64_t> backup_time(std::string_view name);

struct BackupsKept {
  int daily = 7, weekly = 4, monthly = 12;  // of the last so many days, weeks (from Monday) and months that have any
};
// Which of these files may go: all but the newest of each day, week and month that is kept. Other names never, nor
// those of a later minute than `now_ms`: a clock that was wrong made them, and they do not count.
std::vector<std::string> spare_backups(std::vector<std::string> names, const BackupsKept& kept, std::int64_t now_ms);

}  // namespace cairn
