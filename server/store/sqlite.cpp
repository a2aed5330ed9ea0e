#include "server/store/sqlite.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "server/store/migrations.h"
#include "server/store/sql_store.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

constexpr int kReaders = 2;

class FileLock {
 public:
  FileLock() = default;
  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock() {
    if (file_ >= 0) ::close(file_);
  }
  // "" or what is wrong.
  std::string take(const std::string& path) {
    file_ = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (file_ < 0) return std::strerror(errno);
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) return "another server is using it";
    return {};
  }

 private:
  int file_ = -1;
};

class SqliteStore final : private FileLock, public SqlStore {  // the lock goes last
 public:
  SqliteStore(FileLock lock, const std::string& path, Post post)
      : FileLock(std::move(lock)),
        SqlStore([path] { return connect_sqlite(path); }, kReaders, std::move(post), nullptr) {}
};

}  // namespace

OpenedStore open_sqlite_store(const std::string& folder, Store::Post post) {
  namespace fs = std::filesystem;
  const auto wrong = [&](const std::string& why) {
    return OpenedStore{nullptr, "the data folder " + folder + " cannot be used: " + why};
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return wrong(error.message());
  FileLock lock;
  if (const std::string why = lock.take((fs::path(folder) / "lock").string()); !why.empty()) return wrong(why);
  const std::string path = (fs::path(folder) / "cairn.db").string();
  try {
    migrate(*connect_sqlite(path));
    return {std::make_unique<SqliteStore>(std::move(lock), path, std::move(post)), {}};
  } catch (const SqlError& problem) {
    return wrong(problem.what());
  }
}

}  // namespace cairn
