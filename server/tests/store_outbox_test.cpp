// Hooks and notices in both stores: SQLite and a real PostgreSQL.
#include "server/tests/outbox_checks.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "server/store/postgres.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

using Fresh = std::function<std::unique_ptr<Store>(Loop&)>;

void check_outbox(const Fresh& fresh) {
  for (const auto check :
       {check_notices, check_browsers, check_hooks_of_sessions, check_deliveries, check_turns, check_reminders}) {
    Loop loop;
    check(*fresh(loop), loop);
  }
}

TEST(StoreOutbox, Sqlite) {
  std::vector<std::unique_ptr<Folder>> folders;
  check_outbox([&](Loop& loop) {
    folders.push_back(std::make_unique<Folder>());
    return opened(sqlite_in(*folders.back()), loop);
  });
}

TEST(StoreOutbox, Postgres) {
  PostgresCluster cluster;
  const auto open_in = [&](Loop& loop, const std::string& name) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  int databases = 0;
  check_outbox([&](Loop& loop) {
    const std::string name = "o" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    return open_in(loop, name);
  });

  // Two servers write the same moves and take what is due at the same time: each notice is there once, in the order of
  // its hook, and is delivered by one of them.
  cluster.execute("CREATE DATABASE two");
  Loop loop;
  const auto one = open_in(loop, "two"), other = open_in(loop, "two");
  OutboxDesk desk{{*one, loop}};
  constexpr int kPeople = 6, kMoves = 25;
  std::vector<std::int64_t> people;
  for (int i = 0; i < kPeople; ++i) {
    people.push_back(desk.register_as("P" + std::to_string(i), static_cast<unsigned char>(i + 1)).key);
    desk.add(desk.hook("h" + std::to_string(i), people.back()));
  }
  for (int i = 0; i < kPeople; ++i)
    desk.write([&](auto done) { one->tables.add_table(table_row("t" + std::to_string(i)), done); });
  int asked = 0, answered = 0;
  for (int number = 1; number <= kMoves; ++number)
    for (int table = 0; table < kPeople; ++table)
      for (Store* store : {one.get(), other.get()}) {
        Append append = entry("t" + std::to_string(table), number);
        const auto to = static_cast<std::size_t>(table);
        append.notices = {desk.notice(people[to], append.table + "." + std::to_string(number)),
                          desk.notice(people[(to + 1) % kPeople], append.table + "." + std::to_string(number))};
        ++asked;
        store->tables.append(append, [&](const Written& written) {
          EXPECT_NE(written.how, Written::How::failed) << written.message;
          ++answered;
        });
      }
  std::map<std::string, std::vector<std::string>> by_hook;
  int taking = 0;
  const std::function<void(Store*)> take = [&](Store* store) {
    ++taking;
    store->outbox.take_deliveries(2'000, 9'000, 3, [&, store](const Found<std::vector<Delivery>>& found) {
      --taking;
      ASSERT_TRUE(found.value) << found.error;
      for (const Delivery& delivery : *found.value) {
        by_hook[delivery.hook.id].push_back(delivery.notice.id);
        EXPECT_EQ(delivery.tries, 1);
        ++taking;
        store->outbox.note_delivery(delivery, {}, [&](const Written&) { --taking; });
      }
    });
  };
  std::size_t all = 0;
  const std::size_t wanted = std::size_t{2} * kPeople * kMoves;
  for (int round = 0; round < 5'000 && (all < wanted || answered < asked); ++round) {
    take(one.get());
    take(other.get());
    loop.run_until([&] { return taking == 0; });
    all = 0;
    for (const auto& [hook, ids] : by_hook) all += ids.size();
  }
  EXPECT_EQ(answered, asked);
  EXPECT_EQ(all, wanted);
  for (const auto& [hook, ids] : by_hook) EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
  EXPECT_FALSE(desk.wait(2'000));
}

}  // namespace
}  // namespace cairn
