// Mcts on the heap game, whose every position is solved: leave a multiple of (most + 1) and you win.
#include "search/mcts.h"

#include <gtest/gtest.h>

#include <thread>

#include "search/levels.h"
#include "tests/example/take.h"

namespace cairn {
namespace {

using example::Take;
using example::TakeOptions;
using TakeSearch = Mcts<Take, UniformKnowledge<Take>>;

const Take* take_in(const Position& position) {
  return position.get_if<Take>();
}
Position heap(int stones, int most = 3) {
  return Position(Take(TakeOptions{.stones = stones, .most = most}));
}
TakeSearch engine(const EngineSettings& settings = {}) {
  return {Take(TakeOptions{.stones = 60}), settings, take_in};
}

TEST(Mcts, ProvesTheHeapGame) {
  for (int stones = 1; stones <= 24; ++stones) {
    auto search = engine();
    const Analysis found = think(search, heap(stones), seat_at(0), {.playouts = 200'000, .decide = false});
    ASSERT_FALSE(found.candidates.empty());
    const bool won = stones % 4 != 0;
    EXPECT_EQ(found.candidates[0].proof, won ? Proof::win : Proof::loss) << stones;
    EXPECT_EQ(found.win_rate, won ? 1 : 0) << stones;
    if (won) {
      EXPECT_EQ(heap(stones).format(found.best), "take" + std::to_string(stones % 4)) << stones;
    }
    EXPECT_LT(found.playouts, 200'000U) << "a proven position needs no more thought";
    EXPECT_TRUE(found.decided);
  }
}

TEST(Mcts, IsTheSameForASeed) {
  const auto run = [](std::uint64_t seed) {
    auto search = engine({.seed = seed});
    const Analysis found = think(search, heap(57), seat_at(0), {.playouts = 3'000, .decide = false});
    std::vector<std::uint64_t> visits;
    for (const Candidate& candidate : found.candidates) visits.push_back(candidate.visits);
    return visits;
  };
  EXPECT_EQ(run(7), run(7));
  EXPECT_NE(run(7), run(8));
}

TEST(Mcts, KeepsWhatTheTreeKnows) {
  auto search = engine();
  Position position = heap(41);
  EventLog log;
  const Analysis before = think(search, position, seat_at(0), {.playouts = 5'000, .decide = false});
  position.play(seat_at(0), position.format(before.best), log);
  std::uint64_t known = before.candidates[0].visits;
  search.set_position(position, seat_at(1));
  Analysis after = search.analysis();
  EXPECT_EQ(after.visits, known);
  EXPECT_LT(after.nodes, before.nodes);
  // Two moves on at once, as when the other side has answered.
  const Action answer = after.candidates[0].action;
  known = after.candidates[0].visits;
  const Action mine = after.candidates[0].line.at(1);
  position.play(seat_at(1), position.format(answer), log);
  position.play(seat_at(0), position.format(mine), log);
  search.set_position(position, seat_at(1));
  after = search.analysis();
  EXPECT_GT(after.visits, 0U);
  EXPECT_LE(after.visits, known);
  std::uint64_t sum = 0;
  for (const Candidate& candidate : after.candidates) sum += candidate.visits;
  EXPECT_LE(sum, after.visits);
  // A position that did not arise from there starts anew.
  search.set_position(heap(40), seat_at(0));
  EXPECT_EQ(search.analysis().visits, 0U);
  EXPECT_TRUE(search.analysis().candidates.empty());
}

TEST(Mcts, NeverGrowsBeyondItsMemory) {
  auto search = engine({.memory = 1 << 20});
  const Analysis found = think(search, heap(60, 9), seat_at(0), {.playouts = 200'000, .decide = false});
  EXPECT_LE(found.bytes, std::size_t{1} << 20);
  EXPECT_EQ(found.playouts, 200'000U);
}

TEST(Mcts, ManyWorkersShareATree) {
  auto search = engine();
  search.set_position(heap(59, 7), seat_at(0));
  search.begin({.playouts = 40'000, .decide = false});
  const std::atomic<bool> stop{false};
  std::atomic<bool> done{false};
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < 3; ++i) workers.emplace_back([&] { search.work(stop); });
    std::jthread watcher([&] {
      while (!done) {
        const Analysis now = search.analysis(3);
        EXPECT_LE(now.candidates.size(), 3U);
        std::this_thread::yield();
      }
    });
    workers.clear();
    done = true;
  }
  const Analysis found = search.analysis();
  std::uint64_t visits = 0;
  for (const Candidate& candidate : found.candidates) visits += candidate.visits;
  EXPECT_LE(found.playouts, 40'000U);
  EXPECT_EQ(visits, found.playouts);
  EXPECT_EQ(found.visits, found.playouts);
}

TEST(Mcts, StopsOnRequestAndByTheClock) {
  double now = 0;
  auto search = engine({.clock = [&] { return now += 0.01; }});
  const Analysis timed = think(search, heap(60, 9), seat_at(0), {.seconds = 1, .decide = false});
  EXPECT_GE(timed.seconds, 1);
  EXPECT_LT(timed.seconds, 1.1);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(think(search, heap(59, 9), seat_at(0), {}, &stop).playouts, 0U);
}

TEST(Mcts, AStoppedWorkerGoesOnAsIfItHadNot) {
  const auto run = [](int looks_a_piece) {
    std::atomic<bool> stop{false};
    int looks = 0;
    auto search = engine({.clock = [&] {
      if (looks_a_piece > 0 && ++looks % looks_a_piece == 0) stop.store(true);
      return 0.0;
    }});
    search.set_position(heap(57), seat_at(0));
    search.begin({.seconds = 1, .playouts = 3'000, .decide = false});
    int pieces = 0;
    for (std::uint64_t before = 1;
         search.analysis(1, 1).playouts != std::exchange(before, search.analysis(1, 1).playouts); ++pieces) {
      stop.store(false);
      search.work(stop);
    }
    std::vector<std::uint64_t> visits;
    for (const Candidate& candidate : search.analysis().candidates) visits.push_back(candidate.visits);
    return std::pair(visits, pieces);
  };
  const auto [whole, one] = run(0);
  const auto [cut, many] = run(7);
  EXPECT_LE(one, 2);
  EXPECT_GE(many, 10);
  EXPECT_EQ(whole, cut);
}

TEST(Mcts, LeavesOutWhatIsToBeAvoided) {
  auto search = engine();
  const Position position = heap(21);  // taking one wins
  const Action wins = position.parse(seat_at(0), "take1").action;
  const Analysis free = think(search, position, seat_at(0), {.playouts = 50'000, .decide = false});
  EXPECT_EQ(free.best, wins);
  ASSERT_EQ(free.candidates.size(), 3U);
  EXPECT_EQ(free.candidates[0].line.size(), free.candidates[0].line_visits.size());
  EXPECT_EQ(free.candidates[0].line_visits[0], free.candidates[0].visits);
  const Analysis bound = think(search, position, seat_at(0), {.playouts = 2'000, .decide = false, .avoid = {wins}});
  ASSERT_EQ(bound.candidates.size(), 2U);
  for (const Candidate& candidate : bound.candidates) EXPECT_NE(candidate.action, wins);
  EXPECT_NE(search.choose(), wins);
  EXPECT_EQ(think(search, position, seat_at(0), {.playouts = 1}).candidates.size(), 3U) << "only that search";
  ActionList all;
  position.legal(seat_at(0), all);
  EXPECT_TRUE(think(search, position, seat_at(0), {.playouts = 100, .avoid = all}).candidates.empty());
}

TEST(Levels, WeakOnesChooseWidelyStrongOnesStrictly) {
  Rng rng(1);
  const std::vector<Look> looks{{.visits = 100}, {.visits = 90}, {.visits = 1}};
  std::array<int, 3> weak{}, strong{};
  for (int i = 0; i < 1000; ++i) {
    ++weak[pick_by_level(level(1), looks, rng)];
    ++strong[pick_by_level(level(10), looks, rng)];
  }
  EXPECT_EQ(strong[0], 1000);
  EXPECT_GT(weak[1], 120);
  EXPECT_EQ(weak[2], 0) << "nobody plays what looks worst";
  EXPECT_LT(level(1).playouts, level(5).playouts);
  EXPECT_EQ(level(10).playouts, 0U);
  EXPECT_EQ(level(99).playouts, 0U);
}

// Of moves without a visit those that the policy holds for likely are chosen.
TEST(Levels, WeakOnesPlayWhatIsPlausible) {
  Rng rng(1);
  std::vector<Look> looks(12);
  for (std::size_t i = 0; i < looks.size(); ++i) looks[i].share = i < 3 ? 0.3 : 0.01;
  int likely = 0;
  for (int i = 0; i < 1000; ++i) likely += pick_by_level({12, 1, 0}, looks, rng) < 3;
  EXPECT_GT(likely, 880);
}

TEST(Levels, APassThatLooksBestIsNotOverlooked) {
  Rng rng(1);
  std::vector<Look> looks(20, {.visits = 1});
  looks[0].visits = 50;
  const auto often = [&] {
    int first = 0;
    for (int i = 0; i < 1000; ++i) first += pick_by_level({12, 0.2, 0.9}, looks, rng) == 0;
    return first;
  };
  EXPECT_LT(often(), 500);
  looks[0].overlooked = false;
  EXPECT_EQ(often(), 1000);
}

}  // namespace
}  // namespace cairn
