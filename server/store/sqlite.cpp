#include "server/store/sqlite.h"

#include <filesystem>
#include <utility>

#include "server/store/migrations.h"
#include "server/store/moving.h"
#include "server/store/private_files.h"
#include "server/store/sqlite_connection.h"

namespace cairn {

namespace {

constexpr int kReaders = 2;

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
    if (std::string why = why_moving_stops(*db, folder); !why.empty()) return wrong(why);
    auto sealer = read_sealer(key_file(secrets_key, folder), !has_sealed(*db));
    if (const auto* why = std::get_if<std::string>(&sealer)) return wrong(*why);
    db->execute("PRAGMA secure_delete = ON");  // what was not sealed before leaves nothing behind
    seal_stored(*db, std::get<Sealer>(sealer));
    // Of the file that was there when it was opened: no other is made or taken for it.
    StorePlace place{[file] { return connect_sqlite(file); }, kReaders, nullptr, std::get<Sealer>(sealer),
                     std::move(lock)};
    place.check_daily = [file, post](DamageCheck::Heard heard) {
      return std::make_unique<DamageCheck>([file] { return connect_sqlite_to_read(file); }, check_sqlite, post,
                                           std::move(heard));
    };
    return {std::make_unique<Store>(std::move(place), post), {}, std::move(notes)};
  } catch (const SqlError& problem) {
    return wrong(problem.what());
  }
}

}  // namespace cairn
