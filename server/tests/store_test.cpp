// The store in memory and on real SQLite in a real folder: what was answered as durable is there, once, also for the
// next process.
#include "server/tests/store_checks.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "server/store/database.h"
#include "server/store/migrations.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/test_store.h"

namespace cairn {
namespace {

using namespace testing;

TEST(Store, InMemoryKeepsTheContract) {
  Loop loop;
  TestStore store(loop.post());
  check_contract(store, loop);
}

TEST(Store, SqliteKeepsTheContract) {
  Loop loop;
  const Folder folder;
  check_contract(*opened(sqlite_in(folder), loop), loop);
}

TEST(Store, LeasesBotsToOneWorkerAtATime) {
  Loop loop;
  const Folder folder;
  check_leases(*opened(sqlite_in(folder), loop), loop);
}

TEST(Store, EverythingIsThereForTheNextProcess) {
  const Folder folder;
  check_the_next_process_finds_everything(sqlite_in(folder));
}

TEST(Store, ABadWriteDoesNotTakeItsGroupWithIt) {
  const Folder folder;
  check_a_bad_write_falls_alone(sqlite_in(folder));
}

TEST(Store, WhatWasAskedForBeforeTheCloseIsWritten) {
  const Folder folder;
  check_the_close_writes_what_was_asked_for(sqlite_in(folder));
}

TEST(Store, OneProcessAtATime) {
  Loop loop;
  const Folder folder;
  const auto store = opened(sqlite_in(folder), loop);
  const OpenedStore second = open_sqlite_store(folder.path(), loop.post());
  EXPECT_FALSE(second.store);
  EXPECT_NE(second.error.find("another server"), std::string::npos) << second.error;
}

// A database of the first form, with a table in it: the bot of that time was as strong as it could be.
TEST(StoreSqlite, TakesAnOlderDatabaseAlong) {
  const Folder folder;
  {
    const auto old = connect_sqlite(folder.path() + "/cairn.db");
    old->execute(
        in_dialect(migrations()[0], old->dialect()) +
        "INSERT INTO tables (id, game, options, seed, rules_version, seconds, created_ms, number, over, bot_due) "
        "VALUES ('t1', 'some-game', '{}', 5, 1, 2.5, 1700000000000, 0, 0, 0); PRAGMA user_version = 1");
  }
  Loop loop;
  for (int time = 0; time < 2; ++time) {
    const auto store = opened(sqlite_in(folder), loop);
    const auto found = loop.load(*store, "t1");
    ASSERT_TRUE(found.value) << found.error;
    EXPECT_EQ(found.value->row.setup.level, 10);
    EXPECT_DOUBLE_EQ(found.value->row.setup.seconds, 2.5);
  }
}

// From before it was noted who opened a table.
TEST(StoreSqlite, OpenGamesOfBeforeBelongToWhoSitsThere) {
  const Folder folder;
  {
    const auto old = connect_sqlite(folder.path() + "/cairn.db");
    int steps = 0;
    for (const std::string_view step : migrations()) {
      if (step.find("ADD COLUMN creator") != std::string_view::npos) break;
      old->execute(in_dialect(step, old->dialect()));
      ++steps;
    }
    old->execute(
        "INSERT INTO people (id, name, created_ms) VALUES (7, 'Ann', 1); INSERT INTO tables (id, game, options, seed, "
        "rules_version, seconds, created_ms, number, over, bot_due, listed_until_ms, open_seats) "
        "VALUES ('t1', 'some-game', '{}', 5, 1, 2.5, 1000, 0, 0, 0, 9000, 1); "
        "INSERT INTO chairs (table_key, seat, kind, person, name) VALUES (1, 0, 0, 0, ''), (1, 1, 1, 7, 'Ann'); "
        "PRAGMA user_version = " +
        std::to_string(steps));
  }
  Loop loop;
  const auto store = opened(sqlite_in(folder), loop);
  const auto found =
      loop.read<std::vector<TableCard>>([&](auto done) { store->lists.open_tables(0, 2'000, 10, 10, done); });
  ASSERT_TRUE(found.value) << found.error;
  ASSERT_EQ(found.value->size(), 1U);
  EXPECT_EQ(found.value->at(0).creator, 7);
  EXPECT_EQ(loop.wait([&](auto done) { store->lists.end_listing("t1", 8, false, 2'000, done); }).how,
            Written::How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store->lists.end_listing("t1", 7, false, 2'000, done); }).how,
            Written::How::durable);
}

// From before names were compared by what they look like: both stay, and both come in.
TEST(StoreSqlite, AccountsThatLookAlikeStay) {
  const Folder folder;
  {
    const auto old = connect_sqlite(folder.path() + "/cairn.db");
    int steps = 0;
    for (const std::string_view step : migrations()) {
      if (step.find("accounts_alike") != std::string_view::npos) break;
      old->execute(in_dialect(step, old->dialect()));
      ++steps;
    }
    old->execute(
        "INSERT INTO people (id, name, created_ms) VALUES (7, 'Victoria', 1), (8, 'vict0ria', 1), (9, 'admins', 1); "
        "INSERT INTO accounts (person, lower_name, password, role, bot, email, profile, preferences, created_ms, "
        "seen_ms) VALUES (7, 'victoria', 'x', 0, 0, '', '', '{}', 1, 1), (8, 'vict0ria', 'x', 0, 0, '', '', '{}', 1, "
        "1), (9, 'admins', 'x', 0, 0, '', '', '{}', 1, 1); PRAGMA user_version = " +
        std::to_string(steps));
  }
  Loop loop;
  const auto store = opened(sqlite_in(folder), loop);
  std::int64_t person = 7;
  for (const char* name : {"Victoria", "Vict0ria", "admins"}) {
    const auto found = loop.read<Account>([&](auto done) { store->people.account_named(name, done); });
    ASSERT_TRUE(found.value) << name << found.error;
    EXPECT_EQ(found.value->person.id, person++);
  }
  const auto like = loop.read<Account>([&](auto done) { store->people.account_like("victorla", done); });
  ASSERT_TRUE(like.value);
  EXPECT_EQ(like.value->person.id, 7) << "the first";
}

TEST(StoreSqlite, RefusesADatabaseOfANewerProgram) {
  const Folder folder;
  Loop loop;
  opened(sqlite_in(folder), loop).reset();
  connect_sqlite(folder.path() + "/cairn.db")->execute("PRAGMA user_version = 1000");
  const OpenedStore refused = open_sqlite_store(folder.path(), loop.post());
  EXPECT_FALSE(refused.store);
  EXPECT_NE(refused.error.find("newer version of this program"), std::string::npos) << refused.error;
}

TEST(StoreSqlite, SaysWhatKindOfFaultItIs) {
  const Folder folder;
  const auto db = connect_sqlite(folder.path() + "/x.db");
  db->execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL)");
  const auto kind = [&](const std::string& sql) {
    try {
      db->execute(sql);
    } catch (const SqlError& error) {
      return error.kind();
    }
    return SqlError::Kind::other;
  };
  db->execute("INSERT INTO t VALUES (1, 'x')");
  EXPECT_EQ(kind("INSERT INTO t VALUES (1, 'x')"), SqlError::Kind::constraint);
  EXPECT_EQ(kind("INSERT INTO t VALUES (2, NULL)"), SqlError::Kind::constraint);
  db->execute("PRAGMA max_page_count = 3");
  EXPECT_EQ(kind("INSERT INTO t VALUES (3, zeroblob(100000))"), SqlError::Kind::full);
  db->execute("PRAGMA query_only = 1");
  EXPECT_EQ(kind("INSERT INTO t VALUES (4, 'x')"), SqlError::Kind::unwritable);
  std::ofstream(folder.path() + "/y.db") << "this is no database, but long enough" << std::string(4096, 'x');
  try {
    connect_sqlite(folder.path() + "/y.db");
    ADD_FAILURE() << "that is no database";
  } catch (const SqlError& error) {
    EXPECT_EQ(error.kind(), SqlError::Kind::damaged) << error.what();
  }
}

std::string bytes_in(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

unsigned mode_of(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
}

struct Umask {
  mode_t before = ::umask(022);  // as most people's is
  ~Umask() { ::umask(before); }
};

TEST(StoreSqlite, IsForItsOwnerAlone) {
  const Umask usual;
  const Folder folder;
  Loop loop;
  const std::string data = folder.path() + "/data", db = data + "/cairn.db";
  const auto write = [&](Store& store) {
    loop.wait([&](auto done) { store.people.add_guest("A", token(1), 1, 2, done); });
  };
  const auto expect_private = [&] {
    EXPECT_EQ(mode_of(data), 0700U);
    for (const char* file : {"/cairn.db", "/cairn.db-wal", "/cairn.db-shm", "/lock"})
      EXPECT_EQ(mode_of(data + file), 0600U) << file;
  };
  {
    const OpenedStore made = open_sqlite_store(data, loop.post());
    ASSERT_TRUE(made.store) << made.error;
    write(*made.store);
    EXPECT_TRUE(made.notes.empty());
    expect_private();
  }
  // As an older program has made it.
  fs::permissions(data, fs::perms(0755));
  for (const std::string& file : {db, data + "/lock"}) fs::permissions(file, fs::perms(0644));
  {
    const OpenedStore older = open_sqlite_store(data, loop.post());
    ASSERT_TRUE(older.store) << older.error;
    write(*older.store);
    ASSERT_EQ(older.notes.size(), 3U);
    for (const std::string& note : older.notes) EXPECT_NE(note.find("now only its owner can"), std::string::npos);
    expect_private();
  }
  // A folder stays one that its owner can enter.
  fs::create_directories(data + "/backup-work");
  fs::permissions(data + "/backup-work", fs::perms(0755));
  {
    const OpenedStore work = open_sqlite_store(data, loop.post());
    EXPECT_EQ(work.notes.size(), 1U);
    EXPECT_EQ(mode_of(data + "/backup-work"), 0700U);
  }
  // What others need in it is not shut away from them.
  fs::permissions(data, fs::perms(0755));
  {
    const OpenedStore open = open_sqlite_store(data, loop.post(), true);
    ASSERT_EQ(open.notes.size(), 1U);
    EXPECT_NE(open.notes[0].find("other users can list the data folder " + data), std::string::npos);
    EXPECT_EQ(mode_of(data), 0755U);
  }
  std::ofstream(data + "/else") << "a host's own";
  const OpenedStore open = open_sqlite_store(data, loop.post());
  ASSERT_EQ(open.notes.size(), 1U);
  EXPECT_NE(open.notes[0].find("chmod 700 " + data), std::string::npos);
  EXPECT_EQ(mode_of(data), 0755U);
  EXPECT_EQ(mode_of(data + "/else"), 0644U);
}

TEST(StoreSqlite, AFileThatIsGoneIsNeitherWrittenNorMadeAnew) {
  const Folder folder;
  Loop loop;
  const std::string data = folder.path() + "/data", away = folder.path() + "/away";
  auto store = opened([&](Loop& on) { return open_sqlite_store(data, on.post()); }, loop);
  const auto append = [&](int number) {
    return loop.wait([&](auto done) { store->tables.append(entry("t1", number), done); });
  };
  const auto look = [&] { return loop.read<bool>([&](auto done) { store->look(done); }); };
  loop.wait([&](auto done) { store->tables.add_table(table_row("t1"), done); });
  EXPECT_EQ(append(1).how, Written::How::durable);
  fs::rename(data, away);
  EXPECT_NE(look().error, "") << "also where nobody writes";
  EXPECT_EQ(store->counts().write_fault, WriteFault::gone);
  const Written refused = append(2);
  EXPECT_EQ(refused.how, Written::How::failed);
  EXPECT_NE(refused.message.find("cairn.db was moved or removed"), std::string::npos) << refused.message;
  EXPECT_FALSE(fs::exists(data));
  fs::rename(away, data);
  EXPECT_EQ(store->counts().write_fault, WriteFault::gone) << "until a write has gone well";
  EXPECT_EQ(loop.wait([&](auto done) { store->try_write(done); }).how, Written::How::durable);
  EXPECT_EQ(store->counts().write_fault, WriteFault::none);
  EXPECT_EQ(look().error, "");
  EXPECT_EQ(append(2).how, Written::How::durable);

  // Another database in its place is nobody's business, not even at the end.
  fs::rename(data, away);
  fs::copy(away, data, fs::copy_options::recursive);
  const std::string file = bytes_in(data + "/cairn.db"), log = bytes_in(data + "/cairn.db-wal");
  EXPECT_FALSE(log.empty());
  const Written other = append(3);
  EXPECT_EQ(other.how, Written::How::failed);
  EXPECT_NE(other.message.find("another cairn.db"), std::string::npos) << other.message;
  store.reset();
  EXPECT_EQ(bytes_in(data + "/cairn.db"), file);
  EXPECT_EQ(bytes_in(data + "/cairn.db-wal"), log);
  fs::remove_all(data);
  fs::rename(away, data);
  store = opened([&](Loop& on) { return open_sqlite_store(data, on.post()); }, loop);
  EXPECT_EQ(loop.length(*store, "t1"), 2U);
}

// Without its log the database takes nothing more; what was acknowledged before goes from the open log into it.
TEST(StoreSqlite, ALogThatIsGoneIsNotWrittenAndLosesNothing) {
  for (const char* end : {"-wal", "-shm"}) {
    const Folder folder;
    Loop loop;
    const std::string data = folder.path() + "/data", kept = folder.path() + "/kept", log = data + "/cairn.db" + end;
    auto store = opened([&](Loop& on) { return open_sqlite_store(data, on.post()); }, loop);
    const auto append = [&](int number) {
      return loop.wait([&](auto done) { store->tables.append(entry("t1", number), done); });
    };
    loop.wait([&](auto done) { store->tables.add_table(table_row("t1"), done); });
    EXPECT_EQ(append(1).how, Written::How::durable);
    fs::rename(log, kept);
    EXPECT_NE(loop.read<bool>([&](auto done) { store->look(done); }).error, "") << "also where nobody writes";
    EXPECT_EQ(store->counts().write_fault, WriteFault::gone);
    const Written refused = append(2);
    EXPECT_EQ(refused.how, Written::How::failed);
    EXPECT_NE(refused.message.find(std::string("cairn.db") + end + " was moved or removed"), std::string::npos)
        << refused.message;
    fs::rename(kept, log);
    EXPECT_EQ(append(2).how, Written::How::durable) << "the same file is back";
    fs::remove(log);
    EXPECT_EQ(append(3).how, Written::How::failed);
    // As the machine would leave it, were it switched off now.
    const std::string copy = folder.path() + "/copy";
    fs::create_directories(copy);
    for (const auto& one : fs::directory_iterator(data))
      if (one.path().filename() != "lock") fs::copy(one.path(), copy);
    Loop other;
    const auto again = opened([&](Loop& on) { return open_sqlite_store(copy, on.post()); }, other);
    EXPECT_EQ(other.length(*again, "t1"), 2U) << end;
  }
}

TEST(StoreSqlite, AConnectionIsToOneFileAlone) {
  const Folder folder;
  const std::string path = folder.path() + "/cairn.db";
  connect_sqlite(path)->execute("CREATE TABLE t (a)");
  const SqliteFile file = find_sqlite_file(path);
  connect_sqlite(file)->check_place();
  const auto kind = [&](const auto& what) {
    try {
      what();
    } catch (const SqlError& error) {
      return error.kind();
    }
    return SqlError::Kind::other;
  };
  fs::rename(path, folder.path() + "/kept");
  EXPECT_EQ(kind([&] { connect_sqlite(file); }), SqlError::Kind::gone);
  EXPECT_FALSE(fs::exists(path)) << "none is made";
  EXPECT_EQ(kind([&] { find_sqlite_file(path); }), SqlError::Kind::gone);
  connect_sqlite(path)->execute("CREATE TABLE another (a)");
  EXPECT_EQ(kind([&] { connect_sqlite(file); }), SqlError::Kind::gone);
  EXPECT_EQ(kind([&] { connect_sqlite_to_read(file); }), SqlError::Kind::gone);
  fs::rename(folder.path() + "/kept", path);
  EXPECT_EQ(connect_sqlite_to_read(file)->run("SELECT count(*) FROM t").integer(0, 0), 0);
}

TEST(StoreSqlite, AFullDiskIsKnownUntilThereIsRoom) {
  const Folder folder;
  Loop loop;
  const std::string path = folder.path() + "/x.db";
  connect_sqlite(path)->execute("CREATE TABLE t (a)");
  Database database(
      [path] {
        auto db = connect_sqlite(path);
        db->execute("PRAGMA max_page_count = 10");
        return db;
      },
      1, loop.post());
  const auto write = [&](const char* sql, bool proof) {
    std::optional<bool> went;
    database.write<int>(
        "", [sql](SqlConnection& db) { return static_cast<int>(db.run(sql).changed()); },
        [&](const SqlResult<int>& result) { went = result.value.has_value(); }, proof);
    loop.run_until([&] { return went.has_value(); });
    return went.value_or(false);
  };
  EXPECT_TRUE(write("INSERT INTO t VALUES (1)", false));
  EXPECT_EQ(database.counts().write_fault, WriteFault::none);
  EXPECT_FALSE(write("INSERT INTO t VALUES (zeroblob(200000))", false));
  EXPECT_EQ(database.counts().write_fault, WriteFault::full);
  EXPECT_NE(database.counts().said.find("full"), std::string::npos) << database.counts().said;
  EXPECT_TRUE(write("DELETE FROM t WHERE a = 2", false)) << "which changes nothing";
  EXPECT_EQ(database.counts().write_fault, WriteFault::full);
  EXPECT_FALSE(write("INSERT INTO t VALUES (zeroblob(100000))", true));
  EXPECT_EQ(database.counts().write_fault, WriteFault::full);
  EXPECT_TRUE(write("INSERT INTO t VALUES (zeroblob(5000))", true));
  EXPECT_EQ(database.counts().write_fault, WriteFault::none);
  EXPECT_EQ(database.counts().said, "");
}

TEST(StoreSqlite, WhatAConnectionDoesCanBeCut) {
  const Folder folder;
  const auto db = connect_sqlite(folder.path() + "/x.db");
  std::atomic<bool> ended{false};
  std::thread cutter([&] {
    for (; !ended; std::this_thread::sleep_for(std::chrono::milliseconds(5))) db->cut();
  });
  EXPECT_THROW(db->run("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"),
               SqlError);
  ended = true;
  cutter.join();
  EXPECT_EQ(db->run("SELECT 7").integer(0, 0), 7) << "it is as good as before";
}

TEST(Store, AFolderThatCannotBeUsedIsSaidSo) {
  Loop loop;
  const Folder folder;
  std::ofstream(folder.path() + "/file") << "x";
  const OpenedStore opened = open_sqlite_store(folder.path() + "/file", loop.post());
  EXPECT_FALSE(opened.store);
  EXPECT_NE(opened.error.find(folder.path() + "/file"), std::string::npos) << opened.error;
  std::ofstream(folder.path() + "/cairn.db")
      << "this is no database, but long enough to be taken for one" << std::string(4096, 'x');
  EXPECT_FALSE(open_sqlite_store(folder.path(), loop.post()).store);
}

}  // namespace
}  // namespace cairn
