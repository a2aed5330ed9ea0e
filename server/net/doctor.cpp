#include "server/net/doctor.h"

#include <openssl/crypto.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "server/net/loop.h"
#include "server/play/clock_rule.h"
#include "server/play/day_clock.h"
#include "server/store/backups.h"
#include "server/store/postgres.h"
#include "server/store/reading.h"

namespace cairn::net {

namespace {

namespace fs = std::filesystem;

// "3 hours", for people.
std::string span_text(std::int64_t ms) {
  const auto count = [](std::int64_t number, const char* unit) {
    return std::to_string(number) + " " + unit + (number == 1 ? "" : "s");
  };
  if (ms < kMinuteMs) return "less than a minute";
  if (ms < kHourMs) return count(ms / kMinuteMs, "minute");
  return ms < 3 * kDayMs ? count(ms / kHourMs, "hour") : count(ms / kDayMs, "day");
}

// A file with a password that others may read.
void examine_settings_file(const DoctorWish& wish, Findings& out) {
  struct stat found {};
  if (wish.file.empty() || ::stat(wish.file.c_str(), &found) != 0 || (found.st_mode & 077U) == 0) return;
  ServerConfig alone;
  read_config_file(wish.file, alone);
  if (alone.mail_relay_password.empty() && !has_password(alone.database) && !has_password(alone.database_replica))
    return;
  out.push_back({Health::warning, "settings", "other users can read " + wish.file + ", and it contains a password",
                 "move it to /etc/cairn/environment (the Debian package; docs/hosting.md), or chmod 600 " + wish.file +
                     " if the server's user owns it"});
}

void examine_limits(const ServerConfig& config, Findings& out) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max == RLIM_INFINITY) return;
  if (limit.rlim_max >= config.max_connections) return;
  out.push_back({Health::warning, "settings",
                 "this shell allows " + std::to_string(limit.rlim_max) + " open files, and max-connections is " +
                     std::to_string(config.max_connections),
                 "set LimitNOFILE=" + std::to_string(config.max_connections + 100) +
                     " in the service, or lower max-connections"});
}

void examine_restores(const BackupReport& report, std::int64_t now_ms, Findings& out) {
  constexpr std::int64_t kLate = 40 * kDayMs;
  if (!report.restore_error.empty())
    out.push_back({Health::fault, "restore", report.restore_error,
                   "check the disk of the backups; keep older backups until a restore succeeds"});
  else if (report.restored_ms == 0 || now_ms - report.restored_ms > kLate)
    out.push_back({Health::warning, "restore", "no backup was restored as a test in the last 40 days",
                   "the server does so with the next backup; or run `cairn restore FILE --data ELSEWHERE`"});
  else
    out.push_back({Health::ok, "restore",
                   "a backup was restored and checked " + span_text(now_ms - report.restored_ms) +
                       " ago: " + std::to_string(report.restored_games) + " games, " +
                       std::to_string(report.restored_entries) + " moves and other events"});
  if (!report.restore_postponed.empty())
    out.push_back({Health::warning, "restore",
                   "the test restore of a backup was not possible: " + report.restore_postponed,
                   "free some space; a test restore needs twice the size of the database"});
}

// Whether the last backup is where it was put: the server knows only that it made it. True: nothing is wrong there.
bool examine_kept(const ServerConfig& config, const BackupReport& report, Findings& out) {
  const std::string advice = "mount the disk of the backups; if they are lost, make the folder " +
                             config.backup_folder + " and an empty file .cairn-backups in it";
  std::error_code error;
  const fs::file_type type = report.file.empty() ? fs::file_type::regular : fs::status(report.file, error).type();
  if (type == fs::file_type::none)
    out.push_back(hidden("backup", "cannot read the last backup, " + report.file + ": " + error.message()));
  else if (type != fs::file_type::regular)
    out.push_back({Health::fault, "backup", "the last backup, " + report.file + ", is gone", advice});
  else if (!config.backup_folder.empty() && report.made_ms != 0 && list_backups(config.backup_folder).empty())
    out.push_back({Health::warning, "backup", config.backup_folder + " contains no backup",
                   "the server makes the next one at the time of backup-at"});
  else
    return true;
  return false;
}

// Whether both are on one disk.
bool same_disk(const std::string& one, const std::string& other) {
  struct stat first {
  }, second{};
  return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0 && first.st_dev == second.st_dev;
}

void examine_backup_folder(const ServerConfig& config, Findings& out) {
  std::error_code error;
  if (config.backup_folder.empty()) return;
  const fs::file_type type = fs::status(config.backup_folder, error).type();
  if (type == fs::file_type::none)
    out.push_back(hidden("backup", "cannot read " + config.backup_folder + ": " + error.message()));
  if (type != fs::file_type::directory) return;  // the server makes it
  if (::access(config.backup_folder.c_str(), W_OK | X_OK) != 0)
    out.push_back({Health::fault, "backup", "the folder " + config.backup_folder + " cannot be written",
                   "make the server's user its owner (chown), or choose another backup-folder"});
  else if (config.backup_command.empty() && same_disk(config.data, config.backup_folder))
    out.push_back({Health::warning, "backup", "the backups are on the disk of the database",
                   "choose a backup-folder on another disk, or copy the backups elsewhere"});
}

}  // namespace

Finding hidden(const char* subject, const std::string& why) {
  return {Health::fault, subject, why, "run `cairn doctor` with sudo, or as the server's user"};
}

void examine_settings(const DoctorWish& wish, Findings& out) {
  const ServerConfig& config = wish.read.config;
  const std::size_t before = out.size();
  for (const std::string& error : wish.read.errors)
    out.push_back({Health::fault, "settings", error, "correct this; until then the server does not start"});
  for (const std::string& error : config.faults())
    out.push_back({Health::fault, "settings", error, "correct this; until then the server does not start"});
  examine_settings_file(wish, out);
  examine_limits(config, out);
  std::error_code error;
  if (!config.web.empty() && !fs::is_regular_file(config.web + "/index.html", error))
    out.push_back({Health::warning, "settings", "the web folder, " + config.web + ", has no index.html",
                   "build the client, or leave web empty"});
  if (out.size() == before)
    out.push_back({Health::ok, "settings",
                   wish.file.empty() ? "no settings file; all settings are valid" : wish.file + " is valid"});
  out.push_back(
      {Health::ok, "version", "Cairn " + wish.version + ", OpenSSL " + OpenSSL_version(OPENSSL_VERSION_STRING)});
}

void examine_backups(const ServerConfig& config, std::int64_t now_ms, Findings& out) {
  if (!config.database.empty()) {
    out.push_back({Health::ok, "backup", "back up PostgreSQL with its own tools; this command does not check them",
                   "run pg_dump on a timer, and try pg_restore now and then (docs/hosting.md)"});
    return;
  }
  if (!config.makes_backups()) {
    out.push_back({Health::warning, "backup", "the server makes no backups",
                   "set backup-folder or backup-command, or run `cairn backup` on a timer"});
    return;
  }
  examine_backup_folder(config, out);
  const std::string file = config.data + "/backups.json";
  if (::access(file.c_str(), R_OK) != 0 && errno != ENOENT)
    return out.push_back(hidden("backup", "cannot read " + file + ": " + std::strerror(errno)));
  const BackupReport report = read_backup_report(config.data);
  const std::int64_t age = now_ms - report.at_ms;
  if (!report.error.empty())
    out.push_back({Health::fault, "backup", "the last backup failed: " + report.error,
                   "mend this; the server tries again every hour"});
  else if (report.at_ms == 0)
    out.push_back({Health::warning, "backup", "the server has made no backup yet", "start the server; it makes one"});
  else if (age > 2 * config.backup_hours * kHourMs)
    out.push_back({Health::fault, "backup", "the last backup is " + span_text(age) + " old",
                   "see whether the server runs, and what its log says of backups"});
  else if (examine_kept(config, report, out))
    out.push_back({Health::ok, "backup",
                   "the last one is " + span_text(age) + " old: " + std::to_string(report.games) + " games, " +
                       std::to_string(report.bytes) + " bytes" +
                       (report.file.empty() ? ", given to backup-command" : ", in " + report.file)});
  if (report.at_ms != 0) examine_restores(report, now_ms, out);
}

void examine_clock(const ServerConfig& config, std::int64_t now_ms, Findings& out) {
  timex asked{};
  const int state = ::adjtimex(&asked);  // changes nothing
  if (state < 0)
    out.push_back({Health::ok, "clock", "the machine does not say whether its time is kept right by NTP"});
  else if (state == TIME_ERROR || (asked.status & STA_UNSYNC) != 0)
    out.push_back({Health::warning, "clock", "no program synchronises this machine's clock",
                   "apt install systemd-timesyncd, or another NTP client; game clocks follow this clock"});
  else
    out.push_back({Health::ok, "clock", "NTP keeps the machine's time right"});
  const OpenedToRead opened = open_to_read(config.data, config.database);
  if (!opened.db) return;
  try {
    // Each by its index.
    const std::int64_t last = std::max(opened.db->run("SELECT MAX(told_ms) FROM tables").integer(0, 0),
                                       opened.db->run("SELECT MAX(seen_ms) FROM accounts").integer(0, 0));
    if (last - now_ms > kApartMs)
      out.push_back({Health::fault, "clock",
                     "the machine's time is " + std::to_string((last - now_ms) / 1'000) +
                         " seconds before the last thing that is stored",
                     "set the machine's time; docs/hosting.md says what to do when the time was ahead"});
    if (config.database.empty()) return;
    const std::int64_t theirs =
        opened.db->run("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)").integer(0, 0);
    if (std::abs(theirs - now_ms) > kApartMs)
      out.push_back({Health::fault, "clock",
                     "the clocks of this machine and of the database are " +
                         std::to_string(std::abs(theirs - now_ms) / 1'000) + " seconds apart",
                     "let NTP set both"});
  } catch (const SqlError& problem) {
    out.push_back({Health::warning, "clock", std::string("the time of the last move is not known: ") + problem.what()});
  }
}

std::vector<Finding> examine(const DoctorWish& wish, const std::function<void(const Finding&)>& heard) {
  Findings out;
  const ServerConfig& config = wish.read.config;
  const std::int64_t now_ms = Shared::wall_ms();
  // What goes wrong in one part hides nothing of the others.
  const auto part = [&](const char* subject, const std::function<void()>& look) {
    const std::size_t before = out.size();
    try {
      look();
    } catch (const std::exception& problem) {
      out.push_back(hidden(subject, std::string("cannot read it: ") + problem.what()));
    }
    for (std::size_t i = before; heard && i < out.size(); ++i) heard(out[i]);
  };
  part("settings", [&] { examine_settings(wish, out); });
  part("folder", [&] { examine_folder(config, out); });
  part("database", [&] { examine_database(wish, out); });
  part("replica", [&] { examine_replicas(config, out); });
  part("backup", [&] { examine_backups(config, now_ms, out); });
  part("port", [&] { examine_doors(config, out); });
  part("mail", [&] { examine_mail(config, out); });
  part("clock", [&] { examine_clock(config, now_ms, out); });
  return out;
}

}  // namespace cairn::net
