// Networks: answers a second by shape, board and kind of processor (bench/network.md has the figures).
#include <benchmark/benchmark.h>

#include <memory>

#include "search/network/tests/random_network.h"

namespace cairn::network {
namespace {

void evaluate(benchmark::State& state, const char* name, int blocks, int channels, int side) {
  const Kernels* kernels = find_kernels(name);
  if (kernels == nullptr) return state.SkipWithError("this processor has none such");
  const Shape shape{"bench", 20, 8, channels, blocks, 2, 1, 1, 32};
  Rng rng(1);
  Evaluator evaluator(std::make_shared<const Network>(random_weights(shape, rng)), *kernels);
  const RandomQuestion one(shape, side, side, false, rng);
  Reply reply;
  for (auto _ : state) {
    evaluator.evaluate(one.question, reply);
    benchmark::DoNotOptimize(reply.score);
  }
  state.SetItemsProcessed(state.iterations());
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const char* name : {"portable", "avx2", "avx512"})
    for (const auto& [blocks, channels] : {std::pair{4, 32}, {6, 64}, {6, 96}, {10, 128}})
      for (const int side : {6, 9, 13, 19})
        benchmark::RegisterBenchmark(("network/" + std::string(name) + "/" + std::to_string(blocks) + "x" +
                                      std::to_string(channels) + "/" + std::to_string(side))
                                         .c_str(),
                                     evaluate, name, blocks, channels, side);
  return true;
}();

}  // namespace
}  // namespace cairn::network
