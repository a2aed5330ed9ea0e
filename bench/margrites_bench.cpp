// What a MARGRITES step costs, piece by piece: the look for captures, the list of legal steps, a step with its
// captures, and a copy. Positions come from the middle of random games.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

#include "games/margrites/margrites.h"

namespace cairn::margrites {
namespace {

// `count` positions with a step to make, each some way into a random game.
std::vector<Margrites> middles(std::size_t count) {
  Options options;
  Rng rng(1);
  std::vector<Margrites> games;
  ActionList list;
  while (games.size() < count) {
    options.black = Formation::ranked(static_cast<int>(rng.below(kFormations)));
    options.white = Formation::ranked(static_cast<int>(rng.below(kFormations)));
    Margrites game(options);
    for (auto steps = 20 + rng.below(300); steps > 0 && !game.to_act().empty(); --steps) {
      const Seat seat = game.turn().seat;
      game.legal(seat, list);
      game.apply(seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    }
    if (!game.to_act().empty()) games.push_back(game);
  }
  return games;
}

constexpr std::size_t kPositions = 1024;

void look_for_captures(benchmark::State& state) {
  const auto games = middles(kPositions);
  std::size_t i = 0;
  for (auto _ : state) {
    bool fell = any(captured_now(games[i++ % kPositions].board().lanes()));
    benchmark::DoNotOptimize(fell);
  }
}
BENCHMARK(look_for_captures)->Name("margrites/captures");

void list_steps(benchmark::State& state) {
  const auto games = middles(kPositions);
  ActionList list;
  std::size_t i = 0;
  std::int64_t steps = 0;
  for (auto _ : state) {
    const Margrites& game = games[i++ % kPositions];
    game.legal(game.turn().seat, list);
    steps += static_cast<std::int64_t>(list.size());
  }
  state.counters["steps"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kAvgIterations);
}
BENCHMARK(list_steps)->Name("margrites/legal");

void make_step(benchmark::State& state) {
  const auto games = middles(kPositions);
  std::vector<Action> actions;
  ActionList list;
  Rng rng(2);
  for (const Margrites& game : games) {
    game.legal(game.turn().seat, list);
    actions.push_back(list[rng.below(static_cast<std::uint32_t>(list.size()))]);
  }
  std::size_t i = 0;
  for (auto _ : state) {
    const std::size_t at = i++ % kPositions;
    Margrites game = games[at];
    game.apply(game.turn().seat, actions[at], NoEvents{});
    benchmark::DoNotOptimize(game);
  }
}
BENCHMARK(make_step)->Name("margrites/copy+apply");

}  // namespace
}  // namespace cairn::margrites
