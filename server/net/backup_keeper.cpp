#include "server/net/backup_keeper.h"

#include <filesystem>

#include "server/net/store_watch.h"
#include "server/play/clock_rule.h"

namespace cairn::net {

namespace {

constexpr double kBackupRetrySeconds = 3'600;
constexpr std::int64_t kRestoreEveryMs = 30 * kDayMs;

// Asks the disk, which may not answer for long: not for the loop.
std::int64_t reserve_of(const ServerConfig& config) {
  std::error_code error;
  const std::string& folder = config.backup_folder;
  // A folder that is still to be made is on the disk of the one above it.
  std::filesystem::path place = folder.empty() ? config.data : folder;
  while (!std::filesystem::exists(place, error) && place.has_relative_path()) {
    place = place.parent_path();
    if (place.empty()) place = ".";
  }
  const auto space = std::filesystem::space(place, error);
  return error ? 0 : static_cast<std::int64_t>(disk_reserve_bytes(config, space.capacity));
}

std::int64_t backup_due_ms(const ServerConfig& config, std::int64_t now_ms) {
  return last_due_ms({config.backup_hours, minutes_of_day(config.backup_at).value_or(0)}, now_ms);
}

BackupWish backup_wish(const ServerConfig& config, const BackupReport& report, std::int64_t now_ms) {
  BackupWish wish;
  wish.data = config.data;
  wish.folder = config.backup_folder;
  wish.command = config.backup_command;
  wish.kept = {config.backup_daily, config.backup_weekly, config.backup_monthly};
  wish.now_ms = now_ms;
  wish.due_ms = backup_due_ms(config, now_ms);
  wish.try_restore = report.restored_ms == 0 || !report.restore_error.empty() ||
                     now_ms - report.restored_ms >= kRestoreEveryMs - kHourMs || report.restored_ms > now_ms + kHourMs;
  return wish;
}

}  // namespace

BackupKeeper::BackupKeeper(Shared& shared, Store::Post post) : shared_(shared), post_(std::move(post)) {
  if (shared_.config.database.empty()) report_ = read_backup_report(shared_.config.data);
}

bool BackupKeeper::is_due(std::int64_t now_ms) const {
  // What was made in the future, by a clock that was wrong, does not count.
  return report_.at_ms < backup_due_ms(shared_.config, now_ms) || report_.at_ms > now_ms + kHourMs;
}

void BackupKeeper::tick() {
  const ServerConfig& config = shared_.config;
  if (running_ || ending_ || !config.makes_backups() || shared_.readiness.moving()) return;
  const bool changed = tried_ != std::pair(config.backup_folder, config.backup_command);
  if (!changed && shared_.now() < next_try_) return;
  const std::int64_t now_ms = Shared::wall_ms();
  if (is_due(now_ms)) begin(now_ms);
}

void BackupKeeper::begin(std::int64_t now_ms) {
  running_ = true;
  tried_ = {shared_.config.backup_folder, shared_.config.backup_command};
  BackupWish wish = backup_wish(shared_.config, report_, now_ms);
  wish.stop = [this] { return ending_.load(); };
  thread_ = std::jthread([this, wish = std::move(wish), before = report_, config = shared_.config]() mutable {
    wish.reserve_bytes = reserve_of(config);
    BackupReport made = make_backup(wish, before);
    if (ending_) return;  // the next start tries again
    std::string unwritten = write_backup_report(wish.data, made);
    post_([this, made = std::move(made), unwritten = std::move(unwritten)]() mutable {
      heard(std::move(made), unwritten);
    });
  });
}

void BackupKeeper::heard(BackupReport report, const std::string& unwritten) {
  const bool restored = report.restore_tried_ms != report_.restore_tried_ms;
  report_ = std::move(report);
  running_ = false;
  next_try_ = shared_.now() + (report_.error.empty() ? 0 : kBackupRetrySeconds);
  const Log& log = shared_.log;
  if (!unwritten.empty())
    log.write(LogLevel::error, "cannot write backups.json, the record of backups", {{"said", unwritten}});
  if (!report_.error.empty())
    return log.write(LogLevel::error, "the backup failed; trying again in an hour", {{"said", report_.error}});
  log.write(LogLevel::info, "backup made",
            {{"file", report_.file}, {"bytes", report_.bytes}, {"games", report_.games}, {"seconds", report_.seconds}});
  if (!report_.restore_postponed.empty())
    log.write(LogLevel::warning, "the test restore of the backup was not possible",
              {{"said", report_.restore_postponed}});
  if (!restored) return;
  if (report_.restore_error.empty())
    log.write(LogLevel::info, "backup verified: restored into a temporary folder and checked",
              {{"games", report_.restored_games}, {"entries", report_.restored_entries}, {"digest", report_.digest}});
  else
    log.write(LogLevel::error, "the backup cannot be restored", {{"said", report_.restore_error}});
}

}  // namespace cairn::net
