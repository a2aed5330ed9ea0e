// Playouts, perft and copies of every registered game under every option set of its `variety`.
// A playout's time is that of a whole random game; `moves/s` counts its plies.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "games/registry.h"

namespace cairn {
namespace {

void playouts(benchmark::State& state, const Position& start) {
  Rng rng(1);
  Position game = start;
  std::int64_t plies = 0;
  for (auto _ : state) {
    game = start;
    plies += game.playout(rng).plies;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kIsRate);
}

// The deepest perft of at most 10,000 sequences (at least depth 1).
void perfts(benchmark::State& state, const Position& start) {
  const std::uint64_t moves = start.perft(1);
  int depth = 1;
  for (std::uint64_t nodes = moves; depth < 8 && nodes > 0 && nodes * moves <= 10'000; ++depth)
    nodes = start.perft(depth + 1);
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += start.perft(depth);
  state.counters["depth"] = depth;
  state.counters["sequences/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

void copies(benchmark::State& state, const Position& start) {
  Position game = start;
  for (auto _ : state) {
    game = start;
    benchmark::DoNotOptimize(game);
  }
  state.SetItemsProcessed(state.iterations());
}

void register_all() {
  for (const GameInfo& info : games()) {
    for (const std::string_view options : info.variety) {
      const Made made = info.make({parse_option_words(options), {}});
      if (!made.error.empty()) continue;
      std::string set;
      set.append("/").append(info.name).append(options.empty() ? "" : "/").append(options);
      const auto add = [&](const char* what, void (*run)(benchmark::State&, const Position&)) {
        benchmark::RegisterBenchmark((what + set).c_str(), [start = made.position, run](benchmark::State& state) {
          run(state, start);
        })->MinTime(0.1);
      };
      add("playout", playouts);
      add("perft", perfts);
      add("copy", copies);
    }
  }
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  cairn::register_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
