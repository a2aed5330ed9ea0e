// Play by mail in both stores: SQLite and a real PostgreSQL.
#include "server/tests/mail_checks.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "server/store/postgres.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

constexpr std::array kMailChecks = {check_addresses, check_letters, check_mails, check_boards, check_watches};

TEST(StoreMail, Sqlite) {
  for (const auto check : kMailChecks) {
    Loop loop;
    const Folder folder;
    check(*opened(sqlite_in(folder), loop), loop);
  }
}

TEST(StoreMail, Postgres) {
  PostgresCluster cluster;
  int databases = 0;
  const auto open_in = [&](Loop& loop, const std::string& name) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  for (const auto check : kMailChecks) {
    const std::string name = "mail" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    Loop loop;
    check(*open_in(loop, name), loop);
  }

  // Two servers give numbers at the same time: each table has one, and no two have the same.
  cluster.execute("CREATE DATABASE shared_mail");
  Loop loop;
  const auto one = open_in(loop, "shared_mail"), other = open_in(loop, "shared_mail");
  MailStoreDesk desk{{*one, loop}};
  constexpr int kTables = 60;
  for (int i = 0; i < kTables; ++i) desk.table("t" + std::to_string(i), "margo");
  std::map<std::string, std::set<int>> given;
  int answers = 0;
  for (int i = 0; i < kTables; ++i)
    for (Store* store : {one.get(), other.get()}) {
      const std::string id = "t" + std::to_string(store == one.get() ? i : kTables - 1 - i);
      store->mail.number_boards({id}, true, [&, id](const Found<std::vector<int>>& found) {
        ++answers;
        ASSERT_TRUE(found.value) << found.error;
        given[id].insert(found.value->front());
      });
    }
  loop.run_until([&] { return answers == 2 * kTables; });
  std::set<int> all;
  for (const auto& [id, numbers] : given) {
    EXPECT_EQ(numbers.size(), 1U) << id;
    all.insert(numbers.begin(), numbers.end());
  }
  EXPECT_EQ(all.size(), static_cast<std::size_t>(kTables));
  EXPECT_EQ(*all.begin(), kFirstBoard);
  EXPECT_EQ(*all.rbegin(), kFirstBoard + kTables - 1);
}

}  // namespace
}  // namespace cairn
