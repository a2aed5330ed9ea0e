// Guesses in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include <csignal>

#include "server/store/guesses.h"
#include "server/store/postgres.h"
#include "server/store/postgres_connection.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

constexpr GuessLimit kThree = {"three", 60'000, 3}, kFive = {"five", 1'000, 5};
constexpr std::int64_t kGuessNow = 1'700'000'000'000;

struct GuessDesk {
  Store& store;
  Loop& loop;
  std::int64_t now = kGuessNow;

  CountedGuess count(const GuessCosts& costs) {
    const auto found = loop.read<CountedGuess>([&](auto done) { store.guesses.count(costs, now, done); });
    EXPECT_EQ(found.error, "");
    return found.value.value_or(CountedGuess{-1});
  }
  int wait(const GuessCosts& costs) {
    const auto found = loop.read<int>([&](auto done) { store.guesses.wait(costs, now, done); });
    EXPECT_EQ(found.error, "");
    return found.value.value_or(-1);
  }
  void give_back(const CountedGuess& counted) {
    EXPECT_EQ(loop.wait([&](auto done) { store.guesses.give_back(counted.taken, done); }).how, Written::How::durable);
  }
  void forget() {
    EXPECT_EQ(loop.wait([&](auto done) { store.guesses.forget_full(now, done); }).how, Written::How::durable);
  }
};

std::int64_t rows_in(SqlConnection& db) {
  return db.run("SELECT COUNT(*) FROM guesses").integer(0, 0);
}

void check_one_limit(Store& store, Loop& loop, SqlConnection& db) {
  GuessDesk desk{store, loop};
  const GuessCosts ann = {{}, {guess_cost(kThree, "ann")}}, bob = {{}, {guess_cost(kThree, "bob")}};
  EXPECT_EQ(desk.wait(ann), 0);
  EXPECT_EQ(rows_in(db), 0) << "looking counts nothing";
  for (int i = 0; i < 3; ++i) EXPECT_EQ(desk.count(ann).wait_s, 0) << i;
  EXPECT_EQ(desk.wait(ann), 60);
  EXPECT_EQ(desk.count(ann).wait_s, 60);
  EXPECT_EQ(desk.count(ann).wait_s, 60) << "what is refused does not count";
  EXPECT_EQ(desk.wait(bob), 0) << "another";
  EXPECT_EQ(desk.wait({{}, {guess_cost(kFive, "ann")}}), 0) << "by another limit";
  desk.now += 59'001;
  EXPECT_EQ(desk.wait(ann), 1);
  desk.now = kGuessNow + 60'000;
  const CountedGuess fourth = desk.count(ann);
  EXPECT_EQ(fourth.wait_s, 0);
  EXPECT_EQ(desk.wait(ann), 60);
  desk.give_back(fourth);
  EXPECT_EQ(desk.wait(ann), 0) << "it was right";
  // A part of a try: two halves are one.
  const GuessCosts half = {{}, {guess_cost(kThree, "net", 2)}};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(desk.count(half).wait_s, 0) << i;
  EXPECT_EQ(desk.count(half).wait_s, 30);
  // Who did not guess for long has all tries again, and no row.
  EXPECT_EQ(rows_in(db), 2);
  desk.forget();
  EXPECT_EQ(rows_in(db), 2);
  desk.now = kGuessNow + 180'000 + kGuessKeptMs;
  desk.forget();
  EXPECT_EQ(rows_in(db), 1);
  desk.now += 60'000;
  desk.forget();
  EXPECT_EQ(rows_in(db), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(desk.count(ann).wait_s, 0) << i;
  EXPECT_EQ(desk.count(ann).wait_s, 60) << "no more than at first";
}

void check_several_limits(Store& store, Loop& loop, SqlConnection& db) {
  GuessDesk desk{store, loop};
  const auto of = [](const std::string& who) {
    return GuessCosts{{}, {guess_cost(kFive, "all"), guess_cost(kThree, who)}};
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(desk.count(of("a")).wait_s, 0);
  EXPECT_EQ(desk.count(of("a")).wait_s, 60);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(desk.count(of("b")).wait_s, 0) << "what was refused took nothing of all";
  EXPECT_EQ(desk.count(of("c")).wait_s, 1);
  EXPECT_EQ(desk.wait(of("a")), 60) << "the longer one";
  EXPECT_EQ(desk.count({{}, {guess_cost(kThree, "c")}}).wait_s, 0);
  // One of two is enough, and each that is left is taken.
  const auto either = [](const std::string& who) {
    return GuessCosts{{guess_cost(kFive, "name"), guess_cost(kThree, "own " + who)}, {guess_cost(kFive, "who " + who)}};
  };
  for (int i = 0; i < 5; ++i) EXPECT_EQ(desk.count(either("a")).wait_s, 0) << i;
  EXPECT_EQ(desk.wait(either("a")), 1);
  CountedGuess last;
  for (int i = 0; i < 3; ++i) {
    last = desk.count(either("b"));
    EXPECT_EQ(last.wait_s, 0) << "of its own";
  }
  EXPECT_EQ(desk.count(either("b")).wait_s, 1) << "the shorter one";
  desk.give_back(last);
  EXPECT_EQ(desk.count({{guess_cost(kThree, "own b")}, {}}).wait_s, 0) << "its own came back";
  EXPECT_EQ(desk.wait({{guess_cost(kFive, "name")}, {}}), 1) << "and no other";
  desk.now += 1'000'000 + kGuessKeptMs;
  desk.forget();
  EXPECT_EQ(rows_in(db), 0);
}

constexpr auto kGuessChecks = {check_one_limit, check_several_limits};

TEST(StoreGuesses, Sqlite) {
  for (const auto check : kGuessChecks) {
    Loop loop;
    const Folder folder;
    const auto store = opened(sqlite_in(folder), loop);
    check(*store, loop, *connect_sqlite(folder.path() + "/cairn.db"));
  }
}

TEST(StoreGuesses, SqliteKeepsThemOverARestart) {
  Loop loop;
  const Folder folder;
  const GuessCosts ann = {{}, {guess_cost(kThree, "ann")}};
  for (int i = 0; i < 3; ++i) {
    const auto store = opened(sqlite_in(folder), loop);
    EXPECT_EQ(GuessDesk({*store, loop}).count(ann).wait_s, 0);
  }
  const auto store = opened(sqlite_in(folder), loop);
  EXPECT_EQ(GuessDesk({*store, loop}).count(ann).wait_s, 60);
}

struct GuessCluster {
  PostgresCluster cluster;
  explicit GuessCluster(const std::string& name) : name_(name) { cluster.execute("CREATE DATABASE " + name); }
  std::unique_ptr<Store> open(Loop& loop) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name_), on.post()); }, loop);
  }
  std::unique_ptr<SqlConnection> connect() {
    PostgresPlace place;
    EXPECT_EQ(read_postgres_url(cluster.url(name_), place), "");
    return connect_postgres(place);
  }

 private:
  std::string name_;
};

TEST(StoreGuesses, Postgres) {
  for (const auto check : kGuessChecks) {
    GuessCluster postgres("guesses");
    Loop loop;
    const auto store = postgres.open(loop);
    check(*store, loop, *postgres.connect());
  }
}

// Strangers guess one name at two servers at once, each from an address of their own, while rows are forgotten.
TEST(StoreGuesses, PostgresAndSeveralServers) {
  GuessCluster postgres("shared_guesses");
  Loop loop;
  const auto one = postgres.open(loop), other = postgres.open(loop);
  const auto db = postgres.connect();
  constexpr GuessLimit kName = {"name", 3'600'000, 20}, kAddress = {"address", 3'600'000, 2};
  constexpr int kRounds = 60;
  int answers = 0, failed = 0;
  std::vector<CountedGuess> counted;
  const auto guess = [&](Store& at, int address) {
    const GuessCosts costs = {{guess_cost(kName, "ann")}, {guess_cost(kAddress, std::to_string(address))}};
    at.guesses.count(costs, kGuessNow, [&](const Found<CountedGuess>& found) {
      ++answers;
      if (!found.value) ++failed;
      if (found.value && found.value->wait_s == 0) counted.push_back(*found.value);
    });
  };
  for (int i = 0; i < kRounds; ++i) {
    guess(*one, i % 30);
    guess(*other, (i + 15) % 30);
    if (i % 10 == 0) other->guesses.forget_full(kGuessNow + kGuessKeptMs, [](const Written&) {});
  }
  loop.run_until([&] { return answers == 2 * kRounds; });
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(counted.size(), 20U) << "as many as one server allows";
  const auto spent = [&] {
    return db->run("SELECT COALESCE(SUM(full_ms - $1), 0) FROM guesses WHERE full_ms > $1", {kGuessNow}).integer(0, 0);
  };
  EXPECT_EQ(spent(), 2 * 20 * 3'600'000LL) << "what was refused took nothing";
  // What was right comes back, whole, at whichever server.
  int back = 0;
  for (const CountedGuess& each : counted) {
    Store& at = back % 2 == 0 ? *one : *other;
    at.guesses.give_back(each.taken, [&](const Written& written) {
      EXPECT_EQ(written.how, Written::How::durable);
      ++answers;
    });
    ++back;
  }
  loop.run_until([&] { return answers == 2 * kRounds + back; });
  EXPECT_EQ(spent(), 0);
  EXPECT_EQ(one->counts().retries + other->counts().retries, 0U) << "none waited for the other in a circle";
  GuessDesk({*one, loop, kGuessNow + kGuessKeptMs}).forget();
  EXPECT_EQ(rows_in(*db), 0);
}

TEST(StoreGuesses, PostgresThatIsAwayCountsNone) {
  GuessCluster postgres("away");
  Loop loop;
  const auto store = postgres.open(loop);
  GuessDesk desk{*store, loop};
  const GuessCosts ann = {{}, {guess_cost(kThree, "ann")}};
  EXPECT_EQ(desk.count(ann).wait_s, 0);
  postgres.cluster.stop(SIGQUIT);
  const auto found = loop.read<CountedGuess>([&](auto done) { store->guesses.count(ann, kGuessNow, done); });
  EXPECT_FALSE(found.value);
  EXPECT_NE(found.error, "");
  postgres.cluster.start();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(desk.count(ann).wait_s, 0);
  EXPECT_EQ(desk.count(ann).wait_s, 60) << "the one before it was away counts";
}

}  // namespace
}  // namespace cairn
