#include "server/store/sqlite.h"

#include <filesystem>
#include <utility>

#include "server/store/damage_check.h"
#include "server/store/file_lock.h"
#include "server/store/migrations.h"
#include "server/store/private_files.h"
#include "server/store/sql_store.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

constexpr int kReaders = 2;

// Of the file that was there when it was opened: no other is made or taken for it.
class SqliteStore final : private FileLock, public SqlStore {  // the lock goes last
 public:
  SqliteStore(FileLock lock, const SqliteFile& file, const Post& post, Sealer sealer)
      : FileLock(std::move(lock)),
        SqlStore([file] { return connect_sqlite(file); }, kReaders, post, nullptr, sealer),
        file_(file),
        post_(post) {}

  void check_daily(std::function<void(const StoreCheck&)> heard) override {
    check_ = std::make_unique<DamageCheck>([file = file_] { return connect_sqlite_to_read(file); }, check_sqlite, post_,
                                           std::move(heard));
  }
  void close() override {
    check_.reset();  // before the writer, whose connection closes last
    SqlStore::close();
  }

 private:
  SqliteFile file_;
  Post post_;
  std::unique_ptr<DamageCheck> check_;
};

}  // namespace

OpenedStore open_sqlite_store(const std::string& folder, Store::Post post, bool others_enter,
                              const std::string& secrets_key) {
  const auto wrong = [&](const std::string& why) {
    return OpenedStore{nullptr, "the data folder " + folder + " cannot be used: " + why};
  };
  if (const std::error_code error = make_data_folder(folder, others_enter)) return wrong(error.message());
  FileLock lock;
  if (const std::string why = lock.take(folder); !why.empty()) return wrong(why);
  const std::string path = (std::filesystem::path(folder) / "cairn.db").string();
  if (const std::error_code error = make_database_file(path)) return wrong(error.message());
  std::vector<std::string> notes = make_private(folder, others_enter);
  try {
    const SqliteFile file = find_sqlite_file(path);
    const auto db = connect_sqlite(file);
    migrate(*db);
    auto sealer = read_sealer(key_file(secrets_key, folder), !has_sealed(*db));
    if (const auto* why = std::get_if<std::string>(&sealer)) return wrong(*why);
    db->execute("PRAGMA secure_delete = ON");  // what was not sealed before leaves nothing behind
    seal_stored(*db, std::get<Sealer>(sealer));
    return {std::make_unique<SqliteStore>(std::move(lock), file, post, std::get<Sealer>(sealer)), {}, std::move(notes)};
  } catch (const SqlError& problem) {
    return wrong(problem.what());
  }
}

}  // namespace cairn
