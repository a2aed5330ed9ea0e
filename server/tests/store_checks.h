// What the tests of the store share: a loop, some rows, and what every store must do.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>

#include "server/base/tokens.h"
#include "server/store/sqlite.h"

namespace cairn::testing {

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
    auto found = read<Caller>([&](auto done) { store.people.caller_of(token, false, now, done); });
    if (!found.value) return {std::nullopt, found.error};
    return {found.value->person, {}};
  }
  Found<StoredTable> load(Store& store, const std::string& id, int after = 0) {
    return read<StoredTable>([&](auto done) { store.tables.load(id, after, done); });
  }
  std::size_t length(Store& store, const std::string& id) {
    const auto found = load(store, id);
    return found.value ? found.value->log.size() : 0;
  }
  std::vector<std::string> ownerless(Store& store) {
    return *read<std::vector<std::string>>([&](auto done) { store.tables.ownerless_bots(9, {}, done); }).value;
  }
  Written claim(Store& store, const std::string& id) {
    return wait([&](auto done) { store.tables.claim_bot(id, done); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> posted_;
};

inline TokenHash token(unsigned char byte) {
  TokenHash hash{};
  hash[0] = byte;
  return hash;
}

inline TableRow table_row(const std::string& id) {
  TableRow row;
  row.id = id;
  row.setup = {"some-game", {{"size", "4"}, {"ko", "simple"}}, 0xFFFF'0000'1234'5678ULL, 1};
  row.setup.seconds = 2.5;
  row.setup.level = 4;
  row.occupants = {{SeatKind::guest, 7, "Zoë"}, {}};
  row.setup.clock = *parse_clock_rule("fischer 5m+3s").rule;
  row.setup.created_ms = 1'700'000'000'000;
  row.due_ms = 1'700'000'300'000;
  return row;
}

inline Append entry(const std::string& table, int number) {
  return {
      table,
      number,
      {Entry::Kind::play, seat_at(number % 2), "W" + std::to_string(number), "r" + std::to_string(number), 5, number},
      std::nullopt,
      false,
      false,
      1'700'000'000'000 + number};
}

// Where a store is kept, and how it is opened.
using Open = std::function<OpenedStore(Loop&)>;

inline Open sqlite_in(const Folder& folder) {
  return [path = folder.path()](Loop& loop) { return open_sqlite_store(path, loop.post()); };
}

inline std::unique_ptr<Store> opened(const Open& open, Loop& loop) {
  EXPECT_TRUE(init_tokens());
  OpenedStore store = open(loop);
  EXPECT_EQ(store.error, "");
  return std::move(store.store);
}

inline void check_guests(Store& store, Loop& loop) {
  using How = Written::How;
  const Written guest = loop.wait([&](auto done) { store.people.add_guest("Ann", token(1), 100, 200, done); });
  EXPECT_EQ(guest.how, How::durable);
  const auto ann = loop.person(store, token(1), 199);
  ASSERT_TRUE(ann.value) << ann.error;
  EXPECT_EQ(ann.value->name, "Ann");
  EXPECT_EQ(ann.value->id, guest.key);
  EXPECT_FALSE(loop.person(store, token(1), 200).value) << "the session has run out";
  EXPECT_FALSE(loop.person(store, token(2), 150).value);
  EXPECT_EQ(loop.person(store, token(2), 150).error, "");
  EXPECT_EQ(loop.wait([&](auto done) { store.people.add_guest("Eve", token(1), 100, 200, done); }).how, How::failed);
}

inline void check_loaded(Store& store, Loop& loop, const Append& join) {
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
  EXPECT_EQ(found.value->row.setup.created_ms, expected.setup.created_ms);
  EXPECT_EQ(found.value->row.setup.clock, expected.setup.clock);
  EXPECT_EQ(found.value->row.due_ms, join.due_ms);
  EXPECT_EQ(found.value->row.occupants, (std::vector<Occupant>{expected.occupants[0], {SeatKind::bot, 0, "bot"}}));
  EXPECT_EQ(found.value->log, (std::vector<Entry>{entry("t1", 1).entry, join.entry}));
  EXPECT_EQ(loop.load(store, "t1", 1).value->log, std::vector<Entry>{join.entry});
  EXPECT_EQ(loop.load(store, "t1", 1).value->row.occupants, found.value->row.occupants);
  EXPECT_EQ(loop.load(store, "t1", 2).value->log, std::vector<Entry>{});
  EXPECT_FALSE(loop.load(store, "t9").value);
  EXPECT_EQ(loop.load(store, "t9").error, "");
}

// Clocks: what is due, the longest overdue first.
inline void check_due_tables(Store& store, Loop& loop, const Append& join) {
  using How = Written::How;
  using Ids = std::vector<std::string>;
  TableRow late = table_row("t3");
  late.due_ms = 1'000;
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.add_table(late, done); }).how, How::durable);
  const auto due = [&](std::int64_t now, int most) {
    return *loop.read<Ids>([&](auto done) { store.tables.due_tables(now, most, done); }).value;
  };
  EXPECT_EQ(due(999, 9), Ids{});
  EXPECT_EQ(due(1'000, 9), Ids{"t3"});
  EXPECT_EQ(due(join.due_ms - 1, 9), Ids{"t3"});
  EXPECT_EQ(due(join.due_ms, 9), (Ids{"t3", "t1"}));
  EXPECT_EQ(due(join.due_ms, 1), Ids{"t3"});
  Append last = entry("t3", 1);
  last.due_ms = 0;
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(last, done); }).how, How::durable);
  EXPECT_EQ(due(join.due_ms, 9), Ids{"t1"});
}

// What any store must do.
inline void check_contract(Store& store, Loop& loop) {
  using How = Written::How;
  const auto last_moment = [&] {
    return loop.read<std::int64_t>([&](auto done) { store.last_moment(done); }).value.value_or(-1);
  };
  EXPECT_EQ(last_moment(), 0);
  EXPECT_EQ(loop.read<bool>([&](auto done) { store.look(done); }).value, true);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(loop.wait([&](auto done) { store.try_write(done); }).how, How::durable);
  EXPECT_EQ(store.counts().write_fault, WriteFault::none);
  check_guests(store, loop);

  EXPECT_EQ(loop.wait([&](auto done) { store.tables.add_table(table_row("t1"), done); }).how, How::durable);
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.add_table(table_row("t1"), done); }).how, How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(entry("t1", 1), done); }).how, How::durable);
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(entry("t1", 1), done); }).how, How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(entry("t1", 3), done); }).how, How::conflict);
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(entry("t2", 1), done); }).how, How::conflict);
  EXPECT_EQ(loop.claim(store, "t1").how, How::conflict) << "no bot is due";
  Append join = entry("t1", 2);
  join.entry = {Entry::Kind::join, seat_at(1), "", ""};
  join.occupant = Occupant{SeatKind::bot, 0, "bot"};
  join.bot_due = true;
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(join, done); }).how, How::durable);
  EXPECT_EQ(loop.ownerless(store), std::vector<std::string>{"t1"});
  EXPECT_EQ(loop.claim(store, "t1").how, How::durable);
  EXPECT_EQ(loop.claim(store, "t9").how, How::conflict);
  check_loaded(store, loop, join);
  check_due_tables(store, loop, join);

  std::vector<std::string> many(50, "t9");
  many.push_back("t1");
  const auto numbers = loop.read<TableStore::Numbers>([&](auto done) { store.tables.numbers(many, done); });
  EXPECT_EQ(numbers.value, (TableStore::Numbers{{"t1", 2}}));

  const auto now = std::chrono::system_clock::now().time_since_epoch();
  EXPECT_NEAR(static_cast<double>(last_moment()),
              static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()), 60'000);
}

// A worker's lease of a bot that is due: one at a time, over with an entry, by its end, or when its time is over.
inline void check_leases(Store& store, Loop& loop) {
  using How = Written::How;
  constexpr std::int64_t kLong = 60'000;
  const auto lease = [&](std::int64_t id, std::int64_t ms) {
    return loop.wait([&](auto done) { store.tables.lease_bot("due", id, ms, done); }).how;
  };
  const auto end = [&](std::int64_t id) {
    return loop.wait([&](auto done) { store.tables.end_lease("due", id, done); }).how;
  };
  TableRow row = table_row("due");
  EXPECT_EQ(loop.wait([&](auto done) { store.tables.add_table(row, done); }).how, How::durable);
  EXPECT_EQ(lease(1, kLong), How::conflict) << "no bot is due";
  int number = 0;
  const auto append = [&] {
    Append due = entry("due", ++number);
    due.bot_due = true;
    EXPECT_EQ(loop.wait([&](auto done) { store.tables.append(due, done); }).how, How::durable);
  };
  append();
  EXPECT_EQ(lease(1, kLong), How::durable);
  EXPECT_EQ(lease(2, kLong), How::conflict);
  EXPECT_EQ(loop.claim(store, "due").how, How::conflict);
  EXPECT_TRUE(loop.ownerless(store).empty());
  EXPECT_EQ(end(2), How::conflict);
  EXPECT_EQ(end(1), How::durable);
  EXPECT_EQ(end(1), How::conflict) << "it was over";
  // Two ask at once.
  int durable = 0, answered = 0;
  for (std::int64_t id = 3; id < 13; ++id)
    store.tables.lease_bot("due", id, kLong, [&](const Written& written) {
      durable += written.how == How::durable;
      ++answered;
    });
  loop.run_until([&] { return answered == 10; });
  EXPECT_EQ(durable, 1);
  EXPECT_EQ(end(3), How::durable) << "the first that asked";
  // An entry ends it.
  EXPECT_EQ(lease(20, kLong), How::durable);
  append();
  EXPECT_EQ(end(20), How::conflict);
  // Its time is over: it counts on until another takes the bot.
  EXPECT_EQ(lease(21, 0), How::durable);
  while (loop.ownerless(store).empty()) {
  }
  EXPECT_EQ(end(21), How::durable);
  EXPECT_EQ(lease(22, 0), How::durable);
  while (loop.ownerless(store).empty()) {
  }
  EXPECT_EQ(lease(23, kLong), How::durable);
  EXPECT_EQ(end(22), How::conflict);
  EXPECT_EQ(end(23), How::durable);
  // Released: anybody's.
  EXPECT_EQ(lease(0, 0), How::durable);
  EXPECT_EQ(loop.ownerless(store), std::vector<std::string>{"due"});
  const auto of = [&](const char* game) {
    return loop.read<std::vector<std::string>>([&](auto done) { store.tables.ownerless_bots(9, game, done); })
        .value->size();
  };
  EXPECT_EQ(of("some-game"), 1U);
  EXPECT_EQ(of("another"), 0U);
  EXPECT_EQ(loop.claim(store, "due").how, How::durable);
}

inline void check_the_next_process_finds_everything(const Open& open) {
  Loop loop;
  {
    const auto store = opened(open, loop);
    loop.wait([&](auto done) { store->people.add_guest("Ann", token(1), 100, 200, done); });
    loop.wait([&](auto done) { store->tables.add_table(table_row("t1"), done); });
    int answered = 0;
    for (int i = 1; i <= 500; ++i)
      store->tables.append(entry("t1", i), [&](const Written& written) {
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

inline void check_a_bad_write_falls_alone(const Open& open) {
  Loop loop;
  const auto store = opened(open, loop);
  // The same token twice breaks a rule of the database itself; its neighbours in the queue must not suffer.
  std::vector<Written::How> hows;
  const auto note = [&](const Written& written) { hows.push_back(written.how); };
  loop.wait([&](auto done) { store->people.add_guest("first", token(1), 1, 200, done); });
  const auto bad = [](unsigned char i) { return i == 20 || i == 21 || i == 39; };
  for (unsigned char i = 2; i < 40; ++i) store->people.add_guest("x", token(bad(i) ? 1 : i), 1, 200, note);
  loop.run_until([&] { return hows.size() == 38; });
  for (unsigned char i = 2; i < 40; ++i) {
    EXPECT_EQ(hows[i - 2U], bad(i) ? Written::How::failed : Written::How::durable) << int{i};
    EXPECT_EQ(loop.person(*store, token(i), 1).value.has_value(), !bad(i));
  }
  EXPECT_EQ(loop.person(*store, token(1), 1).value->name, "first");
}

inline void check_the_close_writes_what_was_asked_for(const Open& open) {
  Loop loop;
  int durable = 0, failed = 0;
  {
    const auto store = opened(open, loop);
    loop.wait([&](auto done) { store->tables.add_table(table_row("t1"), done); });
    for (int i = 1; i <= 100; ++i)
      store->tables.append(entry("t1", i),
                           [&](const Written& written) { durable += written.how == Written::How::durable; });
    store->close();
    store->tables.append(entry("t1", 101),
                         [&](const Written& written) { failed += written.how == Written::How::failed; });
    loop.run_until([&] { return durable == 100 && failed == 1; });
  }
  EXPECT_EQ(loop.length(*opened(open, loop), "t1"), 100U);
}

}  // namespace cairn::testing
