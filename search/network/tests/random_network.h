// Networks and positions of random numbers, for tests and benchmarks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/rng.h"
#include "search/network/evaluator.h"
#include "search/network/feature_spec.h"

namespace cairn::network {

inline float random_float(Rng& rng, float reach) {
  return (static_cast<float>(rng.below(2'001)) / 1'000.0F - 1.0F) * reach;
}

inline Weights random_weights(const Shape& shape, Rng& rng) {
  Weights weights = zeros(shape);
  const auto fill = [&](std::vector<float>& numbers, float reach) {
    for (float& number : numbers) number = random_float(rng, reach);
  };
  const auto convolution = [&](Convolution& layer, int in) {
    for (std::int8_t& number : layer.weight) number = static_cast<std::int8_t>(static_cast<int>(rng.below(255)) - 127);
    layer.step = 0.01F + random_float(rng, 0.005F);
    fill(layer.scale, layer.step / (100.0F * static_cast<float>(in)));
    fill(layer.bias, 0.3F);
  };
  const auto dense = [&](Dense& layer, int in) {
    fill(layer.weight, 2.0F / static_cast<float>(in));
    fill(layer.bias, 0.3F);
  };
  const int c = shape.channels;
  convolution(weights.stem, shape.planes);
  dense(weights.stem_globals, 4);
  for (Block& block : weights.blocks) {
    convolution(block.first, c);
    convolution(block.second, c);
    dense(block.pool, c);
  }
  for (Dense* layer : {&weights.policy_point, &weights.policy_pool, &weights.policy_out, &weights.extras,
                       &weights.value_hidden, &weights.value_out, &weights.owner})
    dense(*layer, 8);
  return weights;
}

struct RandomQuestion {
  std::vector<std::uint8_t> planes;
  std::vector<float> globals;
  Question question;
  RandomQuestion(const Shape& shape, int columns, int rows, bool torus, Rng& rng)
      : planes(static_cast<std::size_t>(columns * rows * shape.planes)),
        globals(static_cast<std::size_t>(shape.globals)) {
    for (std::uint8_t& plane : planes) plane = static_cast<std::uint8_t>(rng.below(3) == 0 ? rng.below(128) : 0);
    for (float& one : globals) one = random_float(rng, 1);
    question = {columns, rows, torus, planes, globals};
  }
};

// A small one that fits a game.
inline std::shared_ptr<const Network> random_network(const FeatureSpec& spec, std::uint64_t seed) {
  Rng rng(seed);
  return std::make_shared<const Network>(
      random_weights({std::string(spec.name), spec.planes, spec.globals, 16, 1, 1, spec.policy, spec.extras, 16}, rng));
}

}  // namespace cairn::network
