// Mailed links in both stores: SQLite and a real PostgreSQL.
#include "server/tests/links_checks.h"

#include <gtest/gtest.h>

#include <array>

#include "server/store/postgres.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

constexpr std::array kLinkChecks = {check_links, check_reset_links};

TEST(StoreLinks, Sqlite) {
  for (const auto check : kLinkChecks) {
    Loop loop;
    const Folder folder;
    check(*opened(sqlite_in(folder), loop), loop);
    const auto db = connect_sqlite(folder.path() + "/cairn.db");
    for (const auto& [state, secrets] : {std::pair(1, false), std::pair(0, true)}) {
      const SqlRows rows = db->run("SELECT facts FROM outbox WHERE state = $1", {state});
      for (std::size_t i = 0; i < rows.size(); ++i)
        EXPECT_EQ(rows.text(i, 0).find("secret") != std::string::npos, secrets) << "what was sent is forgotten";
    }
  }
}

TEST(StoreLinks, Postgres) {
  PostgresCluster cluster;
  int databases = 0;
  const auto open_in = [&](Loop& loop, const std::string& name) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  for (const auto check : kLinkChecks) {
    const std::string name = "links" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    Loop loop;
    check(*open_in(loop, name), loop);
  }

  // Of two servers that are shown the same link at the same time one lets in.
  cluster.execute("CREATE DATABASE shared_links");
  Loop loop;
  const auto one = open_in(loop, "shared_links"), other = open_in(loop, "shared_links");
  LinkStoreDesk desk{{*one, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  const Hook hook = {"h1", ann, "mailto:ann@club.example", "", 0, 700};
  desk.write([&](auto done) { one->mail.set_mail_hook(hook, done); });
  constexpr int kLinks = 20;
  int in = 0, answers = 0;
  for (int i = 0; i < kLinks; ++i) {
    const MailedLink link = desk.link(static_cast<unsigned char>(100 + i), LinkKind::session, ann, "ann@club.example");
    const LinkLetter both = {link, LinkStoreDesk::letter(ann, "l" + std::to_string(i))};
    ASSERT_EQ(desk.write([&](auto done) { one->links.add_links({both}, 1'000, 100, done); }), Written::How::durable);
    for (Store* store : {one.get(), other.get()}) {
      const int byte = (store == one.get() ? 140 : 180) + i;
      store->links.sign_in_by(link, LinkStoreDesk::session(static_cast<unsigned char>(byte)), std::nullopt, 100,
                              [&](const Written& written) {
                                ++answers;
                                in += written.how == Written::How::durable ? 1 : 0;
                              });
    }
  }
  loop.run_until([&] { return answers == 2 * kLinks; });
  EXPECT_EQ(in, kLinks);
}

}  // namespace
}  // namespace cairn
