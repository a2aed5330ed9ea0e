// Puzzles in both stores: SQLite and a real PostgreSQL.
#include <gtest/gtest.h>

#include <map>

#include "server/store/postgres.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;
using How = Written::How;
using State = PuzzleTry::State;

struct PuzzleDesk {
  Store& store;
  Loop& loop;

  How add(std::vector<Puzzle> puzzles) {
    return loop.wait([&](auto done) { store.puzzles.add_puzzles(std::move(puzzles), done); }).how;
  }
  std::optional<Puzzle> of(std::int64_t day) {
    const auto found = loop.read<Puzzle>([&](auto done) { store.puzzles.puzzle_of(day, done); });
    EXPECT_EQ(found.error, "");
    return found.value;
  }
  std::string propose(std::int64_t day) {
    EXPECT_EQ(loop.wait([&](auto done) { store.puzzles.propose_puzzle(day, done); }).how, How::durable);
    const auto puzzle = of(day);
    return puzzle ? puzzle->id : "";
  }
  std::string days(std::int64_t before, int most) {
    std::string text;
    const auto found =
        loop.read<std::vector<PuzzleDay>>([&](auto done) { store.puzzles.puzzle_days(before, most, done); });
    for (const PuzzleDay& one : *found.value) text += std::to_string(one.day) + one.game + " ";
    return text;
  }
  How attempt(std::int64_t person, const PuzzleTry& now, int known) {
    return loop.wait([&](auto done) { store.puzzles.try_puzzle(person, now, known, done); }).how;
  }
  std::vector<PuzzleTry> all(std::int64_t person) {
    return *loop.read<std::vector<PuzzleTry>>([&](auto done) { store.puzzles.puzzles_tried(person, done); }).value;
  }
  std::optional<PuzzleTry> one(std::int64_t person, std::int64_t day) {
    return loop.read<PuzzleTry>([&](auto done) { store.puzzles.puzzle_tried(person, day, done); }).value;
  }
};

void check_days(PuzzleDesk desk) {
  EXPECT_EQ(desk.propose(100), "") << "there is none";
  const Puzzle a{"0a", "g", "record a", {"A1", "B2"}, {"A1", "C1", "D1"}}, b{"0b", "h", "record b", {"C3"}, {}};
  EXPECT_EQ(desk.add({b, a}), How::durable);
  EXPECT_EQ(desk.add({a, {"0a", "g", "other", {"Z9"}, {}}}), How::durable);
  // A day has one, whoever asks; the next day another, until all were proposed.
  EXPECT_EQ(desk.propose(100), "0a");
  EXPECT_EQ(desk.propose(100), "0a");
  EXPECT_EQ(desk.of(100)->record, "record a") << "what is there stays";
  EXPECT_EQ(desk.of(100)->right, a.right);
  EXPECT_EQ(desk.of(100)->line, a.line);
  EXPECT_EQ(desk.propose(101), "0b");
  EXPECT_TRUE(desk.of(101)->line.empty());
  EXPECT_EQ(desk.propose(102), "0a") << "that which was not proposed for longest";
  EXPECT_EQ(desk.propose(103), "0b");
  EXPECT_EQ(desk.add({{"0c", "g", "record c", {"D4"}, {}}}), How::durable);
  EXPECT_EQ(desk.propose(105), "0c") << "a new one before all";
  EXPECT_EQ(desk.of(103)->id, "0b");
  EXPECT_FALSE(desk.of(104));
  EXPECT_EQ(desk.days(1'000, 9), "105g 103h 102g 101h 100g ");
  EXPECT_EQ(desk.days(103, 2), "102g 101h ");
  EXPECT_EQ(desk.days(100, 9), "");
  const auto several = desk.loop.read<std::vector<PuzzleOfDay>>([&](auto done) {
    desk.store.puzzles.puzzles_of({105, 104, 103}, done);
  });
  ASSERT_TRUE(several.value) << several.error;
  std::map<std::int64_t, std::string> found;
  for (const PuzzleOfDay& one : *several.value) found[one.day] = one.puzzle.record;
  EXPECT_EQ(found, (std::map<std::int64_t, std::string>{{105, "record c"}, {103, "record b"}}));
}

// Every second day one that was made of a game, as long as there are such that nobody has seen.
void check_turns(PuzzleDesk desk) {
  EXPECT_EQ(desk.add({{"ma", "g", "record m", {"A1"}, {}, "table-1"}, {"mb", "g", "record n", {"A1"}, {}, "table-2"}}),
            How::durable);
  EXPECT_EQ(desk.propose(200), "0a") << "not on an even day, though it is new";
  EXPECT_EQ(desk.propose(201), "ma");
  EXPECT_EQ(desk.of(201)->table, "table-1");
  EXPECT_EQ(desk.of(200)->table, "");
  EXPECT_EQ(desk.propose(202), "0b");
  EXPECT_EQ(desk.propose(203), "mb");
  EXPECT_EQ(desk.propose(204), "0c");
  EXPECT_EQ(desk.propose(205), "0a") << "no more of them: that which was not proposed for longest";
  EXPECT_EQ(desk.propose(207), "ma");
}

// In the place of what was known, and only while it is open.
void check_tries(PuzzleDesk desk, std::int64_t ann, std::int64_t bob) {
  const PuzzleTry first{100, {"C3"}, State::open, false, 5'000};
  EXPECT_EQ(desk.attempt(ann, first, 1), How::conflict) << "there is none to go on with";
  EXPECT_EQ(desk.attempt(ann, first, 0), How::durable);
  EXPECT_EQ(desk.attempt(ann, first, 0), How::conflict);
  const PuzzleTry second{100, {"C3", "A1"}, State::solved, true, 6'000};
  EXPECT_EQ(desk.attempt(ann, second, 2), How::conflict);
  EXPECT_EQ(desk.attempt(ann, second, 1), How::durable);
  EXPECT_EQ(desk.attempt(ann, {100, {"C3", "A1", "B2"}, State::failed, true, 7'000}, 2), How::conflict);
  const auto kept = desk.one(ann, 100);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->moves, second.moves);
  EXPECT_EQ(kept->state, State::solved);
  EXPECT_TRUE(kept->on_day);
  EXPECT_EQ(kept->at_ms, 6'000);
  EXPECT_FALSE(desk.one(bob, 100));
  EXPECT_FALSE(desk.one(ann, 101));

  EXPECT_EQ(desk.attempt(ann, {102, {}, State::given_up, false, 8'000}, 0), How::durable);
  EXPECT_EQ(desk.attempt(ann, {101, {"D4"}, State::failed, false, 9'000}, 0), How::durable);
  EXPECT_EQ(desk.attempt(bob, first, 0), How::durable);
  const auto all = desk.all(ann);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].day, 102);
  EXPECT_TRUE(all[0].moves.empty());
  EXPECT_EQ(all[0].state, State::given_up);
  EXPECT_EQ(all[1].state, State::failed);
  EXPECT_EQ(all[2].day, 100);
  desk.loop.wait([&](auto done) { desk.store.people.delete_account(ann, done); });
  EXPECT_TRUE(desk.all(ann).empty());
  EXPECT_EQ(desk.all(bob).size(), 1U);
}

void check_puzzle_store(const std::function<std::unique_ptr<Store>(Loop&)>& fresh) {
  Loop loop;
  const auto store = fresh(loop);
  PeopleDesk people{*store, loop};
  const std::int64_t ann = people.register_as("Ann", 1).key, bob = people.register_as("Bob", 2).key;
  check_days({*store, loop});
  check_turns({*store, loop});
  check_tries({*store, loop}, ann, bob);
}

TEST(StorePuzzles, Sqlite) {
  const Folder folder;
  check_puzzle_store([&](Loop& loop) { return opened(sqlite_in(folder), loop); });
}

TEST(StorePuzzles, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE puzzles");
  check_puzzle_store([&](Loop& loop) {
    return opened([&](Loop& on) { return open_postgres_store(cluster.url("puzzles"), on.post()); }, loop);
  });
}

}  // namespace
}  // namespace cairn
