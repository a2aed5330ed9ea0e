// The store, on real SQLite and real PostgreSQL: what was answered as durable is there, once, also for the next
// process.
#include "server/store/store.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "server/store/memory.h"
#include "server/store/migrations.h"
#include "server/store/postgres.h"
#include "server/store/sqlite.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"
#include "server/tokens.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "cairn-store-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  std::string path() const { return path_; }

 private:
  std::string path_;
};

// Runs what the store posts, on the test's thread.
class Loop {
 public:
  Store::Post post() {
    return [this](std::function<void()> what) {
      const std::lock_guard guard(mutex_);
      posted_.push_back(std::move(what));
      wake_.notify_one();
    };
  }
  void run_until(const std::function<bool()>& done) {
    while (!done()) {
      std::function<void()> next;
      {
        std::unique_lock guard(mutex_);
        ASSERT_TRUE(wake_.wait_for(guard, std::chrono::seconds(20), [this] { return !posted_.empty(); }));
        next = std::move(posted_.front());
        posted_.pop_front();
      }
      next();
    }
  }
  Written wait(const std::function<void(Store::Done)>& ask) {
    std::optional<Written> answer;
    ask([&](const Written& written) { answer = written; });
    run_until([&] { return answer.has_value(); });
    return answer.value_or(Written{Written::How::failed, "no answer", 0});
  }
  template <class T>
  Found<T> read(const std::function<void(Store::Read<T>)>& ask) {
    std::optional<Found<T>> answer;
    ask([&](Found<T> found) { answer = std::move(found); });
    run_until([&] { return answer.has_value(); });
    return answer.value_or(Found<T>{std::nullopt, "no answer"});
  }
  Found<Person> person(Store& store, const TokenHash& token, std::int64_t now) {
    return read<Person>([&](auto done) { store.person_of(token, now, done); });
  }
  Found<StoredTable> load(Store& store, const std::string& id, int after = 0) {
    return read<StoredTable>([&](auto done) { store.load(id, after, done); });
  }
  std::size_t length(Store& store, const std::string& id) {
    const auto found = load(store, id);
    return found.value ? found.value->log.size() : 0;
  }
  std::vector<std::string> ownerless(Store& store) {
    return *read<std::vector<std::string>>([&](auto done) { store.ownerless_bots(9, done); }).value;
  }
  Written claim(Store& store, const std::string& id) {
    return wait([&](auto done) { store.claim_bot(id, done); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> posted_;
};

TokenHash token(unsigned char byte) {
  TokenHash hash{};
  hash[0] = byte;
  return hash;
}

TableRow table_row(const std::string& id) {
  TableRow row;
  row.id = id;
  row.setup = {"some-game", {{"size", "4"}, {"ko", "simple"}}, 0xFFFF'0000'1234'5678ULL, 1};
  row.setup.seconds = 2.5;
  row.setup.level = 4;
  row.chairs = {{SeatKind::guest, 7, "Zoë"}, {}};
  row.created_ms = 1'700'000'000'000;
  return row;
}

Append entry(const std::string& table, int number) {
  return {table,
          number,
          {Entry::Kind::play, seat_at(number % 2), "W" + std::to_string(number), "r" + std::to_string(number)},
          std::nullopt,
          false,
          false,
          5};
}

// Where a store is kept, and how it is opened.
using Open = std::function<OpenedStore(Loop&)>;

Open sqlite_in(const Folder& folder) {
  return [path = folder.path()](Loop& loop) { return open_sqlite_store(path, loop.post()); };
}

std::unique_ptr<Store> opened(const Open& open, Loop& loop) {
  EXPECT_TRUE(init_tokens());
  OpenedStore store = open(loop);
  EXPECT_EQ(store.error, "");
  return std::move(store.store);
}

// What any store must do.
void check_contract(Store& store, Loop& loop) {
  using How = Written::How;
  const Written guest = loop.wait([&](auto done) { store.add_guest("Ann", token(1), 100, 200, done); });
  EXPECT_EQ(guest.how, How::durable);
  const auto ann = loop.person(store, token(1), 199);
  ASSERT_TRUE(ann.value) << ann.error;
  EXPECT_EQ(ann.value->name, "Ann");
  EXPECT_EQ(ann.value->id, guest.key);
  EXPECT_FALSE(loop.person(store, token(1), 200).value) << "the session has run out";
  EXPECT_FALSE(loop.person(store, token(2), 150).value);
  EXPECT_EQ(loop.person(store, token(2), 150).error, "");
  EXPECT_EQ(loop.wait([&](auto done) { store.add_guest("Eve", token(1), 100, 200, done); }).how, How::failed);

  EXPECT_EQ(loop.wait([&](auto done) { store.add_table(table_row("t1"), done); }).how, How::durable);
  EXPECT_EQ(loop.wait([&](auto done) { store.add_table(table_row("t1"), done); }).how, How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t1", 1), done); }).how, How::durable);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t1", 1), done); }).how, How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t1", 3), done); }).how, How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t2", 1), done); }).how, How::conflict);
  EXPECT_EQ(loop.claim(store, "t1").how, How::conflict) << "no bot is due";
  Append join = entry("t1", 2);
  join.entry = {Entry::Kind::join, seat_at(1), "", ""};
  join.chair = Chair{SeatKind::bot, 0, "bot"};
  join.bot_due = true;
  EXPECT_EQ(loop.wait([&](auto done) { store.append(join, done); }).how, How::durable);
  EXPECT_EQ(loop.ownerless(store), std::vector<std::string>{"t1"});
  EXPECT_EQ(loop.claim(store, "t1").how, How::durable);
  EXPECT_EQ(loop.claim(store, "t9").how, How::conflict);

  const auto found = loop.load(store, "t1");
  ASSERT_TRUE(found.value) << found.error;
  const TableRow expected = table_row("t1");
  EXPECT_EQ(found.value->row.id, "t1");
  EXPECT_EQ(found.value->row.setup.game, "some-game");
  EXPECT_EQ(found.value->row.setup.options, expected.setup.options);
  EXPECT_EQ(found.value->row.setup.seed, expected.setup.seed);
  EXPECT_EQ(found.value->row.setup.rules_version, 1);
  EXPECT_DOUBLE_EQ(found.value->row.setup.seconds, 2.5);
  EXPECT_EQ(found.value->row.setup.level, 4);
  EXPECT_EQ(found.value->row.created_ms, expected.created_ms);
  EXPECT_EQ(found.value->row.chairs, (std::vector<Chair>{expected.chairs[0], {SeatKind::bot, 0, "bot"}}));
  EXPECT_EQ(found.value->log, (std::vector<Entry>{entry("t1", 1).entry, join.entry}));
  EXPECT_EQ(loop.load(store, "t1", 1).value->log, std::vector<Entry>{join.entry});
  EXPECT_EQ(loop.load(store, "t1", 1).value->row.chairs, found.value->row.chairs);
  EXPECT_EQ(loop.load(store, "t1", 2).value->log, std::vector<Entry>{});
  EXPECT_FALSE(loop.load(store, "t9").value);
  EXPECT_EQ(loop.load(store, "t9").error, "");

  std::vector<std::string> many(50, "t9");
  many.push_back("t1");
  const auto numbers = loop.read<Store::Numbers>([&](auto done) { store.numbers(many, done); });
  EXPECT_EQ(numbers.value, (Store::Numbers{{"t1", 2}}));
}

void check_the_next_process_finds_everything(const Open& open) {
  Loop loop;
  {
    const auto store = opened(open, loop);
    loop.wait([&](auto done) { store->add_guest("Ann", token(1), 100, 200, done); });
    loop.wait([&](auto done) { store->add_table(table_row("t1"), done); });
    int answered = 0;
    for (int i = 1; i <= 500; ++i)
      store->append(entry("t1", i), [&](const Written& written) {
        EXPECT_EQ(written.how, Written::How::durable);
        ++answered;
      });
    loop.run_until([&] { return answered == 500; });
  }
  const auto store = opened(open, loop);
  const auto found = loop.load(*store, "t1");
  ASSERT_TRUE(found.value) << found.error;
  ASSERT_EQ(found.value->log.size(), 500U);
  for (int i = 1; i <= 500; ++i) EXPECT_EQ(found.value->log[static_cast<std::size_t>(i - 1)], entry("t1", i).entry);
  EXPECT_TRUE(loop.person(*store, token(1), 150).value);
}

void check_a_bad_write_falls_alone(const Open& open) {
  Loop loop;
  const auto store = opened(open, loop);
  // The same token twice breaks a rule of the database itself; its neighbours in the queue must not suffer.
  std::vector<Written::How> hows;
  const auto note = [&](const Written& written) { hows.push_back(written.how); };
  loop.wait([&](auto done) { store->add_guest("first", token(1), 1, 200, done); });
  const auto bad = [](unsigned char i) { return i == 20 || i == 21 || i == 39; };
  for (unsigned char i = 2; i < 40; ++i) store->add_guest("x", token(bad(i) ? 1 : i), 1, 200, note);
  loop.run_until([&] { return hows.size() == 38; });
  for (unsigned char i = 2; i < 40; ++i) {
    EXPECT_EQ(hows[i - 2U], bad(i) ? Written::How::failed : Written::How::durable) << int{i};
    EXPECT_EQ(loop.person(*store, token(i), 1).value.has_value(), !bad(i));
  }
  EXPECT_EQ(loop.person(*store, token(1), 1).value->name, "first");
}

void check_the_close_writes_what_was_asked_for(const Open& open) {
  Loop loop;
  int durable = 0, failed = 0;
  {
    const auto store = opened(open, loop);
    loop.wait([&](auto done) { store->add_table(table_row("t1"), done); });
    for (int i = 1; i <= 100; ++i)
      store->append(entry("t1", i), [&](const Written& written) { durable += written.how == Written::How::durable; });
    store->close();
    store->append(entry("t1", 101), [&](const Written& written) { failed += written.how == Written::How::failed; });
    loop.run_until([&] { return durable == 100 && failed == 1; });
  }
  EXPECT_EQ(loop.length(*opened(open, loop), "t1"), 100U);
}

TEST(Store, MemoryKeepsTheContract) {
  Loop loop;
  MemoryStore store(loop.post());
  check_contract(store, loop);
}

TEST(Store, SqliteKeepsTheContract) {
  Loop loop;
  const Folder folder;
  check_contract(*opened(sqlite_in(folder), loop), loop);
}

TEST(Store, EverythingIsThereForTheNextProcess) {
  const Folder folder;
  check_the_next_process_finds_everything(sqlite_in(folder));
}

TEST(Store, ABadWriteDoesNotTakeItsGroupWithIt) {
  const Folder folder;
  check_a_bad_write_falls_alone(sqlite_in(folder));
}

TEST(Store, WhatWasAskedForBeforeTheCloseIsWritten) {
  const Folder folder;
  check_the_close_writes_what_was_asked_for(sqlite_in(folder));
}

TEST(Store, OneProcessAtATime) {
  Loop loop;
  const Folder folder;
  const auto store = opened(sqlite_in(folder), loop);
  const OpenedStore second = open_sqlite_store(folder.path(), loop.post());
  EXPECT_FALSE(second.store);
  EXPECT_NE(second.error.find("another server"), std::string::npos) << second.error;
}

// A database of the first form, with a table in it: the bot of that time was as strong as it could be.
TEST(StoreSqlite, TakesAnOlderDatabaseAlong) {
  const Folder folder;
  {
    const auto old = connect_sqlite(folder.path() + "/cairn.db");
    old->execute(
        in_dialect(migrations()[0], old->dialect()) +
        "INSERT INTO tables (id, game, options, seed, rules_version, seconds, created_ms, number, over, bot_due) "
        "VALUES ('t1', 'some-game', '{}', 5, 1, 2.5, 1700000000000, 0, 0, 0); PRAGMA user_version = 1");
  }
  Loop loop;
  for (int time = 0; time < 2; ++time) {
    const auto store = opened(sqlite_in(folder), loop);
    const auto found = loop.load(*store, "t1");
    ASSERT_TRUE(found.value) << found.error;
    EXPECT_EQ(found.value->row.setup.level, 10);
    EXPECT_DOUBLE_EQ(found.value->row.setup.seconds, 2.5);
  }
}

TEST(StoreSqlite, RefusesADatabaseOfANewerProgram) {
  const Folder folder;
  Loop loop;
  opened(sqlite_in(folder), loop).reset();
  connect_sqlite(folder.path() + "/cairn.db")->execute("PRAGMA user_version = 1000");
  const OpenedStore refused = open_sqlite_store(folder.path(), loop.post());
  EXPECT_FALSE(refused.store);
  EXPECT_NE(refused.error.find("newer version of this program"), std::string::npos) << refused.error;
}

TEST(StoreSqlite, SaysWhatKindOfFaultItIs) {
  const Folder folder;
  const auto db = connect_sqlite(folder.path() + "/x.db");
  db->execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL)");
  const auto kind = [&](const std::string& sql) {
    try {
      db->execute(sql);
    } catch (const SqlError& error) {
      return error.kind();
    }
    return SqlError::Kind::other;
  };
  db->execute("INSERT INTO t VALUES (1, 'x')");
  EXPECT_EQ(kind("INSERT INTO t VALUES (1, 'x')"), SqlError::Kind::constraint);
  EXPECT_EQ(kind("INSERT INTO t VALUES (2, NULL)"), SqlError::Kind::constraint);
  db->execute("PRAGMA max_page_count = 3");
  EXPECT_EQ(kind("INSERT INTO t VALUES (3, zeroblob(100000))"), SqlError::Kind::full);
  db->execute("PRAGMA query_only = 1");
  EXPECT_EQ(kind("INSERT INTO t VALUES (4, 'x')"), SqlError::Kind::full);
}

TEST(Store, AFolderThatCannotBeUsedIsSaidSo) {
  Loop loop;
  const Folder folder;
  std::ofstream(folder.path() + "/file") << "x";
  const OpenedStore opened = open_sqlite_store(folder.path() + "/file", loop.post());
  EXPECT_FALSE(opened.store);
  EXPECT_NE(opened.error.find(folder.path() + "/file"), std::string::npos) << opened.error;
  std::ofstream(folder.path() + "/cairn.db")
      << "this is no database, but long enough to be taken for one" << std::string(4096, 'x');
  EXPECT_FALSE(open_sqlite_store(folder.path(), loop.post()).store);
}

// --- PostgreSQL: one cluster, a database for each check

struct Postgres {
  testing::PostgresCluster cluster;
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
      loop.wait([&](auto done) { store->add_table(table_row("t" + std::to_string(t)), done); });
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
          store->append(entry("t" + std::to_string(t), number), [&, t, number](const Written& written) {
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

TEST(StorePostgres, ServersHearOfEachOther) {
  Postgres postgres;
  const Open open = postgres.anywhere();
  Loop loop;
  const auto one = opened(open, loop), two = opened(open, loop);
  EXPECT_TRUE(one->shared());
  Store::Numbers heard_one, heard_two;
  const auto note = [](Store::Numbers& into) {
    return [&into](const Store::Numbers& numbers) { into.insert(into.end(), numbers.begin(), numbers.end()); };
  };
  one->on_hint(note(heard_one));
  two->on_hint(note(heard_two));
  loop.wait([&](auto done) { one->add_table(table_row("t1"), done); });
  int number = 0;
  while (heard_two.empty() && number < 500)  // until it listens
    ASSERT_EQ(loop.wait([&](auto done) { one->append(entry("t1", ++number), done); }).how, Written::How::durable);
  EXPECT_FALSE(heard_two.empty());
  EXPECT_TRUE(heard_one.empty()) << "what it said itself";
  // A bot belongs to who made it due, until that one is silent.
  Append due = entry("t1", ++number);
  due.bot_due = true;
  loop.wait([&](auto done) { one->alive(done); });
  loop.wait([&](auto done) { one->append(due, done); });
  EXPECT_EQ(loop.ownerless(*two), std::vector<std::string>{});
  EXPECT_EQ(loop.claim(*two, "t1").how, Written::How::conflict);
  EXPECT_EQ(loop.claim(*one, "t1").how, Written::How::durable);
  one->close();
  EXPECT_EQ(loop.ownerless(*two), std::vector<std::string>{"t1"});
  EXPECT_EQ(loop.claim(*two, "t1").how, Written::How::durable);
}

TEST(StorePostgres, OutlivesLostConnectionsAndRestarts) {
  Postgres postgres;
  const std::string name = postgres.fresh();
  Loop loop;
  const auto store = opened(postgres.in(name), loop);
  loop.wait([&](auto done) { store->add_table(table_row("t1"), done); });
  int number = 0;
  const auto append = [&] { return loop.wait([&](auto done) { store->append(entry("t1", number + 1), done); }).how; };
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
