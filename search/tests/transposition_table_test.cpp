// Transpositions, on the heap game: what is left and who moves is all that counts there, so a tree of all
// its games has few positions.
#include "search/transposition_table.h"

#include <gtest/gtest.h>

#include <thread>

#include "search/mcts.h"
#include "tests/example/take.h"

namespace cairn {
namespace {

using example::Take;
using example::TakeOptions;

class Judge : public UniformKnowledge<Take> {
 public:
  using UniformKnowledge<Take>::UniformKnowledge;
  static MctsTuning tuning() { return {.explore = 0, .policy = 1, .expand_visits = 1, .first_play_value = 0.5}; }
  Ending judge(const Take&, Seat, std::span<const Action>, std::span<Prior>, std::span<std::int32_t>) {
    return {.value = {0.5F, 0.5F}};
  }
};
class Transposing : public Judge {
 public:
  using Judge::Judge;
  static std::uint64_t position_key(const Take& game) {
    const View view = game.view(Viewer::referee);
    return mix(static_cast<std::uint64_t>(view.board[0].find('.')), static_cast<std::uint64_t>(view.turn.seat));
  }
};
static_assert(Transposes<Transposing, Take> && !Transposes<Judge, Take>);

Position transposing_heap(int stones, int most = 3) {
  return Position(Take(TakeOptions{.stones = stones, .most = most}));
}
template <class K>
Mcts<Take, K> engine(const EngineSettings& settings = {}) {
  return {Take(TakeOptions{.stones = 60}), settings, [](const Position& one) { return one.get_if<Take>(); }};
}

TEST(TranspositionTable, FindsWhatWasStoredAndFollowsTheTree) {
  TranspositionTable table(1 << 10);
  EXPECT_EQ(table.find(7).count, 0U);
  table.remember(7, {100, 3});
  table.remember(8, {200, 4});
  EXPECT_EQ(table.find(7).first, 100U);
  EXPECT_EQ(table.find(8).count, 4U);
  EXPECT_EQ(table.find(7 + (1 << 20)).count, 0U) << "the same place, another key";
  table.follow([](std::uint32_t first) { return first == 100 ? 40U : 0U; });
  EXPECT_EQ(table.find(7).first, 40U);
  EXPECT_EQ(table.find(7).count, 3U);
  EXPECT_EQ(table.find(8).count, 0U) << "forgotten";
  table.clear();
  EXPECT_EQ(table.find(7).count, 0U);
}

TEST(TranspositionTable, SharesChildrenAndProofs) {
  for (int stones = 1; stones <= 24; ++stones) {
    auto search = engine<Transposing>();
    const Analysis found = think(search, transposing_heap(stones), seat_at(0), {.playouts = 20'000, .decide = false});
    ASSERT_FALSE(found.candidates.empty());
    const bool won = stones % 4 != 0;
    EXPECT_EQ(found.candidates[0].proof, won ? Proof::win : Proof::loss) << stones;
    if (won) {
      EXPECT_EQ(transposing_heap(stones).format(found.best), "take" + std::to_string(stones % 4)) << stones;
    }
    EXPECT_LE(found.nodes, 1U + 3U * 2U * static_cast<unsigned>(stones)) << "three children of each position";
  }
}

TEST(TranspositionTable, NeedsFewerNodesForTheSameProof) {
  const auto nodes = [](auto search) {
    const Analysis found = think(search, transposing_heap(22), seat_at(0), {.playouts = 200'000, .decide = false});
    EXPECT_EQ(found.candidates[0].proof, Proof::win);
    return found.nodes;
  };
  const std::size_t met = nodes(engine<Transposing>());
  EXPECT_LT(10 * met, nodes(engine<Judge>()));
  EXPECT_EQ(nodes(engine<Transposing>({.parameters = {{"transpositions", 0}}})), nodes(engine<Judge>()))
      << "switched off";
}

// What is kept for the next move leads nowhere but to legal moves, and meets again.
TEST(TranspositionTable, IsKeptWithTheTree) {
  auto search = engine<Transposing>();
  Position position = transposing_heap(59, 7);
  EventLog log;
  for (int ply = 0; !position.to_act().empty(); ++ply) {
    const Seat seat = position.to_act().front();
    search.set_position(position, seat);
    if (ply > 0) {
      EXPECT_GT(search.analysis().visits, 0U) << ply;
    }
    const Analysis found = think(search, position, seat, {.playouts = 300, .decide = false});
    for (const Candidate& candidate : found.candidates) {
      Position ahead = position;
      for (const Action action : candidate.line) {
        const Seat mover = ahead.to_act().front();
        ASSERT_EQ(ahead.check(mover, action), Reason::none);
        ahead.apply(mover, action, NoEvents{});
      }
    }
    EXPECT_LE(found.nodes, 1U + 7U * 2U * 59U);
    position.play(seat, position.format(found.best), log);
  }
}

TEST(TranspositionTable, ServesManyWorkers) {
  auto search = engine<Transposing>();
  search.set_position(transposing_heap(60, 9), seat_at(0));  // lost, and far from proven by so few
  search.begin({.playouts = 20'000, .decide = false});
  const std::atomic<bool> stop{false};
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < 3; ++i) workers.emplace_back([&] { search.work(stop); });
  }
  const Analysis found = search.analysis();
  std::uint64_t visits = 0;
  for (const Candidate& candidate : found.candidates) visits += candidate.visits;
  EXPECT_EQ(visits, found.playouts);
  EXPECT_EQ(found.visits, found.playouts);
  EXPECT_LE(found.nodes, 2000U) << "two workers may grow one position at once, but not often";
}

}  // namespace
}  // namespace cairn
