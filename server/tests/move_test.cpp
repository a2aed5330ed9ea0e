// A whole database goes to PostgreSQL and back: every table, every column, and whatever cuts the move off.
#include "server/store/move.h"

#include <atomic>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "server/store/migrations.h"
#include "server/store/move_plan.h"
#include "server/store/moving.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/sealer.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/filled_club.h"
#include "server/tests/postgres_cluster.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

struct Move : FilledClub {
  MoveResult move(const std::string& from, const std::string& to) const {
    MoveWish wish;
    wish.from = read_move_place(from);
    wish.to = read_move_place(to);
    return move_database(wish);
  }
};

TEST_F(Move, EveryTableAndColumnGoesThereAndBack) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  fill(data);
  const auto before = content_of_folder(data, plan);
  const MoveResult there = move(data, cluster.url("club"));
  ASSERT_EQ(there.error, "");
  EXPECT_EQ(there.games, kUsualRows);
  EXPECT_EQ(there.mended, 0);
  std::int64_t rows = 0;
  for (const auto& [table, lines] : before) rows += static_cast<std::int64_t>(lines.size());
  EXPECT_EQ(there.rows, rows);
  {
    const auto db = connect_url(cluster.url("club"));
    EXPECT_EQ(db->run("SELECT COUNT(*) FROM entries").integer(0, 0), kManyRows);
    EXPECT_EQ(db->run("SELECT MAX(created_ms) FROM people").integer(0, 0), INT64_MAX);
    EXPECT_EQ(db->run("SELECT folds FROM openings_gate").integer(0, 0), 7);
    // New numbers are behind those that came.
    const std::int64_t last = db->run("SELECT MAX(id) FROM people").integer(0, 0);
    EXPECT_EQ(db->run("INSERT INTO people (name, created_ms) VALUES ('new', 1) RETURNING id").integer(0, 0), last + 1);
    db->execute("DELETE FROM people WHERE name = 'new'");
  }
  const MoveResult back = move(cluster.url("club"), other);
  ASSERT_EQ(back.error, "");
  EXPECT_EQ(back.digest, there.digest);
  const auto after = content_of_folder(other, plan);
  for (const auto& [table, lines] : before) EXPECT_EQ(after.at(table), lines) << table;
  EXPECT_EQ(fs::status(other).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(other + "/cairn.db").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

// Whoever adds a table has it moved, or says here that it stays.
TEST_F(Move, OnlyTheseTablesStayBehind) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  const auto postgres = connect_url(cluster.url("club")), sqlite = connect_sqlite(":memory:");
  std::set<std::string> moved, stay;
  for (const MovedTable& table : plan.tables) moved.insert(table.name);
  for (SqlConnection* db : {postgres.get(), sqlite.get()}) {
    migrate(*db);
    EXPECT_EQ(plan_difference(*db, plan), "");
    const SqlRows names = is_postgres(*db)
                              ? db->run("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
                              : db->run("SELECT name FROM sqlite_master WHERE type = 'table'");
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!moved.contains(names.text(i, 0))) stay.insert(names.text(i, 0));
  }
  EXPECT_EQ(stay, (std::set<std::string>{"instances", "moved_tables", "moving", "replica_marks", "schema_version",
                                         "tried_writes"}));
  postgres->execute("ALTER TABLE people ADD COLUMN shoe INTEGER");
  EXPECT_NE(plan_difference(*postgres, plan).find("people.shoe"), std::string::npos);
  sqlite->execute("ALTER TABLE studies DROP COLUMN hidden");
  EXPECT_NE(plan_difference(*sqlite, plan).find("studies.hidden"), std::string::npos);
}

// Cut off again and again, at another place each time.
TEST_F(Move, GoesOnWhereItWasCutOff) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  fill(data);
  const auto before = content_of_folder(data, plan);
  MoveWish wish;
  wish.from = read_move_place(data);
  wish.to = read_move_place(cluster.url("club"));
  MoveResult result;
  std::map<std::string, int> begun;  // how often a table was copied from its first row
  int starts = 0;
  do {
    ASSERT_LT(++starts, 500);
    int left = 7 + starts * starts;
    wish.stop = [&left] { return --left < 0; };
    wish.heard = [&](const MoveStep& step) {
      if (step.what == "copying" && step.rows == 0 && step.all > 0) ++begun[std::string(step.table)];
    };
    result = move_database(wish);
    EXPECT_EQ(result.resumed, starts > 1);
    EXPECT_EQ(result.stopped, !result.error.empty()) << result.error;
    Loop loop;
    if (result.stopped)
      for (const OpenedStore& store :
           {open_sqlite_store(data, loop.post()), open_postgres_store(cluster.url("club"), loop.post())}) {
        EXPECT_FALSE(store.store);
        EXPECT_NE(store.error.find("cairn move"), std::string::npos) << store.error;
      }
  } while (result.stopped);
  ASSERT_EQ(result.error, "");
  EXPECT_GT(starts, 5);
  EXPECT_LE(begun["entries"], 2) << "what was copied is not copied again";
  ASSERT_EQ(move(cluster.url("club"), other).error, "");
  EXPECT_EQ(content_of_folder(other, plan), before);
}

TEST_F(Move, GivenUpLeavesTheSourceAsItWas) {
  for (const bool to_postgres : {true, false}) {
    std::optional<PostgresCluster> cluster;
    if (to_postgres) cluster.emplace().execute("CREATE DATABASE club");
    const std::string from = folder.path() + (to_postgres ? "/one" : "/two"), to = from + "-target";
    fill(from);
    const auto before = content_of_folder(from, plan);
    MoveWish wish;
    wish.from = read_move_place(from);
    wish.to = read_move_place(to_postgres ? cluster->url("club") : to);
    int left = 30;
    wish.stop = [&left] { return --left < 0; };
    EXPECT_TRUE(move_database(wish).stopped);
    const auto refused = [&] {
      try {
        connect_sqlite(from + "/cairn.db")->run("UPDATE people SET name = 'x'");
      } catch (const SqlError& error) {
        return error.kind();
      }
      return SqlError::Kind::other;
    };
    EXPECT_EQ(refused(), SqlError::Kind::unwritable);
    EXPECT_NE(move(from, third).error.find("--give-up"), std::string::npos) << "to another place meanwhile";
    EXPECT_EQ(give_up_move(wish.from, false), "");
    EXPECT_NE(give_up_move(wish.from, false), "") << "once";
    EXPECT_NE(give_up_move(wish.to, true), "") << "at its source only";
    EXPECT_EQ(content_of_folder(from, plan), before);
    const auto again = connect_sqlite(from + "/cairn.db");
    EXPECT_GT(again->run("UPDATE people SET name = name").changed(), 0);
    EXPECT_EQ(
        again->run("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'moving%'").integer(0, 0),
        0);
    wish.stop = [] { return false; };
    EXPECT_NE(move_database(wish).error.find("not empty"), std::string::npos) << "half of it is there";
    fs::remove_all(third);
    EXPECT_EQ(move(from, third).error, "");
    fs::remove_all(third);
  }
}

// By another command while it runs: servers write to the source from then on, so that the copy must not be used.
TEST_F(Move, GivenUpWhileItRunsItDoesNotEnd) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  for (const std::string& from : {data, cluster.url("club")}) {
    const auto connect = [&] { return from == data ? connect_sqlite(data + "/cairn.db") : connect_url(from); };
    fs::create_directories(data);
    migrate(*connect());
    MoveWish wish;
    wish.from = read_move_place(from);
    wish.to.folder = third;
    wish.heard = [&](const MoveStep& step) {
      if (step.what != "checking" || step.table != plan.tables.back().name || !read_moving(*connect())) return;
      EXPECT_EQ(give_up_move(wish.from, false), "");
      connect()->run("INSERT INTO people (name, created_ms) VALUES ('late', 1)");
    };
    const MoveResult result = move_database(wish);
    EXPECT_NE(result.error.find("cancelled in the meantime"), std::string::npos) << result.error;
    EXPECT_FALSE(read_moving(*connect())) << "the source goes on";
    EXPECT_EQ(read_moving(*connect_sqlite(third + "/cairn.db"))->side, MovingSide::target) << "no server starts there";
    fs::remove_all(third);
  }
}

// Whoever gives up a move that has come to its end since he looked must say --force.
TEST_F(Move, AnEndedMoveIsNotGivenUpByItsOldMark) {
  fill(data);
  const auto db = connect_sqlite(data + "/cairn.db");
  Moving mark{"m", MovingSide::source, "elsewhere"};
  refuse_writes(*db, plan.guarded, mark);
  EXPECT_TRUE(leave_source(*db, mark));
  EXPECT_THROW(allow_writes(*db, mark), SqlError);
  EXPECT_THROW(db->run("UPDATE people SET name = 'x'"), SqlError) << "nothing was allowed";
  mark.side = MovingSide::left;
  allow_writes(*db, mark);
}

// A server of a newer version cannot bring up to date what takes no writes.
TEST_F(Move, IsGivenUpWhateverVersionMadeTheDatabase) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  migrate(*connect_url(cluster.url("club")));
  fill(data);
  for (const std::string& from : {data, cluster.url("club")}) {
    const auto db = from == data ? connect_sqlite(data + "/cairn.db") : connect_url(from);
    refuse_writes(*db, plan.guarded, {"m", MovingSide::source, "elsewhere"});
    db->execute(db->set_version_sql(3));
    EXPECT_THROW(db->run("UPDATE people SET name = 'x'"), SqlError);
    EXPECT_EQ(give_up_move(read_move_place(from), false), "");
    db->run("UPDATE people SET name = name");
    db->execute("DROP TABLE moving");  // as in older versions
    EXPECT_NE(give_up_move(read_move_place(from), false).find("is not being moved"), std::string::npos);
  }
}

TEST_F(Move, ATargetThatAServerUsesIsRefused) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  fill(data);
  {
    const auto another = connect_url(cluster.url("club"));
    migrate(*another);  // as a move does, for as long as it lasts
    EXPECT_NE(move(data, cluster.url("club")).error.find("is running"), std::string::npos);
  }
  const auto db = connect_url(cluster.url("club"));
  db->run("INSERT INTO instances (id, alive_until_ms) VALUES (7, {now} + 60000)");
  const MoveResult refused = move(data, cluster.url("club"));
  EXPECT_NE(refused.error.find("a server is using the database"), std::string::npos) << refused.error;
  db->run("DELETE FROM instances");
  EXPECT_EQ(move(data, cluster.url("club")).error, "");
}

TEST_F(Move, IsRefusedWithAReason) {
  fill(data);
  const auto why = [&](const std::string& from, const std::string& to) {
    const MoveResult result = move(from, to);
    EXPECT_TRUE(result.refused);
    return result.error;
  };
  EXPECT_NE(why(folder.path() + "/none", other).find("contains no cairn.db"), std::string::npos);
  EXPECT_NE(why(data, data + "/../data").find("the same"), std::string::npos);
  fill(third);
  EXPECT_NE(why(data, third).find("is not empty"), std::string::npos) << why(data, third);
  EXPECT_NE(why(data, "mysql://x/y").find("postgresql://user@host"), std::string::npos);
  EXPECT_FALSE(read_moving(*connect_sqlite(data + "/cairn.db"))) << "nothing was begun";
  connect_sqlite(third + "/cairn.db")->execute("PRAGMA user_version = 3");
  EXPECT_NE(why(third, other).find("schema version 3"), std::string::npos);
  EXPECT_NE(why(data, third).find("has schema version 3, not "), std::string::npos);
  ASSERT_EQ(move(data, other).error, "");
  EXPECT_NE(why(data, folder.path() + "/more").find("was moved to " + other), std::string::npos);
  Loop loop;
  const OpenedStore old = open_sqlite_store(data, loop.post());
  EXPECT_NE(old.error.find("it was moved to " + other), std::string::npos) << old.error;
  EXPECT_NE(why(other, data).find("was itself moved to another database"), std::string::npos);
  EXPECT_NE(give_up_move(read_move_place(data), false).find("--force"), std::string::npos);
  EXPECT_EQ(give_up_move(read_move_place(data), true), "");
}

// The copy is spoilt between its writing and its check.
TEST_F(Move, AnyDifferenceIsFound) {
  const std::pair<const char*, const char*> spoilt[] = {
      {"UPDATE entries SET words = 'A1' WHERE number = 8", "game "},
      {"DELETE FROM chairs WHERE seat = 8", "game "},
      {"UPDATE tables SET seed = seed - 1 WHERE key = 8", "game "},
      {"DELETE FROM talk WHERE number = 8", "talk has 12 rows"},
      {"UPDATE accounts SET password = 'x' WHERE person = 8", "the rows of accounts"},
      {"UPDATE ratings SET rating = rating + 0.0000001 WHERE person = 8", "the rows of ratings"}};
  for (const auto& [sql, found] : spoilt) {
    const std::string from = folder.path() + "/from", to = folder.path() + "/to";
    fill(from);
    MoveWish wish;
    wish.from.folder = from;
    wish.to.folder = to;
    bool done = false;
    wish.heard = [&, what = std::string(sql)](const MoveStep& step) {
      if (step.what != "checking" || std::exchange(done, true)) return;
      const auto db = connect_sqlite(to + "/cairn.db");
      db->execute(what);
    };
    const MoveResult result = move_database(wish);
    EXPECT_NE(result.error.find(found), std::string::npos) << sql << ": " << result.error;
    EXPECT_EQ(read_moving(*connect_sqlite(to + "/cairn.db"))->side, MovingSide::target) << "no server starts with it";
    for (const std::string& one : {from, to}) fs::remove_all(one);
  }
}

// Writers go on until the mark stands: what they were told is durable is in the copy, and nothing else.
TEST_F(Move, WhatWasAcknowledgedIsInTheCopy) {
  const PostgresCluster cluster;
  for (const std::string& from : {data, cluster.url("club")}) {
    const bool postgres = from != data;
    if (postgres) cluster.execute("CREATE DATABASE club");
    const auto connect = [&] { return postgres ? connect_url(from) : connect_sqlite(data + "/cairn.db"); };
    if (!postgres) fs::create_directories(data);
    migrate(*connect());
    std::atomic<bool> end{false};
    std::atomic<int> acknowledged{0}, refused{0}, others{0};
    std::vector<std::jthread> writers;
    writers.reserve(3);
    for (int i = 0; i < 3; ++i)
      writers.emplace_back([&] {
        const auto db = connect();
        while (!end) {
          try {
            db->begin();
            db->run("INSERT INTO people (name, created_ms) VALUES ('a', 1)");
            db->run("INSERT INTO openings_due (position, word, games, won, drawn) VALUES (1, 'A1', 1, 0, 0)");
            db->commit();
            ++acknowledged;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));  // others want the lock, too
          } catch (const SqlError& error) {
            db->rollback();
            ++(error.kind() == SqlError::Kind::unwritable ? refused : others);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
          }
        }
      });
    while (acknowledged < 50) std::this_thread::yield();
    const std::string to = folder.path() + (postgres ? "/from-postgres" : "/from-sqlite");
    const MoveResult result = move(from, to);
    EXPECT_EQ(result.error, "");
    EXPECT_GT(refused.load(), 0);
    end = true;
    writers.clear();
    const auto copy = connect_sqlite(to + "/cairn.db");
    EXPECT_EQ(copy->run("SELECT COUNT(*) FROM people").integer(0, 0), acknowledged.load());
    EXPECT_EQ(copy->run("SELECT COUNT(*) FROM openings_due").integer(0, 0), acknowledged.load());
  }
}

TEST_F(Move, TextsThatPostgresDoesNotTakeAreMended) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  fs::create_directories(data);
  {
    const auto db = connect_sqlite(data + "/cairn.db");
    migrate(*db);
    db->run("INSERT INTO people (name, created_ms) VALUES ($1, 1), ($2, 1), ('Zoë', 1)",
            {std::string("Zo\xEB"), std::string("a\0b", 3)});
  }
  const MoveResult result = move(data, cluster.url("club"));
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.mended, 2);
  const auto db = connect_url(cluster.url("club"));
  const SqlRows names = db->run("SELECT name FROM people ORDER BY id");
  EXPECT_EQ(names.text(0, 0), "Zoë");
  EXPECT_EQ(names.text(1, 0),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(names.text(2, 0), "Zoë");
}

// Sealed secrets are of no use without their key.
TEST_F(Move, TheKeyOfSecretsGoesAlong) {
  Loop loop;
  {
    const OpenedStore store = open_sqlite_store(data, loop.post());
    ASSERT_TRUE(store.store) << store.error;
    loop.wait([&](auto done) { store.store->people.add_guest("Ann", TokenHash{1}, 1000, 2000, done); });
    const auto key = read_sealer(data + "/secrets.key", false);
    claim_for(*connect_sqlite(data + "/cairn.db"), std::get<Sealer>(key));
  }
  EXPECT_TRUE(move(data, other).notes.empty());
  EXPECT_EQ(fs::status(other + "/secrets.key").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  {
    const OpenedStore moved = open_sqlite_store(other, loop.post());
    EXPECT_TRUE(moved.store) << moved.error;
  }
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  const MoveResult there = move(other, cluster.url("club"));
  ASSERT_EQ(there.error, "");
  ASSERT_EQ(there.notes.size(), 1U);
  EXPECT_NE(there.notes[0].find(other + "/secrets.key"), std::string::npos) << there.notes[0];
  const OpenedStore keyless = open_postgres_store(cluster.url("club"), loop.post(), "", folder.path() + "/none");
  EXPECT_NE(keyless.error.find("key"), std::string::npos) << keyless.error;
  const OpenedStore keyed = open_postgres_store(cluster.url("club"), loop.post(), "", other);
  EXPECT_TRUE(keyed.store) << keyed.error;
}

}  // namespace
}  // namespace cairn
