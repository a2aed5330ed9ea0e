// What a network is: its sizes and its numbers, as its file holds them. docs/networks.md tells the arithmetic, which a
// trainer does the same way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::network {

inline constexpr int kMostSide = 19, kMostPlanes = 64, kMostGlobals = 64, kMostChannels = 256, kMostBlocks = 40,
                     kMostPolicy = 32, kMostExtras = 64, kMostHidden = 256;

struct Shape {
  std::string features;  // whose positions it knows, and what its planes mean: "stones-1"
  int planes = 0;        // inputs of each point; a multiple of 4
  int globals = 0;       // inputs of the whole position
  int channels = 0;      // of the trunk; a multiple of 16
  int blocks = 0;
  int pool_each = 0;  // every so manieth block looks at the whole board; 0: none does
  int policy = 0;     // logits of each point
  int extras = 0;     // logits of moves without a point
  int hidden = 0;     // of the heads; a multiple of 16
  friend bool operator==(const Shape&, const Shape&) = default;
};
std::string check(const Shape& shape);  // "" or what is wrong with it
bool is_pooled(const Shape& shape, int block);

// 3 by 3, on inputs of 0 to 127 that stand for as many steps: sum * scale[out] + bias[out].
struct Convolution {
  std::vector<std::int8_t> weight{};   // [out][in][row from below][column]
  std::vector<float> scale{}, bias{};  // [out]
  float step = 1;                      // what 1 of an input stands for; `scale` holds it already
  friend bool operator==(const Convolution&, const Convolution&) = default;
};
struct Dense {
  std::vector<float> weight{}, bias{};  // [in][out]; [out], or none
  friend bool operator==(const Dense&, const Dense&) = default;
};
struct Block {
  Convolution first{}, second{};
  Dense pool{};  // 2C -> C without a bias, where this block has it; else empty
  friend bool operator==(const Block&, const Block&) = default;
};
struct Weights {
  Shape shape{};
  Convolution stem{};
  Dense stem_globals{};  // G -> C without a bias
  std::vector<Block> blocks{};
  Dense policy_point{}, policy_pool{}, policy_out{};  // C -> K; 2C -> K without a bias; K -> A
  Dense extras{};                                     // 2C -> E
  Dense value_hidden{}, value_out{};                  // 2C -> K; K -> 4: win, draw, loss, score
  Dense owner{};                                      // C -> 1
  friend bool operator==(const Weights&, const Weights&) = default;
};
Weights zeros(const Shape& shape);  // all of the right size

// Calls `visit(tensor)` with each vector of numbers and each step, in the order of the file.
template <class W, class Visit>
void each_tensor(W& weights, Visit&& visit) {
  const auto convolution = [&](auto& layer) {
    visit(layer.weight);
    visit(layer.scale);
    visit(layer.bias);
    visit(layer.step);
  };
  const auto dense = [&](auto& layer) {
    visit(layer.weight);
    visit(layer.bias);
  };
  convolution(weights.stem);
  dense(weights.stem_globals);
  for (auto& block : weights.blocks) {
    convolution(block.first);
    convolution(block.second);
    dense(block.pool);
  }
  for (auto* layer : {&weights.policy_point, &weights.policy_pool, &weights.policy_out, &weights.extras,
                      &weights.value_hidden, &weights.value_out, &weights.owner})
    dense(*layer);
}

}  // namespace cairn::network
