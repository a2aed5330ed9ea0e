// What the host does to accounts is written with its row of the audit log, which nobody can change.
#include "server/store/audit.h"

#include <gtest/gtest.h>

#include <limits>

#include "server/store/links.h"
#include "server/store/migrations.h"
#include "server/store/postgres_connection.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

std::int64_t add_account(SqlConnection& db, const std::string& name) {
  const std::int64_t id =
      db.run("INSERT INTO people (name, created_ms) VALUES ($1, 1) RETURNING id", {name}).integer(0, 0);
  db.run(
      "INSERT INTO accounts (person, lower_name, password, role, bot, email, profile, preferences, created_ms, "
      "seen_ms) "
      "VALUES ($1, LOWER($2), 'x', 0, 0, '', '', '{}', 1, 1)",
      {id, name});
  return id;
}

void add_session(SqlConnection& db, std::int64_t person, unsigned char byte) {
  db.run("INSERT INTO sessions (token_hash, person, created_ms, expires_ms) VALUES ($1, $2, 1, {now} + 100000)",
         {token(byte), person});
  db.run(
      "INSERT INTO api_tokens (token_hash, person, name, scopes, created_ms, used_ms, expires_ms) "
      "VALUES ($1, $2, 't', 1, 1, 0, {now} + 100000)",
      {token(static_cast<unsigned char>(byte + 100)), person});
}

bool sql_refused(SqlConnection& db, const std::string& sql) {
  try {
    db.execute(sql);
    return false;
  } catch (const SqlError& error) {
    EXPECT_NE(std::string(error.what()).find("audit_log takes new rows alone"), std::string::npos) << error.what();
    return true;
  }
}

void check_log_only_grows(SqlConnection& db, bool postgres) {
  const std::int64_t ann = add_account(db, "Ann");
  write_audit(db, Act::role, {kHost, ann, "asked for it"}, "moderator");
  EXPECT_TRUE(sql_refused(db, "UPDATE audit_log SET why = ''"));
  EXPECT_TRUE(sql_refused(db, "DELETE FROM audit_log"));
  EXPECT_TRUE(sql_refused(db, postgres
                                  ? "TRUNCATE audit_log"
                                  : "INSERT OR REPLACE INTO audit_log SELECT id, at_ms, actor, act, person, about, '' "
                                    "FROM audit_log"));
  db.run("UPDATE accounts SET role = 2 WHERE person = $1", {ann});
  write_audit(db, Act::worker, {ann, ann, ""}, "");
  const auto log = read_audit(db, kAll, 10);
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[0].act, "worker");
  EXPECT_EQ(log[0].by, "Ann");
  EXPECT_EQ(log[1].by, "") << "the host";
  EXPECT_EQ(log[1].name, "Ann");
  EXPECT_EQ(log[1].about, "moderator");
  EXPECT_EQ(log[1].why, "asked for it");
  EXPECT_GT(log[1].at_ms, 1'700'000'000'000);
  EXPECT_EQ(read_audit(db, log[0].id, 10).size(), 1U) << "the page behind it";
}

void check_sign_out(SqlConnection& db) {
  const std::int64_t bob = add_account(db, "Bob"), cid = add_account(db, "Cid");
  add_session(db, bob, 1);
  add_session(db, bob, 2);
  add_session(db, cid, 3);
  write_password_link(db, {kHost, bob, ""}, token(9), kAll);
  EXPECT_EQ(read_person_facts(db, "BOB")->sessions, 2);
  EXPECT_EQ(read_person_facts(db, "bob")->tokens, 2);
  EXPECT_EQ(write_sign_out(db, {kHost, bob, "stolen"}), 4);
  const auto facts = read_person_facts(db, "Bob");
  EXPECT_EQ(facts->sessions + facts->tokens, 0);
  EXPECT_EQ(facts->log.at(0).act, "sign-out");
  EXPECT_EQ(
      db.run("SELECT COUNT(*) FROM people_news WHERE person = $1 AND token_hash IS NOT NULL", {bob}).integer(0, 0), 4)
      << "servers hear of each";
  EXPECT_EQ(db.run("SELECT COUNT(*) FROM links").integer(0, 0), 0);
  EXPECT_EQ(read_person_facts(db, "Cid")->sessions, 1);
  EXPECT_FALSE(read_person_facts(db, "Nobody"));
}

void check_rename(SqlConnection& db) {
  const std::int64_t dan = add_account(db, "Dan"), eve = add_account(db, "Eve1");
  const std::size_t before = read_audit(db, kAll, 100).size();
  EXPECT_FALSE(write_new_name(db, {kHost, dan, ""}, "EVEl")) << "it looks like that of another one";
  EXPECT_EQ(read_audit(db, kAll, 100).size(), before);
  EXPECT_TRUE(write_new_name(db, {kHost, eve, ""}, "EVEl")) << "its own";
  EXPECT_TRUE(write_new_name(db, {kHost, dan, "offends"}, "Daniel"));
  EXPECT_FALSE(read_person_facts(db, "Dan"));
  const auto facts = read_person_facts(db, "daniel");
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->account.person.name, "Daniel");
  EXPECT_EQ(facts->log.at(0).about, "Dan");
  EXPECT_EQ(facts->log.at(0).why, "offends");
}

void check_suspension(SqlConnection& db) {
  const std::int64_t fay = add_account(db, "Fay");
  add_session(db, fay, 11);
  db.run("UPDATE accounts SET email = 'fay@club.example', preferences = $2, zone_minutes = 60 WHERE person = $1",
         {fay, R"({"theme":"dark"})"});
  db.run(
      "INSERT INTO hooks (id, person, url, secret, wants, created_ms, off, held_ms, push, mail) "
      "VALUES ('mail.of.fay', $1, 'mailto:fay@club.example', '', 0, 1, '', 0, 0, 1)",
      {fay});
  db.run("INSERT INTO atom_feeds (person, secret_hash, created_ms) VALUES ($1, $2, 1)", {fay, token(12)});
  EXPECT_FALSE(write_lift(db, {kHost, fay, ""})) << "there is nothing to lift";
  write_suspension(db, {kHost, fay, "cheats"}, 1'764'000'000'000);
  auto facts = read_person_facts(db, "Fay");
  EXPECT_EQ(facts->sessions + facts->tokens, 0);
  ASSERT_TRUE(facts->account.suspension);
  EXPECT_TRUE(facts->account.suspension->holds(1'763'999'999'999));
  EXPECT_FALSE(facts->account.suspension->holds(1'764'000'000'000));
  EXPECT_EQ(facts->account.suspension->why, "cheats");
  EXPECT_EQ(facts->account.email, "fay@club.example") << "kept for when it is over";
  EXPECT_EQ(facts->log.at(0).about, "2025-11-24 16:00");
  EXPECT_EQ(db.run("SELECT COUNT(*) FROM ended_tokens WHERE person = $1", {fay}).integer(0, 0), 2);
  EXPECT_EQ(db.run("SELECT COUNT(*) FROM atom_feeds WHERE person = $1", {fay}).integer(0, 0), 0)
      << "it needs no sign-in";
  write_suspension(db, {kHost, fay, "again"}, 0);
  EXPECT_TRUE(read_person_facts(db, "Fay")->account.suspension->holds(9'000'000'000'000))
      << "in its place, without end";
  EXPECT_TRUE(write_lift(db, {kHost, fay, "sorry"}));
  EXPECT_FALSE(read_person_facts(db, "Fay")->account.suspension);
  EXPECT_EQ(db.run("SELECT COUNT(*) FROM ended_tokens").integer(0, 0), 0);
  write_closing(db, {kHost, fay, "spam"});
  facts = read_person_facts(db, "FAY");
  ASSERT_TRUE(facts) << "the name stays taken";
  EXPECT_TRUE(facts->account.suspension->closed);
  EXPECT_EQ(facts->account.email + facts->account.proven, "");
  EXPECT_EQ(facts->account.preferences, "{}");
  EXPECT_EQ(facts->account.zone_minutes, 0);
  EXPECT_EQ(db.run("SELECT COUNT(*) FROM hooks WHERE person = $1", {fay}).integer(0, 0), 0);
  std::vector<std::string> acts;
  for (const AuditEntry& entry : facts->log) acts.push_back(entry.act + " " + entry.why);
  EXPECT_EQ(acts, (std::vector<std::string>{"close spam", "lift sorry", "suspend again", "suspend cheats"}));
}

void check_all(SqlConnection& db, bool postgres) {
  migrate(db);
  check_log_only_grows(db, postgres);
  check_sign_out(db);
  check_rename(db);
  check_suspension(db);
}

TEST(Audit, IsWrittenWithEveryActInSqlite) {
  check_all(*connect_sqlite(":memory:"), false);
}

TEST(Audit, IsWrittenWithEveryActInPostgres) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE one");
  PostgresPlace place;
  ASSERT_EQ(read_postgres_url(cluster.url("one"), place), "");
  check_all(*connect_postgres(place), true);
}

// Without an address of mail, and once.
TEST(Audit, TheHostsLinkSetsAPassword) {
  const Folder folder;
  Loop loop;
  const OpenedStore opened = open_sqlite_store(folder.path(), loop.post());
  ASSERT_TRUE(opened.store) << opened.error;
  std::int64_t ann = 0;
  {
    const auto db = connect_sqlite(folder.path() + "/cairn.db");
    ann = add_account(*db, "Ann");
    write_password_link(*db, {kHost, ann, ""}, token(7), kAll);
  }
  const auto link =
      loop.read<MailedLink>([&](auto done) { opened.store->links.find_link(token(7), LinkKind::password, 5, done); });
  ASSERT_TRUE(link.value) << link.error;
  EXPECT_EQ(link.value->person, ann);
  const auto use = [&] {
    return loop.wait([&](auto done) { opened.store->links.reset_password(*link.value, "new", {}, {}, done); }).how;
  };
  EXPECT_EQ(use(), Written::How::durable);
  EXPECT_EQ(use(), Written::How::conflict);
}

}  // namespace
}  // namespace cairn
