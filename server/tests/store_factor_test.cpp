// Second factors in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/base/totp.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

constexpr std::int64_t kFactorStep = 50'000'000, kFactorNow = kFactorStep * 30'000;
const std::string kFactorSecret = "12345678901234567890";

struct FactorDesk : PeopleDesk {
  static FactorProof proof(std::int64_t step, std::int64_t now = kFactorNow) {
    return {totp_code(kFactorSecret, step), now};
  }
  Written begin(std::int64_t person) {
    return loop.wait([&](auto done) { store.second_factors.begin(person, kFactorSecret, kFactorNow, done); });
  }
  Written confirm(std::int64_t person, const FactorProof& with) {
    const SecondFactorStore::Hashes codes = {hash_recovery_code(person, "one"), hash_recovery_code(person, "two")};
    return loop.wait([&](auto done) { store.second_factors.confirm(person, with, codes, token(1), {}, done); });
  }
  FactorState state(std::int64_t person) {
    return *loop.read<FactorState>([&](auto done) { store.second_factors.state(person, done); }).value;
  }
  Written enter(std::int64_t person, unsigned char byte, const FactorProof& with) {
    Session one = session(byte, with.now_ms, with.now_ms + 1'000);
    one.code = with.code;
    return loop.wait([&](auto done) { store.people.add_session(person, one, std::nullopt, 9, done); });
  }
};

void check_factors(Store& store, Loop& loop) {
  FactorDesk desk{{store, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  EXPECT_EQ(desk.confirm(ann, FactorDesk::proof(kFactorStep)).how, Written::How::conflict) << "nothing was begun";
  EXPECT_EQ(desk.begin(999'999).how, Written::How::conflict) << "nobody";
  EXPECT_EQ(desk.begin(ann).how, Written::How::durable);
  EXPECT_EQ(desk.begin(ann).how, Written::How::durable) << "anew";
  EXPECT_EQ(desk.enter(ann, 10, {{}, 500}).how, Written::How::durable) << "it is not on yet";
  EXPECT_EQ(desk.confirm(ann, {"000000", kFactorNow}).key, kWrongCode);
  EXPECT_EQ(desk.confirm(ann, FactorDesk::proof(kFactorStep)).how, Written::How::durable);
  EXPECT_TRUE(desk.state(ann).on());
  EXPECT_EQ(desk.state(ann).recovery_codes, 2);
  EXPECT_FALSE(desk.state(bob).on());
  EXPECT_TRUE(desk.caller(1, false, 1'000)->person.second_factor);
  EXPECT_FALSE(desk.caller(2)->person.second_factor);
  EXPECT_EQ(desk.sessions(ann).size(), 1U) << "the other session ended";
  EXPECT_EQ(desk.begin(ann).how, Written::How::conflict) << "it is on";

  EXPECT_EQ(desk.enter(ann, 11, {{}, kFactorNow}).key, kNeedsCode);
  EXPECT_EQ(desk.enter(ann, 11, FactorDesk::proof(kFactorStep)).key, kWrongCode) << "used";
  EXPECT_FALSE(desk.caller(11, false, kFactorNow)) << "nothing was written";
  EXPECT_EQ(desk.enter(ann, 11, FactorDesk::proof(kFactorStep + 1)).how, Written::How::durable);
  EXPECT_EQ(desk.enter(bob, 12, {"whatever", kFactorNow}).how, Written::How::durable) << "who has none is not asked";

  const SecondFactorStore::Hashes fresh = {hash_recovery_code(ann, "three")};
  const auto later = [](std::int64_t step) { return FactorDesk::proof(step, step * 30'000); };
  EXPECT_EQ(loop.wait([&](auto done) { store.second_factors.renew(ann, later(kFactorStep + 5), fresh, {}, done); }).how,
            Written::How::durable);
  EXPECT_EQ(desk.state(ann).recovery_codes, 1);
  EXPECT_EQ(loop.wait([&](auto done) { store.second_factors.turn_off(bob, later(kFactorStep + 9), {}, done); }).key, 0);
  EXPECT_EQ(loop.wait([&](auto done) { store.second_factors.turn_off(ann, later(kFactorStep + 5), {}, done); }).key,
            kWrongCode);
  EXPECT_EQ(loop.wait([&](auto done) { store.second_factors.turn_off(ann, later(kFactorStep + 9), {}, done); }).how,
            Written::How::durable);
  EXPECT_FALSE(desk.state(ann).on());
  EXPECT_EQ(desk.enter(ann, 13, {{}, kFactorNow}).how, Written::How::durable);
}

// Of all files of a database, the write-ahead log among them.
std::string bytes_of_all_files(const std::string& folder) {
  std::string all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    all.append(std::istreambuf_iterator<char>(in), {});
  }
  return all;
}

TEST(StoreFactors, SqliteAndItsFileHoldsNoSecret) {
  Loop loop;
  const Folder folder;
  check_factors(*opened(sqlite_in(folder), loop), loop);
  const auto store = opened(sqlite_in(folder), loop);
  FactorDesk desk{{*store, loop}};
  const std::int64_t eve = desk.register_as("Eve-who-is-in-the-file", 77).key;
  const auto check = [&](const char* when) {
    const std::string all = bytes_of_all_files(folder.path());
    ASSERT_NE(all.find("Eve-who-is-in-the-file"), std::string::npos) << when;
    const std::string hex = hex_of({reinterpret_cast<const unsigned char*>(kFactorSecret.data()), 20});
    for (const std::string& text : {kFactorSecret, hex, upper(hex), base32_of(kFactorSecret), std::string("one two")})
      EXPECT_EQ(all.find(text), std::string::npos) << when << ": " << text;
  };
  ASSERT_EQ(desk.begin(eve).how, Written::How::durable);
  check("begun");
  const SecondFactorStore::Hashes codes = {hash_recovery_code(eve, "one two")};
  ASSERT_EQ(loop.wait([&](auto done) {
                  store->second_factors.confirm(eve, FactorDesk::proof(kFactorStep), codes, token(77), {}, done);
                })
                .how,
            Written::How::durable);
  check("on");
  const auto db = connect_sqlite(folder.path() + "/cairn.db");
  EXPECT_TRUE(db->run("SELECT secret FROM second_factors WHERE person = $1", {eve}).text(0, 0).starts_with("sealed:"));
}

// Where the key is lost for good nobody gets in by the password alone: the recovery codes still work.
TEST(StoreFactors, ASecretWhoseKeyIsLostStaysOnWithItsRecoveryCodes) {
  Loop loop;
  const Folder folder;
  std::int64_t ann = 0;
  {
    const auto store = opened(sqlite_in(folder), loop);
    FactorDesk desk{{*store, loop}};
    ann = desk.register_as("Ann", 1).key;
    ASSERT_EQ(desk.begin(ann).how, Written::How::durable);
    const SecondFactorStore::Hashes codes = {hash_recovery_code(ann, "k7mqx2ahk7mqx2ah")};
    ASSERT_EQ(loop.wait([&](auto done) {
                    store->second_factors.confirm(ann, FactorDesk::proof(kFactorStep), codes, token(1), {}, done);
                  })
                  .how,
              Written::How::durable);
  }
  std::filesystem::remove(folder.path() + "/secrets.key");
  EXPECT_EQ(forget_sealed(*connect_sqlite(folder.path() + "/cairn.db")).factors, 1);
  const auto store = opened(sqlite_in(folder), loop);
  FactorDesk desk{{*store, loop}};
  EXPECT_EQ(desk.enter(ann, 10, {{}, kFactorNow}).key, kNeedsCode);
  for (const std::string& secret : {kFactorSecret, std::string()})
    EXPECT_EQ(desk.enter(ann, 10, {totp_code(secret, kFactorStep + 1), kFactorNow}).key, kWrongCode);
  EXPECT_EQ(desk.enter(ann, 10, {"k7mq-x2ah-k7mq-x2ah", kFactorNow}).how, Written::How::durable);
  EXPECT_EQ(desk.enter(ann, 11, {"k7mq-x2ah-k7mq-x2ah", kFactorNow}).key, kWrongCode) << "once";
  EXPECT_EQ(connect_sqlite(folder.path() + "/cairn.db")->run("SELECT act FROM audit_log").text(0, 0), "forget-secrets");
}

TEST(StoreFactors, PostgresWhereOneCodeCountsOnceOnSeveralServers) {
  PostgresCluster cluster;
  const auto open_in = [&](Loop& loop, const std::string& name) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  cluster.execute("CREATE DATABASE factors");
  {
    Loop loop;
    check_factors(*open_in(loop, "factors"), loop);
  }
  cluster.execute("CREATE DATABASE shared_factors");
  Loop loop;
  const auto one = open_in(loop, "shared_factors"), other = open_in(loop, "shared_factors");
  FactorDesk desk{{*one, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key;
  ASSERT_EQ(desk.begin(ann).how, Written::How::durable);
  ASSERT_EQ(desk.confirm(ann, FactorDesk::proof(kFactorStep)).how, Written::How::durable);
  constexpr int kCodes = 20;
  int in = 0, answers = 0;
  for (int i = 1; i <= kCodes; ++i) {
    const std::int64_t step = kFactorStep + i;
    for (Store* store : {one.get(), other.get()}) {
      const int byte = (store == one.get() ? 100 : 150) + i;
      Session session = FactorDesk::session(static_cast<unsigned char>(byte), step * 30'000, step * 30'000 + 1'000);
      session.code = totp_code(kFactorSecret, step);
      store->people.add_session(ann, session, std::nullopt, 100, [&](const Written& written) {
        ++answers;
        in += written.how == Written::How::durable ? 1 : 0;
      });
    }
    loop.run_until([&] { return answers == 2 * i; });
  }
  EXPECT_EQ(in, kCodes);
}

// Another server in the midst of a write, which it ends while one of ours waits for it.
struct OtherServer {
  std::unique_ptr<SqlConnection> db, look;
  Loop& loop;

  explicit OtherServer(const std::string& url, Loop& on) : db(connection_to(url)), look(connection_to(url)), loop(on) {}
  static std::unique_ptr<SqlConnection> connection_to(const std::string& url) {
    PostgresPlace place;
    EXPECT_EQ(read_postgres_url(url, place), "");
    return connect_postgres(place);
  }
  // What `ask` answers, asked after `before` and answered or waiting when the other commits.
  Written in_the_midst(const std::function<void(SqlConnection&)>& before,
                       const std::function<void(StorePart::Done)>& ask) {
    std::optional<Written> written;
    db->begin();
    before(*db);
    ask([&](const Written& how) { written = how; });
    for (int i = 0; i < 100 && !waits(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    db->commit();
    loop.run_until([&] { return written.has_value(); });
    return *written;
  }
  bool waits() { return look->run("SELECT COUNT(*) FROM pg_locks WHERE NOT granted").integer(0, 0) > 0; }
};

TEST(StoreFactors, PostgresWhereAnotherServerTurnsItOnAtTheSameTime) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE racing");
  Loop loop;
  const auto store = opened([&](Loop& on) { return open_postgres_store(cluster.url("racing"), on.post()); }, loop);
  FactorDesk desk{{*store, loop}};
  OtherServer other(cluster.url("racing"), loop);
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  const auto lock = [](SqlConnection& db, std::int64_t person) {
    db.run("UPDATE accounts SET role = role WHERE person = $1", {person});
  };
  // Signing in by the password alone.
  ASSERT_EQ(desk.begin(ann).how, Written::How::durable);
  const auto turn_on = [&](SqlConnection& db) {
    lock(db, ann);
    db.run("UPDATE second_factors SET since_ms = $2 WHERE person = $1", {ann, kFactorNow});
  };
  const auto enter = [&](const StorePart::Done& done) {
    store->people.add_session(ann, FactorDesk::session(10, kFactorNow, kFactorNow + 1'000), std::nullopt, 9, done);
  };
  EXPECT_EQ(other.in_the_midst(turn_on, enter).key, kNeedsCode);
  EXPECT_FALSE(desk.caller(10, false, kFactorNow));
  // A code of the secret before, while another takes its place.
  ASSERT_EQ(desk.begin(bob).how, Written::How::durable);
  const auto begin_anew = [&](SqlConnection& db) {
    lock(db, bob);
    db.run("UPDATE second_factors SET secret = $2 WHERE person = $1",
           {bob, "3132333435363738393031323334353637383940"});
  };
  const auto confirm = [&](const StorePart::Done& done) {
    store->second_factors.confirm(bob, FactorDesk::proof(kFactorStep), {}, token(2), {}, done);
  };
  EXPECT_EQ(other.in_the_midst(begin_anew, confirm).key, kWrongCode);
  EXPECT_FALSE(desk.state(bob).on());
}

// Of two who act on each other at once each waits for the account with the lower number first.
TEST(StoreFactors, PostgresWhereTwoActOnEachOther) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE acting");
  Loop loop;
  const auto store = opened([&](Loop& on) { return open_postgres_store(cluster.url("acting"), on.post()); }, loop);
  FactorDesk desk{{*store, loop}};
  OtherServer other(cluster.url("acting"), loop);
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  ASSERT_LT(ann, bob);
  for (const char* name : {"Ann", "Bob"})
    desk.write([&](auto done) {
      store->people.set_role(name, name == std::string("Bob") ? Role::admin : Role::player, done);
    });
  // The other holds Ann; ours is by Bob and about Ann: it must not hold Bob while it waits.
  const auto hold = [&](SqlConnection& db) { db.run("UPDATE accounts SET role = role WHERE person = $1", {ann}); };
  const auto close = [&](const StorePart::Done& done) { store->audit.close({bob, ann, "why"}, done); };
  std::optional<Written> written;
  other.db->begin();
  hold(*other.db);
  close([&](const Written& how) { written = how; });
  for (int i = 0; i < 500 && !other.waits(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(other.waits());
  EXPECT_EQ(other.look->run("SELECT role FROM accounts WHERE person = $1 FOR UPDATE NOWAIT", {bob}).integer(0, 0),
            static_cast<int>(Role::admin))
      << "nobody holds it";
  other.db->commit();
  loop.run_until([&] { return written.has_value(); });
  EXPECT_EQ(written->how, Written::How::durable) << written->message;
}

}  // namespace
}  // namespace cairn
