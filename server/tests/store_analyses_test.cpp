// Analyses in both stores: SQLite and a real PostgreSQL; and who gets which of them where several servers
// take them.
#include <gtest/gtest.h>

#include <set>

#include "server/store/postgres.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;
using Stage = StoredAnalysis::Stage;
using Words = std::vector<std::string>;

constexpr AnalysisRoom kRoom{100, 50, 0};

struct AnalysisDesk {
  Store& store;
  Loop& loop;

  static AnalysisJob job(const std::string& table, std::int64_t person, std::int64_t asked_ms, int positions = 3) {
    return {table, "record of " + table, positions, 400, true, person, asked_ms};
  }
  Written ask(const AnalysisJob& job, const AnalysisRoom& room = kRoom) {
    return loop.wait([&](auto done) { store.analyses.ask_analysis(job, room, done); });
  }
  std::optional<StoredAnalysis> of(const std::string& table) {
    return loop.read<StoredAnalysis>([&](auto done) { store.analyses.analysis_of(table, done); }).value;
  }
  int waiting() {
    return loop.read<int>([&](auto done) { store.analyses.analyses_waiting(done); }).value.value_or(-1);
  }
  std::optional<StoredAnalysis> lease(std::int64_t id, std::int64_t now_ms, std::int64_t until_ms) {
    const auto found = loop.read<StoredAnalysis>([&](auto done) {
      store.analyses.lease_analysis({id, now_ms, until_ms, until_ms + 5}, done);
    });
    EXPECT_EQ(found.error, "");
    return found.value;
  }
  std::string leased(std::int64_t id, std::int64_t now_ms, std::int64_t until_ms) {
    const auto found = lease(id, now_ms, until_ms);
    return found ? found->job.table : "";
  }
  How evaluations(const std::string& table, std::int64_t lease, int from, Words found) {
    return loop.wait([&](auto done) { store.analyses.note_evaluations(table, lease, from, std::move(found), done); })
        .how;
  }
  How mistakes(const std::string& table, std::int64_t lease, std::vector<int> left, std::optional<Puzzle> puzzle = {}) {
    return loop
        .wait([&](auto done) { store.analyses.note_mistakes(table, lease, std::move(left), std::move(puzzle), done); })
        .how;
  }
  How free(const std::string& table, std::int64_t lease, const std::string& why = {}) {
    return loop.wait([&](auto done) { store.analyses.free_analysis(table, lease, why, done); }).how;
  }
  std::string asked(std::int64_t person) {
    std::string out;
    const auto found =
        loop.read<std::vector<AskedAnalysis>>([&](auto done) { store.analyses.analyses_asked(person, done); });
    for (const AskedAnalysis& one : *found.value) out += one.table + "@" + std::to_string(one.asked_ms) + " ";
    return out;
  }
};

void check_evaluations(AnalysisDesk desk, const AnalysisJob& job) {
  EXPECT_EQ(desk.leased(1, 2'000, 3'000), "t1");
  EXPECT_EQ(desk.of("t1")->held_ms, 3'000);
  EXPECT_EQ(desk.leased(2, 2'999, 4'000), "") << "somebody works at it";
  EXPECT_EQ(desk.evaluations("t1", 1, 1, {"a"}), How::conflict) << "not behind what is there";
  EXPECT_EQ(desk.evaluations("t1", 2, 0, {"a"}), How::conflict) << "another's lease";
  EXPECT_EQ(desk.evaluations("t1", 1, 0, {"a", "b", "c", "d"}), How::conflict) << "more than there are";
  EXPECT_EQ(desk.evaluations("t1", 1, 0, {"a", "b"}), How::durable);
  EXPECT_EQ(desk.evaluations("t1", 1, 2, {"c"}), How::conflict) << "the lease ended with it";
  EXPECT_EQ(desk.of("t1")->evaluations, (Words{"a", "b"}));
  EXPECT_EQ(desk.of("t1")->held_ms, 0);
  EXPECT_EQ(desk.ask(job).how, How::durable);
  EXPECT_EQ(desk.of("t1")->evaluations, (Words{"a", "b"})) << "asked again, nothing begins anew";
}

// Who has it is silent: another takes it, and the first comes too late.
void check_silent_holder(AnalysisDesk desk) {
  EXPECT_EQ(desk.leased(3, 4'000, 5'000), "t1");
  EXPECT_EQ(desk.leased(4, 5'000, 6'000), "t1");
  EXPECT_EQ(desk.evaluations("t1", 3, 2, {"late"}), How::conflict);
  EXPECT_EQ(desk.free("t1", 3), How::conflict);
  EXPECT_EQ(desk.mistakes("t1", 4, {}), How::conflict) << "not all is looked at";
  EXPECT_EQ(desk.evaluations("t1", 4, 2, {"c"}), How::durable);
}

// Its mistakes are to be found: who takes it gets all looks, once.
void check_mistakes(AnalysisDesk desk) {
  const auto whole = desk.lease(5, 7'000, 8'000);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->stage, Stage::evaluations);
  EXPECT_EQ(whole->evaluations, (Words{"a", "b", "c"}));
  EXPECT_EQ(whole->looked, 3);
  EXPECT_EQ(desk.mistakes("t1", 5, {7, 2}), How::durable);
  EXPECT_EQ(desk.waiting(), 1);
  const auto check = desk.lease(6, 8'000, 9'000);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->stage, Stage::mistakes);
  EXPECT_EQ(check->mistakes, (std::vector<int>{7, 2}));
  EXPECT_TRUE(check->evaluations.empty());
  EXPECT_EQ(check->held_ms, 9'005) << "a mistake has its own time";
  EXPECT_EQ(desk.mistakes("t1", 6, {2}, Puzzle{"0p", "g", "record p", {"A1"}, {"A1"}, "t1"}), How::durable);
  EXPECT_EQ(desk.mistakes("t1", 6, {}), How::conflict);
  EXPECT_EQ(desk.leased(7, 9'000, 9'500), "t1");
  EXPECT_EQ(desk.mistakes("t1", 7, {}, Puzzle{"0p", "g", "another of the same id", {"B1"}, {}, "t1"}), How::durable);
  EXPECT_EQ(desk.of("t1")->stage, Stage::over);
  EXPECT_EQ(desk.of("t1")->evaluations.size(), 3U);
  EXPECT_EQ(desk.waiting(), 0);
  EXPECT_EQ(desk.leased(8, 20'000, 30'000), "");
  EXPECT_EQ(desk.loop.wait([&](auto done) { desk.store.puzzles.propose_puzzle(301, done); }).how, How::durable);
  const auto puzzle = desk.loop.read<Puzzle>([&](auto done) { desk.store.puzzles.puzzle_of(301, done); });
  ASSERT_TRUE(puzzle.value);
  EXPECT_EQ(puzzle.value->record, "record p");
  EXPECT_EQ(puzzle.value->table, "t1");
}

// Of another record it begins anew.
void check_another_record(AnalysisDesk desk, AnalysisJob other) {
  other.record = "it went on";
  other.asked_ms = 50'000;
  EXPECT_EQ(desk.ask(other).how, How::durable);
  EXPECT_TRUE(desk.of("t1")->evaluations.empty());
  EXPECT_EQ(desk.of("t1")->stage, Stage::evaluations);
  EXPECT_EQ(desk.leased(9, 50'000, 51'000), "t1");
  EXPECT_EQ(desk.evaluations("t1", 9, 0, {"a", "b", "c"}), How::durable);
  EXPECT_EQ(desk.leased(9, 50'000, 51'000), "t1");
  EXPECT_EQ(desk.mistakes("t1", 9, {}), How::durable);
}

// From the question to the end, through a lease that ran out.
void check_way(AnalysisDesk desk, std::int64_t ann) {
  EXPECT_EQ(desk.waiting(), 0);
  EXPECT_FALSE(desk.of("t1"));
  EXPECT_EQ(desk.leased(1, 0, 100), "");
  const AnalysisJob job = AnalysisDesk::job("t1", ann, 1'000);
  EXPECT_EQ(desk.ask(job).how, How::durable);
  EXPECT_EQ(desk.waiting(), 1);
  auto now = desk.of("t1");
  ASSERT_TRUE(now);
  EXPECT_EQ(now->job.record, "record of t1");
  EXPECT_EQ(now->job.positions, 3);
  EXPECT_EQ(now->job.playouts, 400);
  EXPECT_EQ(now->job.person, ann);
  EXPECT_EQ(now->job.asked_ms, 1'000);
  EXPECT_TRUE(now->job.shown);
  EXPECT_EQ(now->stage, Stage::evaluations);
  EXPECT_EQ(now->held_ms, 0);
  check_evaluations(desk, job);
  check_silent_holder(desk);
  check_mistakes(desk);
  check_another_record(desk, job);
}

void check_order_and_room(AnalysisDesk desk, std::int64_t ann, std::int64_t bob) {
  const std::int64_t now = 100'000;
  EXPECT_EQ(desk.ask(AnalysisDesk::job("o2", bob, now + 2, 1)).how, How::durable);
  EXPECT_EQ(desk.ask(AnalysisDesk::job("o1", ann, now + 1, 1)).how, How::durable);
  // Of a person since a moment, and of all; what is there is no new one.
  const AnalysisRoom two{100, 2, now};
  EXPECT_EQ(desk.ask(AnalysisDesk::job("o3", ann, now + 3, 1), two).how, How::durable);
  const Written many = desk.ask(AnalysisDesk::job("o4", ann, now + 4, 1), two);
  EXPECT_EQ(many.how, How::conflict);
  EXPECT_EQ(many.message, "");
  EXPECT_EQ(desk.ask(AnalysisDesk::job("o3", ann, now + 9, 1), two).how, How::durable);
  EXPECT_EQ(desk.ask(AnalysisDesk::job("o3", ann, now + 9, 1), {3, 0, 0}).how, How::durable);
  const Written full = desk.ask(AnalysisDesk::job("o4", bob, now + 4, 1), {3, 50, now});
  EXPECT_EQ(full.how, How::conflict);
  EXPECT_EQ(full.message, "of all");
  EXPECT_EQ(desk.asked(ann), "o3@100003 o1@100001 t1@50000 ");

  // Who asked for least in the day before comes first, then who asked first; positions before mistakes.
  EXPECT_EQ(desk.leased(12, now, now + 10), "o2");
  EXPECT_EQ(desk.leased(11, now, now + 10), "o1");
  EXPECT_EQ(desk.evaluations("o1", 11, 0, {"a"}), How::durable);
  EXPECT_EQ(desk.leased(13, now, now + 10), "o1");
  EXPECT_EQ(desk.mistakes("o1", 13, {4}), How::durable);
  EXPECT_EQ(desk.leased(14, now, now + 1'000), "o3");
  EXPECT_EQ(desk.leased(15, now, now + 10), "o1");
  EXPECT_EQ(desk.free("o1", 15), How::durable);
  EXPECT_EQ(desk.leased(16, now, now + 10), "o1");
  EXPECT_EQ(desk.leased(17, now, now + 10), "");

  // Given back it is there at once; where nothing ever comes of it, it has failed, and can be asked for again.
  EXPECT_EQ(desk.free("o2", 12), How::durable);
  for (int i = 0; i < kMostAnalysisTries; ++i) EXPECT_EQ(desk.leased(20 + i, now, now + 10), i == 0 ? "o2" : "");
  EXPECT_EQ(desk.free("o2", 20), How::durable);
  for (int i = 0; i < kMostAnalysisTries; ++i) {
    EXPECT_EQ(desk.leased(30 + i, now, now + 10), "o2");
    EXPECT_EQ(desk.free("o2", 30 + i, "no idea"), How::durable);
  }
  EXPECT_EQ(desk.leased(40, now, now + 10), "");
  EXPECT_EQ(desk.of("o2")->stage, Stage::failed);
  EXPECT_EQ(desk.of("o2")->failure, "no idea");
  EXPECT_EQ(desk.ask(AnalysisDesk::job("o2", bob, now + 50, 1)).how, How::durable);
  EXPECT_EQ(desk.of("o2")->stage, Stage::evaluations);
  EXPECT_EQ(desk.leased(41, now, now + 1'000), "o2");
  // Of mistakes nothing comes then, and what was found before stays.
  EXPECT_EQ(desk.free("o1", 16), How::durable);
  for (int i = 0; i < kMostAnalysisTries; ++i) EXPECT_EQ(desk.leased(50 + i, now + 10 * i, now), "o1");
  EXPECT_EQ(desk.leased(60, now + 100, now + 200), "");
  EXPECT_EQ(desk.of("o1")->stage, Stage::over);
  EXPECT_EQ(desk.of("o1")->evaluations, (Words{"a"}));
  EXPECT_TRUE(desk.of("o1")->mistakes.empty());
  // Who asked may go; the analysis is of the game.
  desk.loop.wait([&](auto done) { desk.store.people.delete_account(ann, done); });
  EXPECT_EQ(desk.asked(ann), "");
  ASSERT_TRUE(desk.of("o1"));
  EXPECT_EQ(desk.of("o1")->job.person, 0);
  EXPECT_EQ(desk.of("o2")->job.person, bob);
}

// Whoever asks for many waits for their own.
void check_askers_turns(AnalysisDesk desk, std::int64_t cid, std::int64_t dan) {
  const std::int64_t now = 900'000'000;
  for (std::int64_t id = 90; desk.lease(id, now, now + 1'000'000); ++id) {  // what is left of others
  }
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(desk.ask(AnalysisDesk::job("c" + std::to_string(i), cid, now + i, 1)).how, How::durable);
  EXPECT_EQ(desk.ask(AnalysisDesk::job("d0", dan, now + 9, 1)).how, How::durable);
  EXPECT_EQ(desk.leased(101, now, now + 10), "c0");
  EXPECT_EQ(desk.leased(102, now, now + 10), "d0");
  EXPECT_EQ(desk.leased(103, now, now + 10), "c1");
  EXPECT_EQ(desk.evaluations("c0", 101, 0, {"a"}), How::durable);
  EXPECT_EQ(desk.leased(104, now, now + 10), "c0") << "its mistakes are still to be found";
  EXPECT_EQ(desk.mistakes("c0", 104, {}), How::durable);
  EXPECT_EQ(desk.ask(AnalysisDesk::job("d1", dan, now + 10, 1)).how, How::durable);
  EXPECT_EQ(desk.leased(105, now, now + 10), "d1") << "before the third of the other";
}

void check_analysis_store(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key;
  check_way({*store, loop}, ann);
  check_order_and_room({*store, loop}, ann, bob);
  check_askers_turns({*store, loop}, people.register_as("Cid", 3).key, people.register_as("Dan", 4).key);
}

TEST(StoreAnalyses, Sqlite) {
  const Folder folder;
  check_analysis_store([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

// Each is leased once, whoever asks at the same time, and what one noted the others see.
TEST(StoreAnalyses, PostgresAndSeveralServers) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE analyses");
  const auto open = [&](Loop& on) { return open_postgres_store(cluster.url("analyses"), on.post()); };
  check_analysis_store([&](Loop& loop) { return opened(open, loop); });
  cluster.execute("CREATE DATABASE several");
  const auto several = [&](Loop& on) { return open_postgres_store(cluster.url("several"), on.post()); };
  Loop loop;
  std::vector<std::unique_ptr<Store>> servers;
  for (int i = 0; i < 3; ++i) servers.push_back(opened(several, loop));
  constexpr int kJobs = 60;
  AnalysisDesk first{*servers[0], loop};
  for (int i = 0; i < kJobs; ++i)
    ASSERT_EQ(first.ask(AnalysisDesk::job("s" + std::to_string(i), 0, i, 1), {kJobs, kJobs + 1, -1}).how, How::durable);
  std::multiset<std::string> taken;
  int answers = 0;
  for (int i = 0; i < 2 * kJobs; ++i)
    servers[static_cast<std::size_t>(i) % 3]->analyses.lease_analysis({1 + i, 1'000, 2'000, 2'000},
                                                                      [&](const Found<StoredAnalysis>& found) {
                                                                        ++answers;
                                                                        if (found.value)
                                                                          taken.insert(found.value->job.table);
                                                                      });
  loop.run_until([&] { return answers == 2 * kJobs; });
  EXPECT_EQ(taken.size(), static_cast<std::size_t>(kJobs));
  EXPECT_EQ(std::set<std::string>(taken.begin(), taken.end()).size(), static_cast<std::size_t>(kJobs));
  for (const auto& server : servers) server->close();
}

}  // namespace
}  // namespace cairn
