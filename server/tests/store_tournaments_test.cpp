// Tournaments in both stores: SQLite and a real PostgreSQL.
#include "server/tests/tournament_checks.h"

#include <gtest/gtest.h>

#include "server/store/postgres.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

TEST(StoreTournaments, Sqlite) {
  const Folder folder;
  Loop loop;
  check_tournaments(*opened(sqlite_in(folder), loop), loop);
}

TEST(StoreTournaments, Postgres) {
  PostgresCluster cluster;
  const auto open_in = [&](Loop& loop, const std::string& name) {
    cluster.execute("CREATE DATABASE " + name);
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  {
    Loop loop;
    check_tournaments(*open_in(loop, "one"), loop);
  }

  // Two servers write behind the same entries: of each pair one is taken.
  Loop loop;
  const auto one = open_in(loop, "two");
  const auto other = opened([&](Loop& on) { return open_postgres_store(cluster.url("two"), on.post()); }, loop);
  TournamentDesk desk{{*one, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  desk.add("cup", ann);
  constexpr int kEntries = 100;
  for (int i = 0; i < kEntries; ++i) {
    int durable = 0, answered = 0;
    for (Store* store : {one.get(), other.get()}) {
      TournamentAppend append{"cup", i, {{TournamentEntry::Kind::here, i, ann, "1"}}};
      store->tournaments.append_tournament(append, [&](const Written& written) {
        durable += written.how == Written::How::durable ? 1 : 0;
        ++answered;
      });
    }
    loop.run_until([&] { return answered == 2; });
    ASSERT_EQ(durable, 1) << i;
  }
  EXPECT_EQ(desk.load("cup")->log.size(), static_cast<std::size_t>(kEntries));
}

}  // namespace
}  // namespace cairn
