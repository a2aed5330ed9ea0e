// The store, real SQLite in a real folder: what was answered as durable is there, once, also for the next process.
#include "server/store/store.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "server/store/connection.h"
#include "server/store/memory.h"
#include "server/store/migrations.h"
#include "server/store/sqlite.h"

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

std::unique_ptr<Store> open_store(const Folder& folder, Loop& loop) {
  OpenedStore opened = open_sqlite_store(folder.path(), loop.post());
  EXPECT_EQ(opened.error, "");
  return std::move(opened.store);
}

// What any store must do.
void check_contract(Store& store, Loop& loop) {
  const Written guest = loop.wait([&](auto done) { store.add_guest("Ann", token(1), 100, 200, done); });
  EXPECT_EQ(guest.how, Written::How::durable);
  ASSERT_TRUE(store.person_of(token(1), 199).value);
  EXPECT_EQ(store.person_of(token(1), 199).value->name, "Ann");
  EXPECT_EQ(store.person_of(token(1), 199).value->id, guest.key);
  EXPECT_FALSE(store.person_of(token(1), 200).value) << "the session has run out";
  EXPECT_FALSE(store.person_of(token(2), 150).value);

  EXPECT_EQ(loop.wait([&](auto done) { store.add_table(table_row("t1"), done); }).how, Written::How::durable);
  EXPECT_EQ(loop.wait([&](auto done) { store.add_table(table_row("t1"), done); }).how, Written::How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t1", 1), done); }).how, Written::How::durable);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t1", 1), done); }).how, Written::How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t1", 3), done); }).how, Written::How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.append(entry("t2", 1), done); }).how, Written::How::conflict);
  Append join = entry("t1", 2);
  join.entry = {Entry::Kind::join, seat_at(1), "", ""};
  join.chair = Chair{SeatKind::bot, 0, "bot"};
  join.bot_due = true;
  EXPECT_EQ(loop.wait([&](auto done) { store.append(join, done); }).how, Written::How::durable);
  EXPECT_EQ(store.tables_with_bot_due(), std::vector<std::string>{"t1"});

  const auto found = store.load("t1");
  ASSERT_TRUE(found.value) << found.error;
  const TableRow expected = table_row("t1");
  EXPECT_EQ(found.value->row.setup.game, "some-game");
  EXPECT_EQ(found.value->row.setup.options, expected.setup.options);
  EXPECT_EQ(found.value->row.setup.seed, expected.setup.seed);
  EXPECT_EQ(found.value->row.setup.rules_version, 1);
  EXPECT_DOUBLE_EQ(found.value->row.setup.seconds, 2.5);
  EXPECT_EQ(found.value->row.setup.level, 4);
  EXPECT_EQ(found.value->row.created_ms, expected.created_ms);
  EXPECT_EQ(found.value->row.chairs, (std::vector<Chair>{expected.chairs[0], {SeatKind::bot, 0, "bot"}}));
  EXPECT_EQ(found.value->log, (std::vector<Entry>{entry("t1", 1).entry, join.entry}));
  EXPECT_FALSE(store.load("t9").value);
}

TEST(Store, MemoryKeepsTheContract) {
  Loop loop;
  MemoryStore store(loop.post());
  check_contract(store, loop);
}

TEST(Store, SqliteKeepsTheContract) {
  Loop loop;
  const Folder folder;
  check_contract(*open_store(folder, loop), loop);
}

TEST(Store, EverythingIsThereForTheNextProcess) {
  Loop loop;
  const Folder folder;
  {
    auto store = open_store(folder, loop);
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
  const auto store = open_store(folder, loop);
  ASSERT_TRUE(store->load("t1").value);
  ASSERT_EQ(store->load("t1").value->log.size(), 500U);
  for (int i = 1; i <= 500; ++i)
    EXPECT_EQ(store->load("t1").value->log[static_cast<std::size_t>(i - 1)], entry("t1", i).entry);
  EXPECT_TRUE(store->person_of(token(1), 150).value);
}

TEST(Store, ABadWriteDoesNotTakeItsGroupWithIt) {
  Loop loop;
  const Folder folder;
  auto store = open_store(folder, loop);
  // The same token twice breaks a rule of the database itself; its neighbours in the queue must not suffer.
  std::vector<Written::How> hows;
  const auto note = [&](const Written& written) { hows.push_back(written.how); };
  loop.wait([&](auto done) { store->add_guest("first", token(1), 1, 200, done); });
  for (unsigned char i = 2; i < 40; ++i) store->add_guest("x", token(i == 20 ? 1 : i), 1, 200, note);
  loop.run_until([&] { return hows.size() == 38; });
  EXPECT_EQ(std::count(hows.begin(), hows.end(), Written::How::failed), 1);
  EXPECT_EQ(hows[18], Written::How::failed);
  for (unsigned char i = 2; i < 40; ++i) EXPECT_EQ(store->person_of(token(i), 1).value.has_value(), i != 20);
  EXPECT_EQ(store->person_of(token(1), 1).value->name, "first");
}

TEST(Store, WhatWasAskedForBeforeTheCloseIsWritten) {
  Loop loop;
  const Folder folder;
  int durable = 0, failed = 0;
  {
    auto store = open_store(folder, loop);
    loop.wait([&](auto done) { store->add_table(table_row("t1"), done); });
    for (int i = 1; i <= 100; ++i)
      store->append(entry("t1", i), [&](const Written& written) { durable += written.how == Written::How::durable; });
    store->close();
    store->append(entry("t1", 101), [&](const Written& written) { failed += written.how == Written::How::failed; });
    loop.run_until([&] { return durable == 100 && failed == 1; });
  }
  EXPECT_EQ(open_store(folder, loop)->load("t1").value->log.size(), 100U);
}

TEST(Store, OneProcessAtATime) {
  Loop loop;
  const Folder folder;
  const auto store = open_store(folder, loop);
  const OpenedStore second = open_sqlite_store(folder.path(), loop.post());
  EXPECT_FALSE(second.store);
  EXPECT_NE(second.error.find("another server"), std::string::npos) << second.error;
}

// A database of the first form, with a table in it: the bot of that time was as strong as it could be.
TEST(StoreSqlite, TakesAnOlderDatabaseAlong) {
  const Folder folder;
  {
    Connection old(folder.path() + "/cairn.db");
    old.execute(
        std::string(migrations()[0]) +
        "INSERT INTO tables (id, game, options, seed, rules_version, seconds, created_ms, number, over, bot_due) "
        "VALUES ('t1', 'some-game', '{}', 5, 1, 2.5, 1700000000000, 0, 0, 0); PRAGMA user_version = 1");
  }
  Loop loop;
  for (int opened = 0; opened < 2; ++opened) {
    const OpenedStore store = open_sqlite_store(folder.path(), loop.post());
    ASSERT_TRUE(store.store) << store.error;
    const auto found = store.store->load("t1");
    ASSERT_TRUE(found.value) << found.error;
    EXPECT_EQ(found.value->row.setup.level, 10);
    EXPECT_DOUBLE_EQ(found.value->row.setup.seconds, 2.5);
  }
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

}  // namespace
}  // namespace cairn
