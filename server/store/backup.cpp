#include "server/store/backup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "server/store/file_lock.h"
#include "server/store/migrations.h"
#include "server/store/private_files.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

namespace fs = std::filesystem;

BackupResult fault(std::string text) {
  return {std::move(text)};
}

bool sync(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::fsync(file) == 0;
  ::close(file);
  return done;
}

std::string folder_of(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

// "" or why a database is none of ours or cannot be read by this program.
std::string not_ours(SqlConnection& db) {
  const SqlRows tables = db.run(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('people', 'tables', 'chairs', 'entries')");
  const std::int64_t version = db.version(), known = newest_schema();
  if (tables.integer(0, 0) != 4 || version < 1) return "it is not a database of this program";
  if (version > known)
    return "it was written by a newer version of this program (it has schema version " + std::to_string(version) +
           ", this program knows " + std::to_string(known) + "); use that version or a newer one";
  return {};
}

// A copy that is written under another name, and has its own only when it is whole. Vanishes otherwise.
class Draft {
 public:
  explicit Draft(std::string path) : path_(std::move(path)) { remove(); }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (!kept_) remove();
  }
  const std::string& path() const { return path_; }

  // Copies, checks and counts.
  BackupResult fill(const std::string& from) {
    // Before anything stands in it: sessions and people are nobody else's business.
    const int file = ::open(path_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0) return fault("cannot write " + path_ + ": " + std::strerror(errno));
    ::close(file);
    BackupResult result;
    try {
      copy_sqlite(from, path_);
      const auto db = connect_sqlite_to_read(path_);
      result.error = check_sqlite(*db);
      if (result.error.empty()) result.error = not_ours(*db);
      if (!result.error.empty()) return result;
      result.games = db->run("SELECT count(*) FROM tables").integer(0, 0);
      result.entries = db->run("SELECT count(*) FROM entries").integer(0, 0);
      result.people = db->run("SELECT count(*) FROM people").integer(0, 0);
    } catch (const SqlError& error) {
      return fault(error.what());
    }
    remove_beside();
    result.bytes = static_cast<std::int64_t>(fs::file_size(path_));
    if (!sync(path_, O_RDONLY)) return fault("cannot write " + path_ + ": " + std::strerror(errno));
    return result;
  }

  std::string name(const std::string& path, bool replace) {
    int code = -1;
    if (!replace) code = ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE);
    if (replace || (code != 0 && errno == EINVAL)) code = ::rename(path_.c_str(), path.c_str());  // not every disk can
    if (code != 0) return "cannot write " + path + ": " + std::strerror(errno);
    kept_ = true;
    if (!sync(folder_of(path), O_RDONLY | O_DIRECTORY))
      return "cannot write " + folder_of(path) + ": " + std::strerror(errno);
    return {};
  }

 private:
  void remove() const {
    std::error_code ignored;
    fs::remove(path_, ignored);
    remove_beside();
  }
  void remove_beside() const {
    std::error_code ignored;
    for (const char* end : {"-wal", "-shm", "-journal"}) fs::remove(path_ + end, ignored);
  }
  std::string path_;
  bool kept_ = false;
};

}  // namespace

BackupResult back_up(const std::string& folder, const std::string& file, bool force) {
  const std::string database = folder + "/cairn.db";
  std::error_code error;
  if (!fs::is_regular_file(database, error))
    return fault(folder + " contains no database (cairn.db); choose the data folder of a server with --data");
  if (fs::exists(file, error) && !force) return fault(file + " already exists; --force replaces it");
  if (fs::is_directory(file, error)) return fault(file + " is a folder; give the name of a file");
  Draft draft(file + ".part");
  BackupResult result = draft.fill(database);
  if (result.error.empty()) result.error = draft.name(file, force);
  if (!result.error.empty()) result.error = "the backup failed: " + result.error;
  return result;
}

BackupResult restore(const std::string& file, const std::string& folder, bool force) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return fault("there is no file " + file);
  error = make_data_folder(folder);
  if (error) return fault("cannot create the folder " + folder + ": " + error.message());
  const bool empty = fs::is_empty(folder, error);
  FileLock lock;
  if (const std::string why = lock.take(folder); !why.empty())
    return fault("cannot restore into " + folder + ": " + why);
  if (!empty && !force) {
    // The lock alone is left by a server that was never used, or by a refusal.
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().filename() != "lock")
        return fault(folder + " is not empty; --force replaces the database in it");
  }
  const std::string database = folder + "/cairn.db";
  Draft draft(folder + "/restoring.db");
  BackupResult result = draft.fill(file);
  if (!result.error.empty()) return fault(file + " cannot be restored: " + result.error);
  // The log of the old database goes first: it must never be taken for one of the new.
  for (const char* end : {"-wal", "-shm"}) {
    fs::remove(database + end, error);
    if (error) return fault("cannot remove " + database + end + ": " + error.message());
  }
  result.error = draft.name(database, true);
  return result;
}

}  // namespace cairn
