// People in both stores: SQLite and a real PostgreSQL.
#include "server/tests/people_checks.h"

#include <gtest/gtest.h>

#include "server/store/migrations.h"
#include "server/store/postgres.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

TEST(StorePeople, Sqlite) {
  std::vector<std::unique_ptr<Folder>> folders;
  check_people([&](Loop& loop) {
    folders.push_back(std::make_unique<Folder>());
    return opened(sqlite_in(*folders.back()), loop);
  });
}

// A database from before there were accounts: its guests are as they were and may become more.
TEST(StorePeople, GuestsOfAnOlderDatabaseCanRegister) {
  const Folder folder;
  {
    const auto old = connect_sqlite(folder.path() + "/cairn.db");
    old->execute(in_dialect(migrations()[0], old->dialect()) +
                 "INSERT INTO people (id, name, created_ms) VALUES (7, 'Zoë', 5); "
                 "INSERT INTO sessions VALUES (x'01" +
                 std::string(62, '0') + "', 7, 5, 5000); PRAGMA user_version = 1");
  }
  Loop loop;
  const auto store = opened(sqlite_in(folder), loop);
  PeopleDesk desk{*store, loop};
  ASSERT_TRUE(desk.caller(1));
  EXPECT_EQ(desk.caller(1)->person.name, "Zoë");
  EXPECT_EQ(desk.register_as("Zoe", 2, 7).how, Written::How::durable);
  EXPECT_EQ(desk.caller(2)->person.id, 7);
}

TEST(StorePeople, Postgres) {
  PostgresCluster cluster;
  int databases = 0;
  const auto open = [&](Loop& loop) {
    const std::string name = "p" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  check_people(open);

  // What one server changes the others hear of.
  Loop loop;
  const auto store = open(loop);
  const auto news = [&] {
    return *loop.read<std::vector<PeopleNews>>([&](auto done) { store->people.people_news(60'000, done); }).value;
  };
  PeopleDesk desk{*store, loop};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  EXPECT_TRUE(news().empty());
  loop.wait([&](auto done) { store->people.end_tokens(ann, false, {token(1)}, done); });
  ASSERT_EQ(news().size(), 1U);
  EXPECT_EQ(news()[0].person, ann);
  EXPECT_EQ(news()[0].ended, token(1));
  loop.wait([&](auto done) { store->people.delete_account(ann, done); });
  ASSERT_EQ(news().size(), 2U);
  EXPECT_FALSE(news()[1].ended);
  EXPECT_EQ(news()[1].name, kDeletedName);
}

}  // namespace
}  // namespace cairn
