#include "server/store/backups.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "core/text.h"
#include "notation/stored_json.h"
#include "notation/view_json.h"
#include "server/base/tokens.h"
#include "server/store/backup.h"
#include "server/store/migrations.h"
#include "server/store/move_plan.h"
#include "server/store/private_files.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

namespace fs = std::filesystem;

constexpr double kCommandSeconds = 3'600;
constexpr const char* kScratch = "/.cairn-restore-trial";
constexpr const char* kMark = "/.cairn-backups";

std::string report_file(const std::string& data) {
  return data + "/backups.json";
}

// Of a folder's disk; -1: not known.
std::int64_t free_bytes(const std::string& folder) {
  std::error_code error;
  const auto space = fs::space(folder, error);
  return error ? -1 : static_cast<std::int64_t>(space.available);
}

std::int64_t database_bytes(const std::string& data) {
  std::int64_t bytes = 0;
  for (const char* end : {"", "-wal"}) {
    std::error_code error;
    const auto size = fs::file_size(data + "/cairn.db" + end, error);
    if (!error) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

// "" or why a copy of so many bytes is not to be made.
std::string no_room(const std::string& folder, std::int64_t bytes, std::int64_t reserve) {
  const std::int64_t free = free_bytes(folder);
  if (free < 0 || free >= bytes + reserve) return {};
  constexpr int kMib = 20;
  return "the disk of " + folder + " has " + std::to_string(free >> kMib) + " MiB free, and " +
         std::to_string((bytes + reserve) >> kMib) + " MiB are needed";
}

std::string absolute_path(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

// One data folder's hold on the folder of its backups: the file that marks it holds the id of the data folder and, for
// people, its path. It is locked meanwhile, where the file system has locks.
class FolderHold {
 public:
  FolderHold() = default;
  FolderHold(const FolderHold&) = delete;
  FolderHold& operator=(const FolderHold&) = delete;
  ~FolderHold() {
    if (mark_ >= 0) ::close(mark_);
  }

  // "" or what is wrong.
  std::string take(const std::string& folder, const std::string& data, const std::string& id) {
    const std::string file = folder + kMark;
    mark_ = ::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (mark_ < 0) return "cannot write " + file + ": " + std::strerror(errno);
    if (::flock(mark_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      return "another server is making a backup in " + folder + ": give each server its own backup-folder";
    std::array<char, 4'096> bytes{};
    const ssize_t got = ::pread(mark_, bytes.data(), bytes.size(), 0);
    if (got < 0) return "cannot read " + file + ": " + std::strerror(errno);
    const auto lines = split(std::string_view(bytes.data(), static_cast<std::size_t>(got)), '\n');
    if (lines.empty() || trim(lines.front()).empty()) return write(file, id + "\n" + absolute_path(data) + "\n");
    if (trim(lines.front()) == id) return {};
    return folder + " contains the backups of another data folder" +
           (lines.size() > 1 ? " (" + std::string(trim(lines[1])) + ")" : "") +
           ": choose another backup-folder, or, if no other server uses this one, remove " + file;
  }

 private:
  std::string write(const std::string& file, const std::string& text) const {
    const bool good = ::pwrite(mark_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    return good && ::fsync(mark_) == 0 ? "" : "cannot write " + file + ": " + std::strerror(errno);
  }
  int mark_ = -1;
};

// "" or why the folder is not the one that it was: most likely its disk is not mounted, and the backups would fill
// another one.
std::string lost_folder(const std::string& folder, const BackupReport& report) {
  if (report.file.empty() ||
      fs::path(report.file).parent_path() != fs::path(absolute_path(folder + "/x")).parent_path())
    return {};
  std::error_code error;
  if (report.id.empty() || fs::exists(folder + kMark, error)) return {};
  return "the earlier backups in " + folder +
         " are gone: mount its disk; if it is lost, make the folder and an empty " + folder + kMark;
}

// Makes the folder where that is right, and takes hold of it. "" or what is wrong.
std::string take_folder(const std::string& folder, const BackupWish& wish, BackupReport& report, FolderHold& hold) {
  if (std::string why = wish.folder.empty() ? "" : lost_folder(folder, report); !why.empty()) return why;
  if (const std::error_code error = make_data_folder(folder))
    return "cannot create the folder " + folder + ": " + error.message();
  if (wish.folder.empty()) return {};  // in the data folder, which is locked
  if (report.id.empty()) {
    // Known to the next start before it stands in the folder.
    report.id = new_token();
    if (std::string why = write_backup_report(wish.data, report); !why.empty()) return why;
  }
  return hold.take(folder, wish.data, report.id);
}

// What a run that was cut off left behind.
void remove_drafts(const std::string& folder) {
  std::error_code error;
  fs::remove_all(folder + kScratch, error);
  std::vector<fs::path> drafts;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    for (const std::string_view tail : {".part", ".part-wal", ".part-shm", ".part-journal"})
      if (name.ends_with(tail) && backup_time(name.substr(0, name.size() - tail.size()))) drafts.push_back(at->path());
  }
  for (const fs::path& draft : drafts) fs::remove(draft, error);
}

// All but the one that was just made, whatever the numbers say.
void delete_spare(const BackupWish& wish, const std::string& made) {
  for (const std::string& name : spare_backups(list_backups(wish.folder), wish.kept, wish.now_ms)) {
    if (name == fs::path(made).filename()) continue;
    std::error_code error;
    fs::remove(fs::path(wish.folder) / name, error);
  }
}

std::string digest_of_file(const std::string& file, const BackupWish& wish) {
  const MovePlan plan = move_plan();
  const auto db = connect_sqlite_to_read(file);
  return database_digest(*db, plan, wish.stop);
}

// Restores a backup as a host would, opens it as a server would, and compares what is in it with what was noted when it
// was made. "" or what is wrong.
std::string try_restore(const std::string& file, const std::string& scratch, const BackupWish& wish,
                        BackupReport& report) {
  std::error_code error;
  fs::remove_all(scratch, error);
  if (error) return "cannot remove " + scratch + ": " + error.message();
  const BackupResult restored = restore(file, scratch, false);
  if (!restored.error.empty()) return restored.error;
  report.restored_games = restored.games;
  report.restored_entries = restored.entries;
  const MovePlan plan = move_plan();
  const auto db = connect_sqlite(scratch + "/cairn.db");
  migrate(*db);
  if (const std::string damage = check_sqlite(*db); !damage.empty()) return "it is damaged: " + damage;
  if (restored.games != report.games || restored.entries != report.entries || restored.people != report.people)
    return "it contains " + std::to_string(restored.games) + " games and " + std::to_string(restored.entries) +
           " moves and other events; " + std::to_string(report.games) + " and " + std::to_string(report.entries) +
           " were backed up";
  const std::string digest = database_digest(*db, plan, wish.stop);
  if (digest != report.digest && !wish.stop())
    return "its digest is " + digest + "; " + report.digest + " was backed up";
  return {};
}

void restore_and_note(const std::string& file, const std::string& folder, const BackupWish& wish,
                      BackupReport& report) {
  const std::string scratch = folder + kScratch;
  // It says nothing of the backup.
  report.restore_postponed = no_room(folder, 2 * report.bytes, wish.reserve_bytes);
  if (!report.restore_postponed.empty()) return;
  std::string why;
  try {
    why = try_restore(file, scratch, wish, report);
  } catch (const SqlError& problem) {
    why = problem.what();
  }
  std::error_code ignored;
  fs::remove_all(scratch, ignored);
  if (wish.stop()) return;  // nothing is known
  report.restore_tried_ms = wish.now_ms;
  report.restore_error = why.empty() ? "" : "the restore of " + file + " failed: " + why;
  if (why.empty()) report.restored_ms = wish.now_ms;
}

// Copies, checks and counts. "" or what is wrong.
std::string make_file(const std::string& folder, const BackupWish& wish, BackupReport& report) {
  const std::string file = (fs::path(folder) / backup_name(wish.now_ms)).string();
  if (std::string why = no_room(folder, database_bytes(wish.data), wish.reserve_bytes); !why.empty()) return why;
  std::error_code error;
  if (fs::exists(file, error)) return file + " already exists; backups are never replaced";
  const BackupResult made = back_up(wish.data, file, false);
  if (!made.error.empty()) return made.error;
  report.made_ms = wish.now_ms;
  report.file = absolute_path(file);
  report.bytes = made.bytes;
  report.games = made.games;
  report.entries = made.entries;
  report.people = made.people;
  report.digest = digest_of_file(file, wish);
  return {};
}

// Whether the file of this time is there already, and only its command failed.
bool waits_for_command(const BackupWish& wish, const BackupReport& report) {
  std::error_code error;
  return !wish.folder.empty() && report.made_ms > report.at_ms && report.made_ms >= wish.due_ms &&
         report.made_ms <= wish.now_ms &&
         report.file == absolute_path((fs::path(wish.folder) / backup_name(report.made_ms)).string()) &&
         static_cast<std::int64_t>(fs::file_size(report.file, error)) == report.bytes && !error;
}

// Makes the file and whatever is to become of it. "" or what is wrong.
std::string back_up_into(const std::string& folder, const BackupWish& wish, BackupReport& report) {
  FolderHold hold;
  if (std::string why = take_folder(folder, wish, report, hold); !why.empty()) return why;
  remove_drafts(folder);
  BackupReport next = report;
  if (!waits_for_command(wish, report))
    if (std::string why = make_file(folder, wish, next); !why.empty()) return why;
  const std::string file = next.file;
  if (wish.folder.empty()) next.file.clear();
  if (wish.stop()) return "the server stopped before it was complete";
  report = next;
  std::string failed;
  if (!wish.command.empty()) failed = feed_program(wish.command, file, kCommandSeconds, wish.stop);
  if (failed.empty()) report.at_ms = report.made_ms;
  if (wish.stop()) return failed;
  // What became of the command says nothing of the file.
  if (wish.try_restore) restore_and_note(file, folder, wish, report);
  // Where this one is of no use the older ones are needed.
  if (!wish.folder.empty() && report.restore_error.empty()) delete_spare(wish, file);
  return failed;
}

// The fields of backups.json, but `seconds`.
constexpr std::pair<const char*, std::string BackupReport::*> kReportTexts[]{
    {"id", &BackupReport::id},
    {"error", &BackupReport::error},
    {"file", &BackupReport::file},
    {"digest", &BackupReport::digest},
    {"restore_error", &BackupReport::restore_error},
    {"restore_postponed", &BackupReport::restore_postponed},
};
constexpr std::pair<const char*, std::int64_t BackupReport::*> kReportNumbers[]{
    {"at_ms", &BackupReport::at_ms},
    {"tried_ms", &BackupReport::tried_ms},
    {"made_ms", &BackupReport::made_ms},
    {"bytes", &BackupReport::bytes},
    {"games", &BackupReport::games},
    {"entries", &BackupReport::entries},
    {"people", &BackupReport::people},
    {"restored_ms", &BackupReport::restored_ms},
    {"restore_tried_ms", &BackupReport::restore_tried_ms},
    {"restored_games", &BackupReport::restored_games},
    {"restored_entries", &BackupReport::restored_entries},
};

Json json_of(const BackupReport& report) {
  Json json = {{"seconds", report.seconds}};
  for (const auto& [key, field] : kReportTexts) json[key] = report.*field;
  for (const auto& [key, field] : kReportNumbers) json[key] = report.*field;
  return json;
}

}  // namespace

BackupReport read_backup_report(const std::string& data) {
  std::ifstream in(report_file(data), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Json json = parse_json(text);
  if (!json.is_object()) return {};
  BackupReport report;
  for (const auto& [key, field] : kReportTexts)
    if (const auto found = json.find(key); found != json.end() && found->is_string())
      report.*field = found->get<std::string>();
  for (const auto& [key, field] : kReportNumbers)
    if (const auto found = json.find(key); found != json.end() && found->is_number_integer())
      report.*field = found->get<std::int64_t>();
  if (const auto seconds = json.find("seconds"); seconds != json.end() && seconds->is_number())
    report.seconds = seconds->get<double>();
  return report;
}

std::string write_backup_report(const std::string& data, const BackupReport& report) {
  const std::string file = report_file(data), draft = file + ".part";
  {
    std::ofstream out(draft, std::ios::binary | std::ios::trunc);
    out << json_text(json_of(report)) << "\n";
    out.close();
    if (!out) return "cannot write " + draft;
  }
  std::error_code error;
  fs::permissions(draft, fs::perms::owner_read | fs::perms::owner_write, error);
  if (!error) fs::rename(draft, file, error);
  return error ? "cannot write " + file + ": " + error.message() : "";
}

BackupReport make_backup(const BackupWish& wish, const BackupReport& before) {
  BackupReport report = before;
  const auto began = std::chrono::steady_clock::now();
  const std::string folder = wish.folder.empty() ? wish.data + "/backup-work" : wish.folder;
  report.tried_ms = wish.now_ms;
  try {
    report.error = back_up_into(folder, wish, report);
  } catch (const SqlError& problem) {
    report.error = problem.what();
  } catch (const fs::filesystem_error& problem) {
    report.error = problem.what();
  }
  if (wish.folder.empty()) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return report;
}

std::vector<std::string> list_backups(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (std::string name = at->path().filename().string(); backup_time(name)) names.push_back(std::move(name));
  std::sort(names.begin(), names.end(), std::greater<>());
  return names;
}

}  // namespace cairn
