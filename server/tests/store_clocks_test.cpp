// What the host sets right when the time of day was ahead, in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include "server/play/day_clock.h"
#include "server/store/postgres.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

constexpr std::int64_t kRightMs = 1'800'000'000'000, kWrongMs = kRightMs + 400 * kDayMs;

struct ClockDesk : PeopleDesk {
  using Ids = std::vector<std::string>;
  void add(const std::string& table, const char* clock, std::int64_t created_ms = kRightMs - kDayMs) {
    TableRow row = table_row(table);
    row.setup.clock = *parse_clock_rule(clock).rule;
    row.setup.created_ms = created_ms;
    EXPECT_EQ(write([&](auto done) { store.tables.add_table(row, done); }), How::durable);
  }
  void append(const std::string& table, int number, Entry::Kind kind, std::int64_t at_ms, bool over = false) {
    Append one = entry(table, number);
    one.entry.kind = kind;
    one.entry.at_ms = at_ms;
    one.over = over;
    one.due_ms = one.remind_ms = at_ms + 1'000;
    EXPECT_EQ(write([&](auto done) { store.tables.append(one, done); }), How::durable);
  }
  Ids ahead() {
    return *loop.read<Ids>([&](auto done) { store.tables.tables_ahead(kRightMs, done); }).value;
  }
  Ids due(std::int64_t now_ms) {
    return *loop.read<Ids>([&](auto done) { store.tables.due_tables(now_ms, 99, done); }).value;
  }
  std::int64_t last_moment() {
    return *loop.read<std::int64_t>([&](auto done) { store.last_moment(done); }).value;
  }
};

void check_tables_ahead(ClockDesk& desk) {
  using Ids = ClockDesk::Ids;
  desk.add("past", "absolute 5m");
  desk.append("past", 1, Entry::Kind::play, kRightMs);
  desk.add("none", "none");
  desk.append("none", 1, Entry::Kind::play, kWrongMs);
  desk.add("over", "absolute 5m");
  desk.append("over", 1, Entry::Kind::resign, kWrongMs, true);
  EXPECT_EQ(desk.ahead(), Ids{});
  desk.add("begun", "move 30s", kWrongMs);
  desk.add("moved", "correspondence 3d");
  desk.append("moved", 1, Entry::Kind::play, kRightMs - 5);
  desk.append("moved", 2, Entry::Kind::play, kWrongMs);
  desk.append("moved", 3, Entry::Kind::play, kRightMs);
  EXPECT_EQ(desk.ahead(), (Ids{"begun", "moved"}));
  desk.append("moved", 4, Entry::Kind::set_clock, kRightMs);
  EXPECT_EQ(desk.ahead(), Ids{"begun"}) << "what is ahead was set right";
  desk.append("begun", 1, Entry::Kind::set_clock, kRightMs);
  EXPECT_EQ(desk.ahead(), Ids{});
  EXPECT_EQ(desk.due(kRightMs + 1'000).size(), 3U) << "timers go by the new time";
  EXPECT_EQ(desk.loop.load(desk.store, "begun").value->log.back().kind, Entry::Kind::set_clock);
  desk.append("moved", 5, Entry::Kind::play, kWrongMs);
  EXPECT_EQ(desk.ahead(), Ids{"moved"}) << "and went ahead once more";
}

// When a table changed goes by the database's clock, when somebody was seen by the server's.
void check_forgetting(ClockDesk& desk, const std::function<void(const std::string&)>& execute) {
  const auto clock = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(clock).count();
  const std::int64_t ann = desk.register_as("Ann", 7).key;
  execute("UPDATE tables SET told_ms = told_ms + 34560000000");
  EXPECT_GT(desk.last_moment(), now + 399 * kDayMs);
  const auto forget = [&] { return desk.write([&](auto done) { desk.store.tables.forget_ahead(now, done); }); };
  EXPECT_EQ(forget(), ClockDesk::How::durable);
  EXPECT_NEAR(static_cast<double>(desk.last_moment()), static_cast<double>(now), 60'000);
  const auto see = [&](std::int64_t at_ms) {
    EXPECT_EQ(desk.write([&](auto done) { desk.store.people.note_present({ann}, at_ms, done); }),
              ClockDesk::How::durable);
    EXPECT_EQ(forget(), ClockDesk::How::durable);
    return desk.named("Ann")->seen_ms;
  };
  EXPECT_EQ(see(now + kApartMs), now + kApartMs) << "the clocks of two machines differ as much";
  EXPECT_EQ(see(now + 400 * kDayMs), now);
}

TEST(StoreClocks, Sqlite) {
  Loop loop;
  const Folder folder;
  const auto store = opened(sqlite_in(folder), loop);
  ClockDesk desk{{*store, loop}};
  check_tables_ahead(desk);
  check_forgetting(desk, [&](const std::string& sql) { connect_sqlite(folder.path() + "/cairn.db")->execute(sql); });
}

TEST(StoreClocks, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE clocks");
  Loop loop;
  const auto store = opened([&](Loop& on) { return open_postgres_store(cluster.url("clocks"), on.post()); }, loop);
  ClockDesk desk{{*store, loop}};
  check_tables_ahead(desk);
  check_forgetting(desk, [&](const std::string& sql) { cluster.execute(sql, "clocks"); });
}

}  // namespace
}  // namespace cairn
