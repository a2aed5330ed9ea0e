// A backup and its way back: what is refused, what is replaced, what is checked. (Under load: tests/end-to-end.)
#include "server/store/backup.h"

#include <fstream>

#include "server/store/migrations.h"
#include "server/store/reading.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

// A folder with a guest, a table and a move in it.
std::unique_ptr<Store> filled(const std::string& folder, Loop& loop) {
  OpenedStore opened = open_sqlite_store(folder, loop.post());
  EXPECT_TRUE(opened.store) << opened.error;
  loop.wait([&](auto done) { opened.store->people.add_guest("Ann", TokenHash{1}, 1000, 2000, done); });
  TableRow row;
  row.id = "first";
  row.setup = {"spargo", {{"height", "0"}}, 7};
  row.occupants = {{SeatKind::guest, 1, "Ann"}, {}};
  row.setup.created_ms = 1000;
  loop.wait([&](auto done) { opened.store->tables.add_table(row, done); });
  Append append;
  append.table = "first";
  append.number = 1;
  append.entry = {Entry::Kind::play, seat_at(0), "A1", "r"};
  append.entry.at_ms = 3000;
  loop.wait([&](auto done) { opened.store->tables.append(append, done); });
  return std::move(opened.store);
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Backup : ::testing::Test {
  Loop loop;
  Folder folder;
  std::string data = folder.path() + "/data", other = folder.path() + "/other", file = folder.path() + "/backup";
};

TEST_F(Backup, TakenBesideAServerAndRestoredElsewhere) {
  const auto store = filled(data, loop);
  const BackupResult taken = back_up(data, file, false);
  EXPECT_EQ(taken.error, "");
  EXPECT_EQ(taken.games, 1);
  EXPECT_EQ(taken.entries, 1);
  EXPECT_EQ(taken.people, 1);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2) << "nothing else is left";
  fs::permissions(file, fs::perms::owner_read);
  EXPECT_EQ(restore(file, other, false).error, "");
  EXPECT_EQ(fs::status(other).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(other + "/cairn.db").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const OpenedStore back = open_sqlite_store(other, loop.post());
  ASSERT_TRUE(back.store) << back.error;
  EXPECT_TRUE(back.notes.empty());
  EXPECT_EQ(loop.length(*back.store, "first"), 1U);
}

TEST_F(Backup, NeverOverwritesUnasked) {
  const auto store = filled(data, loop);
  std::ofstream(file) << "mine";
  EXPECT_EQ(back_up(data, file, false).error, file + " already exists; --force replaces it");
  EXPECT_EQ(bytes_of(file), "mine");
  EXPECT_EQ(back_up(data, file, true).error, "");
  EXPECT_EQ(bytes_of(file).substr(0, 6), "SQLite");
  EXPECT_EQ(back_up(data, folder.path(), true).error, folder.path() + " is a folder; give the name of a file");
  EXPECT_NE(back_up(other, folder.path() + "/b", false).error.find("contains no database"), std::string::npos);
  EXPECT_NE(back_up(data, folder.path() + "/none/b", false).error.find("No such file"), std::string::npos);
}

TEST_F(Backup, IsNotRestoredIntoAFolderInUseEvenByForce) {
  const auto store = filled(data, loop);
  ASSERT_EQ(back_up(data, file, false).error, "");
  EXPECT_EQ(restore(file, data, false).error, "cannot restore into " + data + ": another server is using it");
  EXPECT_EQ(restore(file, data, true).error, "cannot restore into " + data + ": another server is using it");
}

TEST_F(Backup, ReplacesADatabaseByForceOnlyAndItsLogToo) {
  filled(data, loop)->close();
  ASSERT_EQ(back_up(data, file, false).error, "");
  filled(other, loop)->close();
  {
    const auto later = connect_sqlite(other + "/cairn.db");
    later->execute("INSERT INTO people (name, created_ms) VALUES ('Bob', 1)");
    // As after a crash: what was written last stands in the log alone.
    fs::copy_file(other + "/cairn.db-wal", folder.path() + "/wal");
  }
  fs::copy_file(folder.path() + "/wal", other + "/cairn.db-wal", fs::copy_options::overwrite_existing);
  EXPECT_EQ(restore(file, other, false).error, other + " is not empty; --force replaces the database in it");
  EXPECT_EQ(restore(file, other, true).error, "");
  EXPECT_FALSE(fs::exists(other + "/cairn.db-wal"));
  EXPECT_EQ(connect_sqlite(other + "/cairn.db")->run("SELECT count(*) FROM people").integer(0, 0), 1);
}

TEST_F(Backup, OnlyASoundFileOfOursIsRestored) {
  filled(data, loop)->close();
  ASSERT_EQ(back_up(data, file, false).error, "");
  const std::string good = bytes_of(file);
  const auto refused = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    const std::string error = restore(file, other, false).error;
    EXPECT_FALSE(fs::exists(other + "/cairn.db"));
    EXPECT_FALSE(fs::exists(other + "/restoring.db"));
    return error;
  };
  EXPECT_NE(refused("no database at all, but long enough to be looked at").find("not a database"), std::string::npos);
  EXPECT_NE(refused(good.substr(0, good.size() / 2)), "") << "cut off";
  std::string torn = good;
  for (std::size_t i = torn.size() / 2; i < torn.size(); ++i) torn[i] = static_cast<char>(i);
  EXPECT_NE(refused(torn), "") << "overwritten";
  EXPECT_EQ(refused(""), file + " cannot be restored: it is not a database of this program");
  std::ofstream(file, std::ios::binary) << good;
  connect_sqlite(file)->execute("PRAGMA user_version = 999");
  EXPECT_NE(refused(bytes_of(file)).find("newer version"), std::string::npos);
  EXPECT_EQ(restore(folder.path() + "/none", other, false).error, "there is no file " + folder.path() + "/none");
}

TEST_F(Backup, AHostReadsBesideAServerAndCannotWrite) {
  const auto store = filled(data, loop);
  const OpenedToRead opened = open_to_read(data, "");
  ASSERT_TRUE(opened.db) << opened.error;
  const auto all = find_games(*opened.db, {});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].id, "first");
  EXPECT_EQ(all[0].state, GameState::open);
  EXPECT_EQ(all[0].last_ms, 3000);
  EXPECT_EQ(all[0].occupants.size(), 2U);
  GameFilter filter;
  filter.state = GameState::over;
  EXPECT_EQ(find_games(*opened.db, filter).size(), 0U);
  EXPECT_EQ(find_people(*opened.db, 10).at(0).games, 1);
  EXPECT_THROW(opened.db->execute("DELETE FROM people"), SqlError);
  EXPECT_NE(open_to_read(other, "").error.find("contains no cairn.db"), std::string::npos);
  EXPECT_FALSE(fs::exists(other)) << "looking makes nothing";
  connect_sqlite(data + "/cairn.db")->execute("PRAGMA user_version = 1");
  EXPECT_NE(open_to_read(data, "").error.find("migrates it when it starts"), std::string::npos);
}

}  // namespace
}  // namespace cairn
