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
constexpr const char* kLostKey =
    "; secrets in the database are sealed with it: put the file back, or let them go with `cairn admin forget-secrets`";

class SqliteStore final : private FileLock, public SqlStore {  // the lock goes last
 public:
  SqliteStore(FileLock lock, const std::string& path, Post post, Sealer sealer)
      : FileLock(std::move(lock)),
        SqlStore([path] { return connect_sqlite(path); }, kReaders, std::move(post), nullptr, std::move(sealer)) {}
};

}  // namespace

OpenedStore open_sqlite_store(const std::string& folder, Store::Post post, const std::string& secrets_key) {
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
    const auto db = connect_sqlite(path);
    migrate(*db);
    const std::string key = secrets_key.empty() ? (fs::path(folder) / "secrets.key").string() : secrets_key;
    auto sealer = read_sealer(key, !has_sealed(*db));
    if (const auto* why = std::get_if<std::string>(&sealer)) return wrong(*why + kLostKey);
    db->execute("PRAGMA secure_delete = ON");  // what was not sealed before leaves nothing behind
    seal_stored(*db, std::get<Sealer>(sealer));
    return {std::make_unique<SqliteStore>(std::move(lock), path, std::move(post), std::get<Sealer>(sealer)), {}};
  } catch (const SqlError& problem) {
    return wrong(problem.what());
  }
}

}  // namespace cairn
