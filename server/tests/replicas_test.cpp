// Reading of replicas: real standbys of a real PostgreSQL that lag, stand still, go away and come back.
#include "server/store/replicas.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/store.h"
#include "server/tests/postgres_cluster.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

TEST(WrittenMarks, SayUntilWhenAllIsShown) {
  WrittenMarks marks;
  EXPECT_FALSE(marks.shown_until(71));
  EXPECT_FALSE(marks.first());
  marks.add(1, 71);
  marks.add(2, 13);
  marks.add(9, 55);
  EXPECT_EQ(marks.shown_until(71), 1);
  EXPECT_EQ(marks.shown_until(13), 2);
  EXPECT_EQ(marks.shown_until(55), 9);
  EXPECT_FALSE(marks.shown_until(0)) << "it shows none";
  EXPECT_FALSE(marks.shown_until(99)) << "another primary's";
  EXPECT_EQ(marks.first(), 1);
  marks.clear();
  EXPECT_FALSE(marks.shown_until(55));
}

TEST(WrittenMarks, AreBounded) {
  WrittenMarks marks;
  for (int i = 1; i < 10'000; ++i) marks.add(i, i);
  EXPECT_EQ(marks.shown_until(9'999), 9'999);
  EXPECT_FALSE(marks.shown_until(100));
}

// A primary, a standby, and a store that reads of the standby.
struct WithReplica : ::testing::Test {
  static constexpr double kMostLag = 5;
  PostgresCluster primary;
  std::optional<PostgresCluster> standby;
  Loop loop;
  std::unique_ptr<Store> store;

  void SetUp() override {
    primary.execute("CREATE DATABASE cairn");
    standby.emplace(&primary);
    primary.wait_for_no_standby();
    ASSERT_FALSE(HasFailure());
    open({standby->url("cairn")});
  }
  void open(const std::vector<std::string>& replicas) {
    OpenedStore opened = open_postgres_store(primary.url("cairn"), loop.post(), {}, {}, {replicas, kMostLag});
    ASSERT_TRUE(opened.store) << opened.error;
    store = std::move(opened.store);
  }
  // Ticks, and runs what was posted, until it is so; false: it did not become so.
  bool until(const std::function<bool()>& so) {
    for (int i = 0; i < 400; ++i) {
      store->tick();
      bool turned = false;
      loop.post()([&] { turned = true; });
      loop.run_until([&] { return turned; });
      if (so()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
  }
  bool becomes(ReplicaState state) {
    return until([&] { return store->replicas().at(0).state == state; });
  }
  std::uint64_t answered() const { return store->replicas().at(0).reads; }
  void add(const std::string& library) const {
    PostgresPlace place;
    ASSERT_EQ(read_postgres_url(primary.url("cairn"), place), "");
    open_library(*connect_postgres(place), library, 1'000);
  }
  std::vector<std::string> libraries(Freshness fresh) {
    std::optional<Found<std::vector<Library>>> found;
    store->libraries.libraries([&](Found<std::vector<Library>> one) { found = std::move(one); }, fresh);
    EXPECT_TRUE(until([&] { return found.has_value(); }));
    if (!found || !found->value) return {"fault: " + (found ? found->error : "no answer")};
    std::vector<std::string> names;
    for (const Library& one : *found->value) names.push_back(one.name);
    return names;
  }
};
using Names = std::vector<std::string>;

TEST_F(WithReplica, IsReadForWhatMayBeOldAloneAndLeftOutWhenItLags) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  add("one");
  ASSERT_TRUE(until([&] { return libraries(Freshness::seconds_old) == Names{"one"} && answered() > 0; }));
  const std::uint64_t before = answered();
  EXPECT_EQ(libraries(Freshness::now), Names{"one"});
  EXPECT_EQ(answered(), before) << "what must be fresh is never asked of it";
  EXPECT_LE(store->replicas()[0].lag_seconds, kMostLag);

  standby->execute("SELECT pg_wal_replay_pause()");
  add("two");
  EXPECT_EQ(libraries(Freshness::now), (Names{"one", "two"}));
  EXPECT_EQ(libraries(Freshness::seconds_old), Names{"one"}) << "it was the replica that answered";
  ASSERT_TRUE(becomes(ReplicaState::behind));
  EXPECT_EQ(libraries(Freshness::seconds_old), (Names{"one", "two"})) << "the primary is read instead";
  EXPECT_GT(store->replicas()[0].lag_seconds, kMostLag);

  standby->execute("SELECT pg_wal_replay_resume()");
  ASSERT_TRUE(becomes(ReplicaState::reads));
  const std::uint64_t again = answered();
  EXPECT_EQ(libraries(Freshness::seconds_old), (Names{"one", "two"}));
  EXPECT_GT(answered(), again);
}

// A standby that hears nothing any more knows of no lag itself; the primary's marks do.
TEST_F(WithReplica, IsLeftOutWhenItHearsNothingOfThePrimary) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  standby->execute("ALTER SYSTEM SET primary_conninfo = 'host=/nowhere'");
  standby->execute("SELECT pg_reload_conf()");
  ASSERT_TRUE(until([&] {  // the receiver has ended
    try {
      primary.execute("SELECT 1 / (1 - least(1, (SELECT count(*) FROM pg_stat_replication)))");
      return true;
    } catch (const SqlError&) {
      return false;
    }
  }));
  add("one");
  EXPECT_TRUE(becomes(ReplicaState::behind));
  EXPECT_EQ(libraries(Freshness::seconds_old), Names{"one"});
}

TEST_F(WithReplica, NothingFailsWhenItStopsAndItComesBack) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  add("one");
  ASSERT_TRUE(until([&] { return libraries(Freshness::seconds_old) == Names{"one"}; }));
  int good = 0, asked = 0;
  const auto ask = [&](int many) {
    for (int i = 0; i < many; ++i, ++asked)
      store->libraries.libraries(
          [&](const Found<std::vector<Library>>& found) { good += found.value && found.value->size() == 1 ? 1 : 0; },
          Freshness::seconds_old);
  };
  ask(200);
  ASSERT_TRUE(until([&] { return good == asked; }));
  ask(4);  // which are on their way
  standby->stop(SIGQUIT);
  ask(200);
  EXPECT_TRUE(until([&] { return good == asked; })) << good << " of " << asked << " were answered";
  ASSERT_TRUE(becomes(ReplicaState::away));
  EXPECT_FALSE(store->replicas()[0].said.empty());
  EXPECT_GT(store->replicas()[0].passed_on, 0U);
  EXPECT_EQ(libraries(Freshness::seconds_old), Names{"one"});
  EXPECT_EQ(store->counts().failed_reads, 0U);
  standby->start();
  ASSERT_TRUE(becomes(ReplicaState::reads));
  const std::uint64_t before = answered();
  EXPECT_TRUE(until([&] { return libraries(Freshness::seconds_old) == Names{"one"} && answered() > before; }));
}

TEST_F(WithReplica, OneThatStandsStillKeepsNobody) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  standby->freeze();
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(libraries(Freshness::seconds_old), Names{});
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(4)) << "three, and this machine's own";
  EXPECT_EQ(store->replicas()[0].state, ReplicaState::away);
  EXPECT_EQ(store->replicas()[0].said, "it does not answer");
  standby->thaw();
  EXPECT_TRUE(becomes(ReplicaState::reads));
  standby->freeze();
  const auto end = std::chrono::steady_clock::now();
  store->close();
  EXPECT_LT(std::chrono::steady_clock::now() - end, std::chrono::seconds(8)) << "nor the end";
  standby->thaw();
}

TEST_F(WithReplica, OnlyAStandbyOfThisDatabaseIsRead) {
  store.reset();
  primary.execute("CREATE DATABASE other");
  open({primary.url("cairn"), standby->url("other"), standby->url("cairn"), standby->url("nowhere")});
  ASSERT_TRUE(until([&] {
    const auto all = store->replicas();
    return std::ranges::none_of(all, [](const auto& one) { return one.state == ReplicaState::starting; }) &&
           all[1].state != ReplicaState::away;  // until the standby has heard of that database
  }));
  const auto all = store->replicas();
  EXPECT_EQ(all[0].state, ReplicaState::refused);
  EXPECT_EQ(all[0].said, "it accepts writes: it is no standby");
  EXPECT_EQ(all[1].state, ReplicaState::refused);
  EXPECT_EQ(all[1].said, "it is another database of the same PostgreSQL");
  EXPECT_EQ(all[2].state, ReplicaState::reads);
  EXPECT_EQ(all[3].state, ReplicaState::away);
  add("one");
  ASSERT_TRUE(until([&] { return libraries(Freshness::seconds_old) == Names{"one"}; }));
  standby->promote();
  EXPECT_TRUE(until([&] { return store->replicas()[2].state == ReplicaState::refused; }))
      << "what it is told now is not the primary's";
  EXPECT_EQ(libraries(Freshness::seconds_old), Names{"one"});
}

// A standby was promoted, and the old primary lives on with another standby, which is at the same places of the log and
// beyond, with another content.
TEST_F(WithReplica, OneThatFollowsTheOldPrimaryIsNeverRead) {
  PostgresCluster promoted(&primary);
  primary.wait_for_no_standby();
  promoted.wait_until_up();
  ASSERT_FALSE(HasFailure());
  store.reset();
  promoted.promote();
  primary.execute("CREATE TABLE much AS SELECT generate_series(1, 200000) AS a", "cairn");
  OpenedStore opened =
      open_postgres_store(promoted.url("cairn"), loop.post(), {}, {}, {{standby->url("cairn")}, kMostLag});
  ASSERT_TRUE(opened.store) << opened.error;
  store = std::move(opened.store);
  PostgresPlace place;
  ASSERT_EQ(read_postgres_url(promoted.url("cairn"), place), "");
  open_library(*connect_postgres(place), "one", 1'000);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3 * static_cast<int>(kMostLag));
  while (std::chrono::steady_clock::now() < end) {
    ASSERT_EQ(libraries(Freshness::seconds_old), Names{"one"});
    ASSERT_NE(store->replicas()[0].state, ReplicaState::reads);
  }
  EXPECT_EQ(store->replicas()[0].state, ReplicaState::refused) << store->replicas()[0].said;
}

// The same while a server runs: it goes over to the one that was promoted, and its old marks count no more.
TEST_F(WithReplica, OneOfTheOldPrimaryIsLeftOutWhenTheServerGoesOver) {
  PostgresCluster promoted(&primary);
  primary.wait_for_no_standby();
  promoted.wait_until_up();
  ASSERT_FALSE(HasFailure());
  OpenedStore opened =
      open_postgres_store(promoted.url("cairn", primary), loop.post(), {}, {}, {{standby->url("cairn")}, kMostLag});
  ASSERT_TRUE(opened.store) << opened.error;
  store = std::move(opened.store);
  ASSERT_TRUE(becomes(ReplicaState::reads));
  primary.stop(SIGINT);
  promoted.promote();
  PostgresPlace place;
  ASSERT_EQ(read_postgres_url(promoted.url("cairn"), place), "");
  ASSERT_TRUE(until([&] {  // it writes there, and so do its looks
    try {
      open_library(*connect_postgres(place), "one", 1'000);
      return true;
    } catch (const SqlError&) {
      return false;
    }
  }));
  ASSERT_TRUE(until([&] { return libraries(Freshness::now) == Names{"one"}; }));
  ASSERT_TRUE(until([&] { return store->replicas()[0].state != ReplicaState::reads; }));
  primary.start();  // nobody took it away
  primary.execute("CREATE TABLE much AS SELECT generate_series(1, 200000) AS a", "cairn");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2 * static_cast<int>(kMostLag));
  while (std::chrono::steady_clock::now() < end) {
    ASSERT_EQ(libraries(Freshness::seconds_old), Names{"one"});
    ASSERT_NE(store->replicas()[0].state, ReplicaState::reads);
  }
}

// All clusters of these tests are copies of one that was prepared: they have one identity.
TEST_F(WithReplica, AStandbyOfAnotherClubIsNeverRead) {
  PostgresCluster other;
  other.execute("CREATE DATABASE cairn");
  ASSERT_TRUE(open_postgres_store(other.url("cairn"), loop.post()).store);
  PostgresCluster others(&other);
  other.wait_for_no_standby();
  ASSERT_FALSE(HasFailure());
  store.reset();
  add("one");
  other.execute("CREATE TABLE much AS SELECT generate_series(1, 200000) AS a", "cairn");
  open({others.url("cairn")});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2 * static_cast<int>(kMostLag));
  while (std::chrono::steady_clock::now() < end) {
    ASSERT_EQ(libraries(Freshness::seconds_old), Names{"one"});
    ASSERT_NE(store->replicas()[0].state, ReplicaState::reads);
  }
}

// A long read on the standby holds up what it takes over, and that holds a lock on which all others wait.
TEST_F(WithReplica, NobodyWaitsForALockThatIsTakenOver) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  PostgresPlace there;
  ASSERT_EQ(read_replica_url(standby->url("cairn"), there), "");
  const auto reader = connect_postgres(there);
  reader->execute("BEGIN; SELECT COUNT(*) FROM libraries");
  primary.execute("BEGIN; LOCK TABLE libraries IN ACCESS EXCLUSIVE MODE; COMMIT", "cairn");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  for (int i = 0; i < 3; ++i) {
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(libraries(Freshness::seconds_old), Names{});
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(4));
  }
  EXPECT_GT(store->replicas()[0].passed_on, 0U) << "the replica was asked";
  reader->execute("ROLLBACK");
  EXPECT_TRUE(becomes(ReplicaState::reads));
}

TEST_F(WithReplica, TooManyQuestionsGoToThePrimary) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  const std::uint64_t before = answered();
  int good = 0;
  for (int i = 0; i < 100; ++i)  // at once: nothing is answered meanwhile
    store->libraries.libraries([&](const Found<std::vector<Library>>& found) { good += found.value ? 1 : 0; },
                               Freshness::seconds_old);
  ASSERT_TRUE(until([&] { return good == 100; }));
  EXPECT_EQ(answered() - before, 8U);
  EXPECT_EQ(store->replicas()[0].passed_on, 0U);
}

// The reason is told at once, whenever one asks for it.
TEST_F(WithReplica, SaysThatItIsBehindAndNotThatThePrimaryIsSilent) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  standby->execute("SELECT pg_wal_replay_pause()");
  bool left = false;
  for (int i = 0; i < 200 && !left; ++i) {
    store->tick();
    const ReplicaReport report = store->replicas()[0];
    left = report.state != ReplicaState::reads;
    if (left) {
      EXPECT_EQ(report.state, ReplicaState::behind);
      EXPECT_EQ(report.said, "it is too far behind");
    }
    bool turned = false;
    loop.post()([&] { turned = true; });
    loop.run_until([&] { return turned; });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_TRUE(left);
}

TEST_F(WithReplica, SaysWhyThePrimaryTellsNothing) {
  ASSERT_TRUE(becomes(ReplicaState::reads));
  primary.execute("ALTER TABLE replica_marks ADD CONSTRAINT not_now CHECK (mark < 0) NOT VALID", "cairn");
  ASSERT_TRUE(becomes(ReplicaState::away));
  EXPECT_TRUE(until([&] {
    const std::string said = store->replicas()[0].said;
    return said.find("the database takes no mark: ") != std::string::npos &&
           said.find("replica_marks") != std::string::npos;
  })) << store->replicas()[0].said;
  EXPECT_EQ(libraries(Freshness::seconds_old), Names{});
  primary.execute("ALTER TABLE replica_marks DROP CONSTRAINT not_now", "cairn");
  EXPECT_TRUE(becomes(ReplicaState::reads));
}

TEST(Replicas, WaitAsLongForAConnectionAsTheirAddressSays) {
  const auto patience = [](const std::string& url) {
    PostgresPlace place;
    EXPECT_EQ(read_replica_url(url, place), "");
    std::string found;
    for (const auto& [key, value] : place.words)
      if (key == "connect_timeout") found += value;
    return found;
  };
  EXPECT_EQ(patience("postgresql://a@b/c"), "2");
  EXPECT_EQ(patience("postgresql://a@b/c?connect_timeout=7"), "7");
}

TEST(Replicas, AWrongAddressIsRefusedWithoutItsPassword) {
  Loop loop;
  const OpenedStore opened =
      open_postgres_store("postgresql://a@127.0.0.1:1/x", loop.post(), {}, {}, {{"postgresql://u:secret@[host/x"}, 10});
  EXPECT_FALSE(opened.store);
  EXPECT_EQ(opened.error.rfind("a replica: ", 0), 0U) << opened.error;
  EXPECT_EQ(opened.error.find("secret"), std::string::npos);
}

}  // namespace
}  // namespace cairn
