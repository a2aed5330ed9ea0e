#include "server/store/sqlite.h"

#include <filesystem>
#include <utility>

#include "server/store/file_lock.h"
#include "server/store/migrations.h"
#include "server/store/sql_store.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

constexpr int kReaders = 2;

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
  if (const std::string why = lock.take(folder); !why.empty()) return wrong(why);
  const std::string path = (fs::path(folder) / "cairn.db").string();
  try {
    migrate(*connect_sqlite(path));
    return {std::make_unique<SqliteStore>(std::move(lock), path, std::move(post)), {}};
  } catch (const SqlError& problem) {
    return wrong(problem.what());
  }
}

}  // namespace cairn
