// Go: random games on the bare board, the copy that each needs, and legal moves in the middle of a game.
#include <benchmark/benchmark.h>

#include "games/go/go.h"

namespace cairn::go {
namespace {

template <int Max>
void random_games(benchmark::State& state) {
  const Board<Max> board(square_grid(static_cast<int>(state.range(0))),
                         state.range(1) != 0 ? Topology::torus : Topology::flat);
  Rng rng(1);
  std::int64_t moves = 0;
  for (auto _ : state) {
    RandomGame<Max> game(board, Colour::black, 0);
    benchmark::DoNotOptimize(game.run(rng, 3 * board.points()));
    moves += game.plies();
  }
  state.counters["games/s"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["moves/s"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}
BENCHMARK(random_games<9>)->Args({9, 0})->Name("go/random/9");
BENCHMARK(random_games<13>)->Args({13, 0})->Name("go/random/13");
BENCHMARK(random_games<19>)->Args({19, 0})->Name("go/random/19");
BENCHMARK(random_games<13>)->Args({11, 1})->Name("go/random/torus11");

template <int Max>
void legal_moves(benchmark::State& state) {
  Options options;
  options.size = square_grid(static_cast<int>(state.range(0)));
  options.ko = static_cast<KoRule>(state.range(1));
  Go<Max> game(options);
  Rng rng(1);
  ActionList list;
  for (int ply = 0; ply < game.board().points(); ++ply) {
    game.legal(game.turn().seat, list);
    game.apply(game.turn().seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    if (game.phase() != Phase::play) break;
  }
  for (auto _ : state) {
    game.legal(game.turn().seat, list);
    benchmark::DoNotOptimize(list.data());
  }
}
BENCHMARK(legal_moves<9>)->Args({9, 0})->Name("go/legal/9");
BENCHMARK(legal_moves<19>)->Args({19, 0})->Name("go/legal/19");
BENCHMARK(legal_moves<19>)->Args({19, 2})->Name("go/legal/19/positional");

}  // namespace
}  // namespace cairn::go
