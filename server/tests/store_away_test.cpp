// Vacations in both stores: SQLite and a real PostgreSQL.
#include "server/tests/away_checks.h"

#include <gtest/gtest.h>

#include "server/store/postgres.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

TEST(StoreAway, Sqlite) {
  Loop loop;
  const Folder folder;
  check_away(*opened(sqlite_in(folder), loop), loop);
}

TEST(StoreAway, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE away");
  const auto open = [&](Loop& on) { return open_postgres_store(cluster.url("away"), on.post()); };
  Loop loop;
  {
    const auto store = opened(open, loop);
    check_away(*store, loop);
  }

  // Two servers: she goes and comes at one while games begin at the other. However that falls, each of her games with
  // such a clock has a row, or none has.
  Loop one_loop, other_loop;
  const auto one = opened(open, one_loop), other = opened(open, other_loop);
  AwayDesk desk{{*one, one_loop}};
  const std::int64_t cid = desk.register_as("Cid", 7).key;
  const Occupant his{SeatKind::guest, cid, "Cid"}, else_{SeatKind::guest, 0, "x"};
  for (int i = 0; i < 40; ++i) {
    std::optional<Written> made, gone;
    other->tables.add_table(AwayDesk::row("race" + std::to_string(i), {his, else_}),
                            [&](const Written& written) { made = written; });
    one->away.set_away(cid, i % 2 == 0, 1'000, 0, [&](const Written& written) { gone = written; });
    other_loop.run_until([&] { return made.has_value(); });
    one_loop.run_until([&] { return gone.has_value(); });
    ASSERT_EQ(made->how, Written::How::durable);
    ASSERT_EQ(gone->how, Written::How::durable);
    if (i % 2 == 0) {
      EXPECT_EQ(desk.of(cid)->waiting, i + 1) << i;
    }
  }
}

}  // namespace
}  // namespace cairn
