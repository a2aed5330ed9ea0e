// Feeds in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include "server/store/postgres.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;

TokenHash secret(unsigned char of) {
  TokenHash hash{};
  hash.fill(of);
  return hash;
}

struct FeedDesk {
  Store& store;
  Loop& loop;

  How set(std::int64_t person, const TokenHash& hash, std::int64_t at) {
    return loop.wait([&](auto done) { store.atom.set_atom(person, hash, at, done); }).how;
  }
  How end(std::int64_t person) {
    return loop.wait([&](auto done) { store.atom.end_atom(person, done); }).how;
  }
  std::int64_t made(std::int64_t person) {
    const auto found = loop.read<std::int64_t>([&](auto done) { store.atom.atom_of(person, done); });
    EXPECT_EQ(found.error, "");
    return found.value.value_or(-1);
  }
  std::optional<AtomOwner> owner(const TokenHash& hash) {
    const auto found = loop.read<AtomOwner>([&](auto done) { store.atom.atom_owner(hash, done); });
    EXPECT_EQ(found.error, "");
    return found.value;
  }
  // "name of the table, of the tournament's setup"
  std::vector<std::string> rounds(std::int64_t person, int most = 9) {
    std::vector<std::string> out;
    const auto found =
        loop.read<std::vector<TournamentTable>>([&](auto done) { store.atom.tournament_tables(person, most, done); });
    for (const TournamentTable& one : *found.value) out.push_back(one.card.id + " " + one.setup);
    return out;
  }
};

void check_addresses(FeedDesk desk, std::int64_t ann, std::int64_t bob, std::int64_t guest) {
  EXPECT_EQ(desk.made(ann), -1);
  EXPECT_EQ(desk.end(ann), How::conflict);
  EXPECT_EQ(desk.set(guest, secret(9), 1'000), How::conflict) << "guests have none";
  EXPECT_EQ(desk.set(ann, secret(1), 1'000), How::durable);
  EXPECT_EQ(desk.set(bob, secret(2), 2'000), How::durable);
  EXPECT_EQ(desk.made(ann), 1'000);
  ASSERT_TRUE(desk.owner(secret(1)));
  EXPECT_EQ(desk.owner(secret(1))->person, ann);
  EXPECT_EQ(desk.owner(secret(1))->name, "Ann");
  EXPECT_EQ(desk.owner(secret(1))->created_ms, 1'000);
  EXPECT_FALSE(desk.owner(secret(9)));
  EXPECT_EQ(desk.set(ann, secret(3), 3'000), How::durable);
  EXPECT_FALSE(desk.owner(secret(1))) << "the one before ends";
  EXPECT_EQ(desk.owner(secret(3))->created_ms, 3'000);
  EXPECT_EQ(desk.end(bob), How::durable);
  EXPECT_FALSE(desk.owner(secret(2)));
  EXPECT_EQ(desk.set(bob, secret(4), 4'000), How::durable);
  desk.loop.wait([&](auto done) { desk.store.people.delete_account(bob, done); });
  EXPECT_FALSE(desk.owner(secret(4)));
  EXPECT_EQ(desk.set(bob, secret(5), 5'000), How::conflict);
  EXPECT_TRUE(desk.owner(secret(3)));
}

void check_rounds(FeedDesk desk, std::int64_t ann, std::int64_t guest) {
  desk.loop.wait([&](auto done) {
    desk.store.tournaments.add_tournament({"cup", "{\"name\":\"Cup\"}", ann, 1'000}, 9, done);
  });
  const auto table = [&](const std::string& id, const std::string& tournament) {
    TableRow row = table_row(id);
    row.occupants = {{SeatKind::guest, ann, ""}, {SeatKind::guest, guest, ""}};
    row.setup.tournament = tournament;
    EXPECT_EQ(desk.loop.wait([&](auto done) { desk.store.tables.add_table(row, done); }).how, How::durable);
  };
  table("t1", "cup");
  table("t2", "");
  table("t3", "cup");
  EXPECT_EQ(desk.rounds(ann), (std::vector<std::string>{"t3 {\"name\":\"Cup\"}", "t1 {\"name\":\"Cup\"}"}));
  EXPECT_EQ(desk.rounds(ann, 1).size(), 1U);
  EXPECT_EQ(desk.rounds(guest).size(), 2U);
  EXPECT_TRUE(desk.rounds(guest + 1'000).empty());
}

void check_feed_store(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key;
  const std::int64_t guest =
      loop.wait([&](auto done) { store->people.add_guest("Guest", secret(77), 1'000, 1LL << 60, done); }).key;
  check_addresses({*store, loop}, ann, bob, guest);
  check_rounds({*store, loop}, ann, guest);
}

TEST(StoreAtom, Sqlite) {
  const Folder folder;
  check_feed_store([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

TEST(StoreAtom, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE feeds");
  check_feed_store([&](Loop& loop) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url("feeds"), on.post()); }, loop);
  });
}

}  // namespace
}  // namespace cairn
