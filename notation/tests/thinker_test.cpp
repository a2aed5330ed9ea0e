#include "notation/thinker.h"

#include <gtest/gtest.h>

#include <atomic>

#include "games/registry.h"
#include "search/mcts.h"
#include "tests/example/take.h"

namespace cairn {
namespace {

using example::Take;
using example::TakeOptions;

Position heap(int stones) {
  return Position(Take(TakeOptions{.stones = stones, .most = 3}));
}

std::unique_ptr<Engine> engine() {
  const auto itself = [](const Position& one) { return &one; };
  return std::make_unique<Mcts<Position, UniformKnowledge<Position>>>(
      heap(21), EngineSettings{.memory = std::size_t{64} << 20, .clock = steady_seconds}, itself);
}

Thinker::Task task(int stones, SearchLimits limits) {
  Thinker::Task made;
  made.position = heap(stones);
  made.limits = std::move(limits);
  return made;
}

TEST(Thinker, ThinksAndChooses) {
  Thinker thinker(engine(), 2);
  EXPECT_FALSE(thinker.busy());
  thinker.start(task(7, {.playouts = 20'000, .decide = false}));
  EXPECT_EQ(heap(7).format(thinker.choose()), "take3");
  EXPECT_FALSE(thinker.busy());
  EXPECT_GE(thinker.analysis().playouts, 1U);
}

TEST(Thinker, StopsOnRequestFromAnyThread) {
  Thinker thinker(engine(), 3);
  for (int i = 0; i < 20; ++i) {
    thinker.start(task(60, {.decide = false}));
    std::thread other([&] { thinker.stop(); });
    thinker.wait();
    other.join();
    EXPECT_FALSE(thinker.busy());
  }
}

TEST(Thinker, ReportsUntilItEnds) {
  Thinker thinker(engine(), 2);
  std::atomic<int> reports{0}, ends{0};
  Thinker::Task long_one = task(60, {.decide = false});
  long_one.interval = 0.001;
  long_one.candidates = 2;
  long_one.on_report = [&](const Analysis& analysis) {
    EXPECT_LE(analysis.candidates.size(), 2U);
    if (++reports == 5) thinker.stop();
  };
  long_one.on_end = [&](const Analysis& analysis) {
    EXPECT_FALSE(analysis.candidates.empty());
    ++ends;
  };
  thinker.start(long_one);
  thinker.wait();
  EXPECT_GE(reports, 5);
  EXPECT_EQ(ends, 1);
  const int before = reports;
  EXPECT_EQ(before, reports) << "none after the end";
}

TEST(Thinker, ANewTaskEndsTheOldOne) {
  Thinker thinker(engine(), 2);
  std::atomic<int> ends{0};
  for (int i = 0; i < 10; ++i) {
    Thinker::Task next = task(40 + i, {.decide = false});
    next.on_end = [&ends](const Analysis&) { ++ends; };
    thinker.start(std::move(next));
  }
  EXPECT_TRUE(thinker.busy());
  EXPECT_FALSE(thinker.wait_for(0.0));
  thinker.stop();
  thinker.wait();
  EXPECT_EQ(ends, 10);
  EXPECT_TRUE(thinker.wait_for(0.0));
}

TEST(Thinker, MayGoAwayWhileItThinks) {
  for (int i = 0; i < 5; ++i) {
    Thinker thinker(engine(), 2);
    thinker.start(task(60, {.decide = false}));
  }
}

}  // namespace
}  // namespace cairn
