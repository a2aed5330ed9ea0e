// Talk in both stores: SQLite and a real PostgreSQL.
#include "server/tests/talk_checks.h"

#include <gtest/gtest.h>

#include <set>

#include "server/store/postgres.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

TEST(StoreTalk, Sqlite) {
  std::vector<std::unique_ptr<Folder>> folders;
  check_talk([&](Loop& loop) {
    folders.push_back(std::make_unique<Folder>());
    return opened(sqlite_in(*folders.back()), loop);
  });
}

TEST(StoreTalk, Postgres) {
  PostgresCluster cluster;
  int databases = 0;
  const auto open_in = [&](Loop& loop, const std::string& name) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  check_talk([&](Loop& loop) {
    const std::string name = "t" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    return open_in(loop, name);
  });

  // Two servers write to one room, some of it twice: numbered without a gap, each once.
  cluster.execute("CREATE DATABASE two");
  Loop loop;
  const auto one = open_in(loop, "two"), other = open_in(loop, "two");
  TalkDesk desk{{*one, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  desk.write([&](auto done) { one->tables.add_table(table_row("t1"), done); });
  constexpr int kTexts = 200;
  int durable = 0;
  for (int i = 0; i < kTexts; ++i)
    for (Store* store : {one.get(), other.get()}) {
      const std::string request = "r" + std::to_string(store == one.get() ? i : i + kTexts / 2);
      store->talk.say("t1", {Room::players, 0, ann, request, request, 700},
                      [&](const Written& written) { durable += written.how == Written::How::durable ? 1 : 0; });
    }
  loop.run_until([&] { return durable == 2 * kTexts; });
  const auto said = desk.room(Room::players, 0, 1'000);
  ASSERT_EQ(said.size(), 300U);
  std::set<std::string> requests;
  for (std::size_t i = 0; i < said.size(); ++i) {
    EXPECT_EQ(said[i].number, static_cast<int>(i) + 1);
    requests.insert(said[i].request);
  }
  EXPECT_EQ(requests.size(), said.size());
}

}  // namespace
}  // namespace cairn
