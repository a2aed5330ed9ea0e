// Tournaments in both stores: SQLite and a real PostgreSQL.
#include "server/tests/tournament_checks.h"

#include <gtest/gtest.h>

#include "server/store/migrations.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

TEST(StoreTournaments, Sqlite) {
  const Folder folder;
  Loop loop;
  check_tournaments(*opened(sqlite_in(folder), loop), loop);
}

// Tournaments from before the column `game` get it from their setup.
void check_older_tournaments(SqlConnection& db) {
  db.lock_schema();
  ASSERT_EQ(db.version(), 0);
  const auto steps = migrations();
  std::size_t step = 0;
  for (; steps[step].find("tournaments_game") == std::string_view::npos; ++step)
    db.execute(in_dialect(steps[step], db.dialect()));
  db.execute(db.set_version_sql(static_cast<std::int64_t>(step)));
  db.execute("INSERT INTO people (id, name, created_ms) VALUES (7, 'Ann', 5)");
  const std::pair<const char*, const char*> setups[] = {
      {"go", R"({"name":"\"game\":\"margo\"","game":"go","options":{"size":"9"}})"}, {"none", R"({"name":"Cup"})"}};
  for (const auto& [id, setup] : setups)
    db.run(
        "INSERT INTO tournaments (id, setup, organiser, request, created_ms, number, state, players, due_ms) "
        "VALUES ($1, $2, 7, '', 5, 0, 0, 0, 0)",
        {std::string(id), std::string(setup)});
  migrate(db);
  const SqlRows rows = db.run("SELECT id, game FROM tournaments ORDER BY id");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows.text(0, 0) + " " + rows.text(0, 1), "go go");
  EXPECT_EQ(rows.text(1, 0) + " " + rows.text(1, 1), "none ");
}

TEST(StoreTournaments, OlderOnesGetTheirGame) {
  check_older_tournaments(*connect_sqlite(":memory:"));
  PostgresCluster cluster;
  PostgresPlace place;
  ASSERT_EQ(read_postgres_url(cluster.url("postgres"), place), "");
  check_older_tournaments(*connect_postgres(place));
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
