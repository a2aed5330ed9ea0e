// The store on a real PostgreSQL, and what several servers may expect of it.
#include <gtest/gtest.h>

#include <signal.h>

#include <array>
#include <thread>

#include "server/store/database.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/reading.h"
#include "server/tests/postgres_cluster.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

// One cluster, a database for each check.
struct Postgres {
  PostgresCluster cluster;
  int databases = 0;
  std::string fresh() {
    const std::string name = "t" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    return name;
  }
  Open in(const std::string& name) const {
    return [url = cluster.url(name)](Loop& loop) { return open_postgres_store(url, loop.post()); };
  }
  Open anywhere() { return in(fresh()); }
};

TEST(StorePostgres, KeepsTheContract) {
  Postgres postgres;
  {
    SCOPED_TRACE("contract");
    Loop loop;
    check_contract(*opened(postgres.anywhere(), loop), loop);
  }
  {
    SCOPED_TRACE("the next process");
    check_the_next_process_finds_everything(postgres.anywhere());
  }
  {
    SCOPED_TRACE("a bad write");
    check_a_bad_write_falls_alone(postgres.anywhere());
  }
  {
    SCOPED_TRACE("close");
    check_the_close_writes_what_was_asked_for(postgres.anywhere());
  }
}

// One that stands still, as a machine that is frozen or cut off does: the end waits some seconds, and no longer.
TEST(StorePostgres, OneThatSaysNothingMoreKeepsNobodyAtTheEnd) {
  Postgres postgres;
  Loop loop;
  PostgresPlace place;
  ASSERT_EQ(read_postgres_url(postgres.cluster.url(postgres.fresh()), place), "");
  Database database([place] { return connect_postgres(place); }, 1, loop.post());
  const auto freeze = [](SqlConnection& db) {
    const auto backend = static_cast<pid_t>(db.run("SELECT pg_backend_pid()").integer(0, 0));
    EXPECT_EQ(::kill(backend, SIGSTOP), 0);
    std::thread([backend] {  // the cluster can end, too
      std::this_thread::sleep_for(std::chrono::seconds(12));
      ::kill(backend, SIGCONT);
    })
        .detach();
    return static_cast<int>(db.run("SELECT 1").integer(0, 0));
  };
  int failed = 0;
  const auto note = [&](const SqlResult<int>& result) { failed += result.value ? 0 : 1; };
  database.read<int>(freeze, note);
  database.write<int>("", freeze, note);
  database.write<int>("", freeze, note);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  database.close();
  loop.run_until([&] { return failed >= 2; });
}

TEST(StorePostgres, IsRefusedWithAReason) {
  Postgres postgres;
  Loop loop;
  const std::string name = postgres.fresh();
  opened(postgres.in(name), loop).reset();
  postgres.cluster.execute("UPDATE schema_version SET version = 1000", name);
  const OpenedStore newer = postgres.in(name)(loop);
  EXPECT_FALSE(newer.store);
  EXPECT_NE(newer.error.find("newer version of this program"), std::string::npos) << newer.error;
  const OpenedStore absent = postgres.in("nowhere")(loop);
  EXPECT_FALSE(absent.store);
  EXPECT_NE(absent.error.find("nowhere"), std::string::npos) << absent.error;
  for (const std::string bad : {"mysql://secret@host/x", "postgresql://u:secret@[host/x"}) {
    const OpenedStore refused = open_postgres_store(bad, loop.post());
    EXPECT_FALSE(refused.store);
    EXPECT_NE(refused.error.find("postgresql://user@host"), std::string::npos) << refused.error;
    EXPECT_EQ(refused.error.find("secret"), std::string::npos) << refused.error;
  }
  const std::string with_password = "postgresql://u:secret@127.0.0.1:1/x";
  EXPECT_TRUE(has_password(with_password));
  EXPECT_EQ(shown_postgres_url(with_password), "postgresql://u@127.0.0.1:1/x");
  EXPECT_EQ(open_postgres_store(with_password, loop.post()).error.find("secret"), std::string::npos);
}

TEST(StorePostgres, ServersThatStartAtOnceMigrateOnce) {
  Postgres postgres;
  for (int round = 0; round < 3; ++round) {
    const Open open = postgres.anywhere();
    std::vector<Loop> loops(6);
    std::vector<std::unique_ptr<Store>> stores(loops.size());
    {
      std::vector<std::jthread> starting;
      for (std::size_t i = 0; i < loops.size(); ++i)
        starting.emplace_back([&, i] { stores[i] = opened(open, loops[i]); });
    }
    for (const auto& store : stores) EXPECT_TRUE(store);
  }
}

// On a slow disk that takes longer than a statement waits for a lock.
TEST(StorePostgres, AServerWaitsForAnotherThatPreparesTheDatabaseButNotForAMove) {
  Postgres postgres;
  const std::string name = postgres.fresh();
  PostgresPlace place;
  ASSERT_EQ(read_postgres_url(postgres.cluster.url(name), place), "");
  Loop loop;
  {
    auto other = connect_postgres(place);
    other->lock_schema();
    const std::jthread prepares([&] {
      std::this_thread::sleep_for(std::chrono::seconds(6));
      other.reset();
    });
    EXPECT_EQ(postgres.in(name)(loop).error, "");
  }
  const auto move = connect_postgres(place);
  move->lock_schema();
  move->run("INSERT INTO moving (one, id, side, place, at_ms) VALUES (1, 'm', 1, 'elsewhere', 5)");
  EXPECT_NE(postgres.in(name)(loop).error.find("a `cairn move` to this database is running"), std::string::npos);
}

// Many writers of the same tables, in different orders: one of them gets each number, and nobody waits for ever.
TEST(StorePostgres, OfSeveralServersOneIsFirst) {
  Postgres postgres;
  const Open open = postgres.anywhere();
  constexpr int kServers = 3, kTables = 20, kEntries = 40;
  std::array<std::array<int, kTables * kEntries>, kServers> won{};
  {
    Loop loop;
    const auto store = opened(open, loop);
    for (int t = 0; t < kTables; ++t)
      loop.wait([&](auto done) { store->tables.add_table(table_row("t" + std::to_string(t)), done); });
  }
  std::vector<std::jthread> servers;
  for (int s = 0; s < kServers; ++s)
    servers.emplace_back([&, s] {
      Loop loop;
      const auto store = opened(open, loop);
      for (int number = 1; number <= kEntries; ++number) {
        int answered = 0;
        for (int i = 0; i < kTables; ++i) {
          const int t = s % 2 == 0 ? i : kTables - 1 - i;
          store->tables.append(entry("t" + std::to_string(t), number), [&, t, number](const Written& written) {
            EXPECT_NE(written.how, Written::How::failed) << written.message;
            won[static_cast<std::size_t>(s)][static_cast<std::size_t>(t * kEntries + number - 1)] =
                written.how == Written::How::durable;
            ++answered;
          });
        }
        loop.run_until([&] { return answered == kTables; });
      }
    });
  servers.clear();
  for (std::size_t i = 0; i < won[0].size(); ++i) EXPECT_EQ(won[0][i] + won[1][i] + won[2][i], 1) << i;
}

TEST(StorePostgres, ServersNotifyEachOther) {
  Postgres postgres;
  const Open open = postgres.anywhere();
  Loop loop;
  const auto one = opened(open, loop), two = opened(open, loop);
  EXPECT_TRUE(one->tables.shared());
  TableStore::Numbers heard_one, heard_two;
  const auto note = [](TableStore::Numbers& into) {
    return [&into](const TableStore::Numbers& numbers) { into.insert(into.end(), numbers.begin(), numbers.end()); };
  };
  one->tables.on_hint(note(heard_one));
  two->tables.on_hint(note(heard_two));
  loop.wait([&](auto done) { one->tables.add_table(table_row("t1"), done); });
  int number = 0;
  while (heard_two.empty() && number < 500)  // until it listens
    ASSERT_EQ(loop.wait([&](auto done) { one->tables.append(entry("t1", ++number), done); }).how,
              Written::How::durable);
  EXPECT_FALSE(heard_two.empty());
  EXPECT_TRUE(heard_one.empty()) << "what it said itself";
  // Of somebody's own engine the others hear, and it is no table to them.
  const std::size_t tables_heard = heard_two.size();
  std::vector<std::int64_t> engines_one, engines_two;
  one->on_engine([&](std::int64_t person) { engines_one.push_back(person); });
  two->on_engine([&](std::int64_t person) { engines_two.push_back(person); });
  one->say_engine(4'294'967'297);
  while (engines_two.empty() && number < 500)
    ASSERT_EQ(loop.wait([&](auto done) { one->tables.append(entry("t1", ++number), done); }).how,
              Written::How::durable);
  EXPECT_EQ(engines_two, std::vector<std::int64_t>{4'294'967'297});
  EXPECT_TRUE(engines_one.empty());
  for (std::size_t at = tables_heard; at < heard_two.size(); ++at) EXPECT_EQ(heard_two[at].first, "t1");
  // A bot belongs to who made it due, until that one is silent.
  Append due = entry("t1", ++number);
  due.bot_due = true;
  loop.wait([&](auto done) { one->tables.alive(done); });
  loop.wait([&](auto done) { one->tables.append(due, done); });
  EXPECT_EQ(loop.ownerless(*two), std::vector<std::string>{});
  EXPECT_EQ(loop.claim(*two, "t1").how, Written::How::conflict);
  EXPECT_EQ(loop.claim(*one, "t1").how, Written::How::durable);
  one->close();
  EXPECT_EQ(loop.ownerless(*two), std::vector<std::string>{"t1"});
  EXPECT_EQ(loop.claim(*two, "t1").how, Written::How::durable);
}

TEST(StorePostgres, LeasesBotsToOneWorkerAtATime) {
  Postgres postgres;
  Loop loop;
  check_leases(*opened(postgres.anywhere(), loop), loop);
}

// Servers that hand out the same bots in different orders, and none of them knows who else does.
TEST(StorePostgres, OfSeveralServersOneLeasesABot) {
  Postgres postgres;
  const Open open = postgres.anywhere();
  constexpr int kServers = 3, kTables = 200;
  {
    Loop loop;
    const auto store = opened(open, loop);
    for (int t = 0; t < kTables; ++t) {
      TableRow row = table_row("t" + std::to_string(t));
      row.bot_due = true;
      loop.wait([&](auto done) { store->tables.add_table(row, done); });
    }
  }
  std::array<std::array<int, kTables>, kServers> won{};
  std::vector<std::jthread> servers;
  for (int s = 0; s < kServers; ++s)
    servers.emplace_back([&, s] {
      Loop loop;
      const auto store = opened(open, loop);
      loop.wait([&](auto done) { store->tables.alive(done); });
      int answered = 0;
      for (int i = 0; i < kTables; ++i) {
        const int t = s % 2 == 0 ? i : kTables - 1 - i;
        store->tables.lease_bot("t" + std::to_string(t), 1 + kServers * t + s, 60'000, [&, t](const Written& written) {
          EXPECT_NE(written.how, Written::How::failed) << written.message;
          won[static_cast<std::size_t>(s)][static_cast<std::size_t>(t)] = written.how == Written::How::durable;
          ++answered;
        });
      }
      loop.run_until([&] { return answered == kTables; });
    });
  servers.clear();
  for (std::size_t t = 0; t < kTables; ++t) EXPECT_EQ(won[0][t] + won[1][t] + won[2][t], 1) << t;
}

TEST(StorePostgres, AHostReadsBesideAServerAndCannotWrite) {
  Postgres postgres;
  Loop loop;
  const std::string name = postgres.fresh(), url = postgres.cluster.url(name);
  EXPECT_NE(open_to_read("", url).error.find("schema_version"), std::string::npos) << "looking makes nothing";
  const auto store = opened(postgres.in(name), loop);
  for (const char* id : {"t1", "t2"}) loop.wait([&](auto done) { store->tables.add_table(table_row(id), done); });
  ASSERT_EQ(loop.wait([&](auto done) { store->tables.append(entry("t2", 1), done); }).how, Written::How::durable);
  const OpenedToRead opened_db = open_to_read("", url);
  ASSERT_TRUE(opened_db.db) << opened_db.error;
  GameFilter filter;
  filter.game = table_row("t1").setup.game;
  const auto games = find_games(*opened_db.db, filter);
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].id, "t2");
  EXPECT_EQ(games[0].entries, 1);
  EXPECT_GT(games[0].last_ms, 0);
  filter.person = std::int64_t{1} << 40;
  EXPECT_EQ(find_games(*opened_db.db, filter).size(), 0U);
  EXPECT_EQ(read_stats(*opened_db.db).entries, 1);
  EXPECT_EQ(find_people(*opened_db.db, 5).size(), 0U);
  EXPECT_TRUE(read_stored_table(*opened_db.db, "t2").has_value());
  EXPECT_THROW(opened_db.db->execute("DELETE FROM entries"), SqlError);
}

TEST(StorePostgres, OutlivesLostConnectionsAndRestarts) {
  Postgres postgres;
  const std::string name = postgres.fresh();
  Loop loop;
  const auto store = opened(postgres.in(name), loop);
  loop.wait([&](auto done) { store->tables.add_table(table_row("t1"), done); });
  int number = 0;
  const auto append = [&] {
    return loop.wait([&](auto done) { store->tables.append(entry("t1", number + 1), done); }).how;
  };
  for (int round = 0; round < 5; ++round) {
    ASSERT_EQ(append(), Written::How::durable);
    EXPECT_EQ(loop.length(*store, "t1"), static_cast<std::size_t>(++number));
    postgres.cluster.cut_connections();
  }
  for (const int signal : {SIGINT, SIGQUIT}) {
    postgres.cluster.stop(signal);
    EXPECT_EQ(append(), Written::How::failed);
    EXPECT_NE(loop.load(*store, "t1").error, "");
    postgres.cluster.start();
    EXPECT_EQ(loop.length(*store, "t1"), static_cast<std::size_t>(number));
    ASSERT_EQ(append(), Written::How::durable);
    ++number;
  }
  postgres.cluster.execute("ALTER DATABASE " + name + " SET default_transaction_read_only = on");
  postgres.cluster.cut_connections();
  EXPECT_EQ(append(), Written::How::failed);
  postgres.cluster.execute("ALTER DATABASE " + name + " SET default_transaction_read_only = off");
  EXPECT_EQ(append(), Written::How::durable);
  EXPECT_EQ(loop.length(*store, "t1"), static_cast<std::size_t>(number) + 1);
}

}  // namespace
}  // namespace cairn
