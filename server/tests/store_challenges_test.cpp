// Challenges in both stores: SQLite and a real PostgreSQL.
#include "server/tests/challenge_checks.h"

#include <gtest/gtest.h>

#include <map>

#include "server/store/postgres.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

// Two servers agree to the same challenges at once, each with a table of its own: one table each comes of it.
void check_two_agree(Store& one, Store& other, Loop& loop) {
  ChallengeDesk desk{{one, loop}};
  const std::int64_t ann = desk.register_as("Ann", 1).key, bob = desk.register_as("Bob", 2).key;
  constexpr int kChallenges = 100;
  for (int i = 0; i < kChallenges; ++i)
    ASSERT_EQ(desk.add(desk.challenge("c" + std::to_string(i), {ann, bob}), kChallenges).how, Written::How::durable);
  int answered = 0, durable = 0;
  for (int i = 0; i < kChallenges; ++i)
    for (Store* store : {&one, &other}) {
      Challenge last = desk.challenge("c" + std::to_string(i), {ann, bob});
      last.state = ChallengeState::made;
      last.table = (store == &one ? "a" : "b") + std::to_string(i);
      auto row = std::make_shared<TableRow>(table_row(last.table));
      row->occupants = {{SeatKind::guest, ann, "Ann"}, {SeatKind::guest, bob, "Bob"}};
      store->challenges.change_challenge(last, row, {}, [&](const Written& written) {
        ++answered;
        durable += written.how == Written::How::durable ? 1 : 0;
      });
    }
  loop.run_until([&] { return answered == 2 * kChallenges; });
  EXPECT_EQ(durable, kChallenges);
  const auto games = desk.games(ann, 1LL << 60, 1'000);
  EXPECT_EQ(games.size(), static_cast<std::size_t>(kChallenges));
  for (const auto& [number, id] : games) EXPECT_EQ(desk.read("c" + id.substr(1))->table, id);
}

// Both pair everybody, each its own way: nobody is paired twice, and each pair has its table.
void check_two_pair(Store& one, Store& other, Loop& loop) {
  ChallengeDesk desk{{one, loop}};
  constexpr std::size_t kPeople = 60;
  std::vector<Seek> seeks;
  for (std::size_t i = 0; i < kPeople; ++i) {
    Seek seek;
    seek.person = loop.wait([&](auto done) {
                        TokenHash unique = token(7);
                        unique[1] = static_cast<unsigned char>(i);
                        one.people.add_guest("G" + std::to_string(i), unique, 100, 5'000, done);
                      })
                      .key;
    seek.request = "s";
    seek.terms.game = "go";
    seek.since_ms = 1'000;
    seek.until_ms = 9'000;
    EXPECT_EQ(desk.write([&](auto done) { one.seeks.put_seek(seek, done); }), Written::How::durable);
    seeks.push_back(seek);
  }
  std::size_t answered = 0, paired = 0;
  const auto pair = [&](Store& store, const Seek& a, const Seek& b, const std::string& id) {
    auto row = std::make_shared<TableRow>(table_row(id));
    row->occupants = {{SeatKind::guest, a.person, ""}, {SeatKind::guest, b.person, ""}};
    store.seeks.pair_seeks(a, b, row, 2'000, [&](const Written& written) {
      EXPECT_NE(written.how, Written::How::failed) << written.message;
      ++answered;
      paired += written.how == Written::How::durable ? 1 : 0;
    });
  };
  for (std::size_t i = 0; i + 1 < kPeople; ++i) {
    pair(i % 2 == 0 ? one : other, seeks[i], seeks[i + 1], "p" + std::to_string(i));
    pair(i % 2 == 0 ? other : one, seeks[kPeople - 2 - i], seeks[kPeople - 1 - i], "q" + std::to_string(i));
  }
  loop.run_until([&] { return answered == 2 * (kPeople - 1); });
  std::map<std::string, int> seated;
  for (const Seek& seek : seeks) {
    const auto found = loop.read<Seek>([&](auto done) { one.seeks.seek_of(seek.person, done); });
    const auto played = desk.games(seek.person);
    EXPECT_LE(played.size(), 1U) << "paired twice";
    EXPECT_EQ(found.value->table, played.empty() ? "" : played[0].second);
    if (!played.empty()) ++seated[played[0].second];
  }
  EXPECT_EQ(seated.size(), paired);
  EXPECT_GT(paired, kPeople / 4);
  for (const auto& [id, people] : seated) EXPECT_EQ(people, 2) << id;
}

TEST(StoreChallenges, Sqlite) {
  std::vector<std::unique_ptr<Folder>> folders;
  check_challenges([&](Loop& loop) {
    folders.push_back(std::make_unique<Folder>());
    return opened(sqlite_in(*folders.back()), loop);
  });
}

TEST(StoreChallenges, Postgres) {
  PostgresCluster cluster;
  int databases = 0;
  const auto open_in = [&](Loop& loop, const std::string& name) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url(name), on.post()); }, loop);
  };
  check_challenges([&](Loop& loop) {
    const std::string name = "c" + std::to_string(++databases);
    cluster.execute("CREATE DATABASE " + name);
    return open_in(loop, name);
  });

  cluster.execute("CREATE DATABASE two");
  Loop loop;
  const auto one = open_in(loop, "two"), other = open_in(loop, "two");
  check_two_agree(*one, *other, loop);
  check_two_pair(*one, *other, loop);
}

}  // namespace
}  // namespace cairn
