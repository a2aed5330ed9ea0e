// The store in memory and on real SQLite in a real folder: what was answered as durable is there, once, also for the
// next process.
#include <gtest/gtest.h>

#include <fstream>

#include "server/store/memory.h"
#include "server/store/migrations.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

TEST(Store, MemoryKeepsTheContract) {
  Loop loop;
  MemoryStore store(loop.post());
  check_contract(store, loop);
}

TEST(Store, SqliteKeepsTheContract) {
  Loop loop;
  const Folder folder;
  check_contract(*opened(sqlite_in(folder), loop), loop);
}

TEST(Store, LeasesBotsToOneWorkerAtATime) {
  Loop loop;
  MemoryStore store(loop.post());
  check_leases(store, loop);
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
  const auto found = loop.read<std::vector<TableCard>>([&](auto done) { store->open_tables(0, 2'000, 10, 10, done); });
  ASSERT_TRUE(found.value) << found.error;
  ASSERT_EQ(found.value->size(), 1U);
  EXPECT_EQ(found.value->at(0).creator, 7);
  EXPECT_EQ(loop.wait([&](auto done) { store->end_listing("t1", 8, 2'000, done); }).how, Written::How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store->end_listing("t1", 7, 2'000, done); }).how, Written::How::durable);
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
  EXPECT_EQ(kind("INSERT INTO t VALUES (4, 'x')"), SqlError::Kind::full);
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
