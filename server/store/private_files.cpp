#include "server/store/private_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace cairn {

namespace {

constexpr mode_t kReadableByOthers = 077;
constexpr const char* kPrivateFiles[] = {"lock",         "cairn.db",         "cairn.db-wal",
                                         "cairn.db-shm", "cairn.db-journal", "secrets.key",
                                         "backups.json", "backup-work"};
constexpr std::string_view kDraft = "restoring.db";  // and what SQLite puts beside it; see backup.cpp

bool is_ours(const std::string& name) {
  return name.starts_with(kDraft) ||
         std::find(std::begin(kPrivateFiles), std::end(kPrivateFiles), name) != std::end(kPrivateFiles);
}

bool holds_only_ours(const std::string& folder) {
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (!is_ours(at->path().filename().string())) return false;
  return !error;
}

// "" or what is to be said of a folder that others can enter.
std::string close_folder(const std::string& folder, bool others_enter) {
  struct stat found {};
  if (::stat(folder.c_str(), &found) != 0 || (found.st_mode & kReadableByOthers) == 0) return {};
  const bool closes =
      !others_enter && found.st_uid == ::geteuid() && (found.st_mode & S_ISVTX) == 0 && holds_only_ours(folder);
  if (closes && ::chmod(folder.c_str(), found.st_mode & 07777U & ~kReadableByOthers) == 0)
    return "other users could read the data folder " + folder + "; now only its owner can";
  return "other users can list the data folder " + folder + ", although not read the database; " +
         (others_enter ? "put mail-socket into another folder, such as /run/cairn, then close this one: chmod 700 "
                       : "if nobody else needs its files, close it: chmod 700 ") +
         folder;
}

}  // namespace

std::error_code make_data_folder(const std::string& folder, bool others_enter) {
  namespace fs = std::filesystem;
  std::error_code error;
  const bool there = fs::exists(folder, error);
  fs::create_directories(folder, error);
  if (!error && !there && !others_enter) fs::permissions(folder, fs::perms::owner_all, error);
  return error;
}

std::error_code make_database_file(const std::string& path) {
  // A file that is there is not opened: to close it would end the locks that SQLite may have on it in this process.
  const int made = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (made < 0) return errno == EEXIST ? std::error_code() : std::error_code(errno, std::generic_category());
  ::close(made);
  return {};
}

std::vector<std::string> make_private(const std::string& folder, bool others_enter) {
  std::vector<std::string> notes;
  for (const char* name : kPrivateFiles) {
    const std::string path = folder + "/" + name;
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0 || (found.st_mode & kReadableByOthers) == 0) continue;
    if (::chmod(path.c_str(), S_ISDIR(found.st_mode) ? 0700 : 0600) == 0)
      notes.push_back("other users could read " + path + "; now only its owner can");
    else
      notes.push_back("other users can read " + path + ", and the server cannot change that: " + std::strerror(errno));
  }
  if (std::string note = close_folder(folder, others_enter); !note.empty()) notes.push_back(std::move(note));
  return notes;
}

}  // namespace cairn
