// What changed at somebody's tables, in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "server/store/postgres.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using Ids = std::vector<std::string>;

struct FeedDesk {
  Store& store;
  Loop& loop;

  FeedPage page(std::int64_t person, FeedPlace after = {}, bool running = false, int most = 99) {
    return *loop.read<FeedPage>([&](auto done) { store.feed.feed_of(person, after, running, most, done); }).value;
  }
  Ids ids(std::int64_t person, FeedPlace after = {}, bool running = false, int most = 99) {
    Ids out;
    for (const FeedCard& one : page(person, after, running, most).cards) out.push_back(one.card.id);
    return out;
  }
  FeedCard card(const std::string& table) {
    return *loop.read<FeedCard>([&](auto done) { store.feed.feed_card(table, done); }).value;
  }
  void append(Append more) {
    EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(std::move(more), done); }).how, Written::How::durable);
  }
};

void check_feed(FeedDesk desk, std::int64_t ann, std::int64_t bob) {
  for (const char* id : {"t1", "t2", "t3"}) {
    TableRow row = table_row(id);
    row.occupants = {{SeatKind::guest, ann, "Ann"}, {SeatKind::guest, bob, "Bob"}};
    if (id == std::string("t3")) row.occupants[1] = {};
    desk.loop.wait([&](auto done) { desk.store.tables.add_table(row, done); });
  }
  ASSERT_EQ(desk.ids(ann).size(), 3U);
  EXPECT_EQ(desk.ids(bob).size(), 2U);
  EXPECT_TRUE(desk.ids(0).empty());
  EXPECT_EQ(desk.card("t1").visible_kind, -1);
  EXPECT_EQ(desk.card("t1").card.occupants[0].person, ann);
  EXPECT_FALSE(desk.loop.read<FeedCard>([&](auto done) { desk.store.feed.feed_card("none", done); }).value);

  // The number grows with every change that all are told of, within a millisecond too, and with no other.
  std::int64_t change = desk.card("t1").change;
  for (int number = 1; number <= 20; ++number) {
    Append more = entry("t1", number);
    more.visible_to_all = number % 2 == 1;
    desk.append(more);
    const FeedCard now = desk.card("t1");
    EXPECT_EQ(now.change > change, more.visible_to_all);
    EXPECT_EQ(now.visible_kind, static_cast<int>(Entry::Kind::play));
    change = now.change;
  }
  EXPECT_EQ(desk.ids(ann).back(), "t1") << "the last that changed last";
  const FeedPage all = desk.page(ann);
  EXPECT_GE(all.now + 1'000, all.cards.back().change);
  EXPECT_EQ(desk.ids(ann, {all.cards[1].change, all.cards[1].card.number}), Ids{"t1"});
  EXPECT_EQ(desk.ids(ann, {}, false, 1), Ids{all.cards[0].card.id});
  EXPECT_TRUE(desk.ids(ann, {change, all.cards[2].card.number}).empty());

  // The number of the first is ahead of the clock by a millisecond for each change that came within one.
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  Append join = entry("t3", 1);
  join.entry = {Entry::Kind::join, seat_at(1), "", "", 1'500};
  join.occupant = Occupant{SeatKind::guest, bob, "Bob"};
  desk.append(join);
  EXPECT_EQ(desk.card("t3").visible_kind, static_cast<int>(Entry::Kind::join));
  EXPECT_EQ(desk.ids(bob).back(), "t3");
  Append last = entry("t3", 2);
  last.over = true;
  desk.append(last);
  EXPECT_EQ(desk.ids(bob, {}, true).size(), 2U);
  EXPECT_EQ(desk.ids(bob).size(), 3U);
  EXPECT_TRUE(desk.page(bob).cards.back().card.over);

  const auto lately = [&](std::int64_t last_ms, int most) {
    return *desk.loop
                .read<std::vector<ChangedTable>>(
                    [&](auto done) { desk.store.feed.changed_lately(last_ms, most, done); })
                .value;
  };
  EXPECT_EQ(lately(100'000, 99).size(), 6U) << "a line for each who sits there";
  EXPECT_EQ(lately(100'000, 2).size(), 2U);
  EXPECT_TRUE(lately(-1'000'000, 99).empty());
}

void check_feed(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key;
  check_feed({*store, loop}, ann, bob);
}

TEST(StoreFeed, Sqlite) {
  const Folder folder;
  check_feed([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

TEST(StoreFeed, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE feed");
  check_feed([&](Loop& loop) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url("feed"), on.post()); }, loop);
  });
}

}  // namespace
}  // namespace cairn
