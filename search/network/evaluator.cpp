#include "search/network/evaluator.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace cairn::network {

namespace {

// [out][in][tap] to [tap][group of four][out][4].
std::vector<std::int8_t> pack(const Convolution& layer, int in, int out) {
  std::vector<std::int8_t> packed(layer.weight.size());
  std::size_t at = 0;
  for (int tap = 0; tap < 9; ++tap)
    for (int group = 0; group < in / 4; ++group)
      for (int o = 0; o < out; ++o)
        for (int i = 4 * group; i < 4 * group + 4; ++i)
          packed[at++] = layer.weight[static_cast<std::size_t>((o * in + i) * 9 + tap)];
  return packed;
}

bool runs(const Kernels* kernels) {
  if (kernels == nullptr) return false;
#if defined(__x86_64__)
  if (kernels == avx512_kernels())
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
           __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
           __builtin_cpu_supports("avx512vnni") != 0;
  if (kernels == avx2_kernels()) return __builtin_cpu_supports("avx2") != 0;
#endif
  return true;
}

}  // namespace

Network::Network(Weights weights) : weights_(std::move(weights)) {
  const Shape& s = weights_.shape;
  packed_.push_back(network::pack(weights_.stem, s.planes, s.channels));
  for (const Block& block : weights_.blocks)
    for (const auto* layer : {&block.first, &block.second})
      packed_.push_back(network::pack(*layer, s.channels, s.channels));
  for (const Block& block : weights_.blocks)
    pools_.push_back(block.pool.weight.empty() ? Packed{} : pack(block.pool, 2 * s.channels, s.channels));
  stem_globals_ = pack(weights_.stem_globals, s.globals, s.channels);
  policy_point_ = pack(weights_.policy_point, s.channels, s.hidden);
  policy_pool_ = pack(weights_.policy_pool, 2 * s.channels, s.hidden);
  policy_out_ = pack(weights_.policy_out, s.hidden, s.policy);
  extras_ = pack(weights_.extras, 2 * s.channels, s.extras);
  value_hidden_ = pack(weights_.value_hidden, 2 * s.channels, s.hidden);
  value_out_ = pack(weights_.value_out, s.hidden, 4);
  owner_ = pack(weights_.owner, s.channels, 1);
}

Network::Packed Network::pack(const Dense& layer, int ins, int outs) {
  Packed packed{.ins = ins, .outs = outs, .stride = (outs + 15) / 16 * 16};
  const auto stride = static_cast<std::size_t>(packed.stride), real = static_cast<std::size_t>(outs);
  packed.weight.assign(static_cast<std::size_t>(ins) * stride, 0);
  packed.bias.assign(stride, 0);
  std::copy(layer.bias.begin(), layer.bias.end(), packed.bias.begin());
  for (std::size_t i = 0; i < layer.weight.size(); ++i) packed.weight[i / real * stride + i % real] = layer.weight[i];
  return packed;
}

const Kernels& best_kernels() {
  for (const Kernels* kernels : {avx512_kernels(), avx2_kernels()})
    if (runs(kernels)) return *kernels;
  return portable_kernels();
}

const Kernels* find_kernels(std::string_view name) {
  for (const Kernels* kernels : {&portable_kernels(), avx2_kernels(), avx512_kernels()})
    if (runs(kernels) && name == kernels->name) return kernels;
  return nullptr;
}

Evaluator::Evaluator(std::shared_ptr<const Network> network, const Kernels& kernels)
    : network_(std::move(network)), kernels_(kernels) {
  const Shape& s = network_->shape();
  pooled_.resize(2 * static_cast<std::size_t>(s.channels));
  each_.resize(static_cast<std::size_t>(s.channels));
}

void Evaluator::Cells::lay_out(int columns, int rows, bool torus, int channels_of_cell) {
  channels = channels_of_cell;
  const int wide = columns + 2;
  const auto cell = [&](int row, int column) { return static_cast<std::int32_t>((row * wide + column) * channels); };
  steps.assign(static_cast<std::size_t>(cell(rows + 2, 0)), 0);
  corner.clear();
  place.clear();
  wrapped.clear();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      corner.push_back(cell(row, column));
      place.push_back(cell(row + 1, column + 1));
    }
  for (int tap = 0; tap < 9; ++tap) taps[static_cast<std::size_t>(tap)] = cell(tap / 3, tap % 3);
  for (int row = 0; torus && row < rows + 2; ++row)
    for (int column = 0; column < wide; ++column) {
      const int from_row = (row + rows - 1) % rows + 1, from_column = (column + columns - 1) % columns + 1;
      if (from_row != row || from_column != column) wrapped.push_back({cell(row, column), cell(from_row, from_column)});
    }
}

void Evaluator::Cells::wrap() {
  for (const auto& [to, from] : wrapped)
    std::memcpy(&steps[static_cast<std::size_t>(to)], &steps[static_cast<std::size_t>(from)],
                static_cast<std::size_t>(channels));
}

void Evaluator::lay_out(const Question& question) {
  if (question.columns == columns_ && question.rows == rows_ && question.torus == torus_) return;
  columns_ = question.columns;
  rows_ = question.rows;
  torus_ = question.torus;
  points_ = columns_ * rows_;
  const Shape& s = network_->shape();
  input_.lay_out(columns_, rows_, torus_, s.planes);
  trunk_steps_.lay_out(columns_, rows_, torus_, s.channels);
  inner_steps_.lay_out(columns_, rows_, torus_, s.channels);
  const auto points = static_cast<std::size_t>(points_);
  trunk_.resize(points * static_cast<std::size_t>(s.channels));
  inner_.resize(trunk_.size());
  hidden_.resize(points * static_cast<std::size_t>(s.hidden));
}

void Evaluator::convolve(const Cells& in, const Convolution& layer, std::size_t packed, std::vector<float>& result) {
  kernels_.convolve({.in = in.steps.data(),
                     .corner = in.corner.data(),
                     .taps = in.taps.data(),
                     .points = points_,
                     .groups = in.channels / 4,
                     .weight = network_->packed_[packed].data(),
                     .out = network_->shape().channels,
                     .scale = layer.scale.data(),
                     .bias = layer.bias.data(),
                     .result = result.data()});
}

void Evaluator::rectify(const std::vector<float>& cells, const float* each, const float* more, float* kept, float step,
                        Cells* out) {
  kernels_.rectify({.cells = cells.data(),
                    .each = each,
                    .more = more,
                    .points = points_,
                    .channels = network_->shape().channels,
                    .kept = kept,
                    .per_step = 1 / step,
                    .steps = out != nullptr ? out->steps.data() : nullptr,
                    .place = out != nullptr ? out->place.data() : nullptr});
  if (out != nullptr) out->wrap();
}

void Evaluator::pool(const std::vector<float>& cells, bool positive) {
  kernels_.pool({.cells = cells.data(),
                 .points = points_,
                 .channels = network_->shape().channels,
                 .positive = positive,
                 .out = pooled_.data()});
}

void Evaluator::multiply(const float* in, int rows, const Network::Packed& layer, bool positive, float* out) {
  kernels_.multiply({.in = in,
                     .weight = layer.weight.data(),
                     .bias = layer.bias.data(),
                     .rows = rows,
                     .ins = layer.ins,
                     .outs = layer.outs,
                     .stride = layer.stride,
                     .positive = positive,
                     .out = out});
}

void Evaluator::evaluate(const Question& question, Reply& reply) {
  const Weights& w = network_->weights();
  const Shape& s = w.shape;
  lay_out(question);
  for (std::size_t p = 0; p < static_cast<std::size_t>(points_); ++p)
    std::memcpy(&input_.steps[static_cast<std::size_t>(input_.place[p])],
                &question.planes[p * static_cast<std::size_t>(s.planes)], static_cast<std::size_t>(s.planes));
  input_.wrap();
  convolve(input_, w.stem, 0, trunk_);
  multiply(question.globals.data(), 1, network_->stem_globals_, false, each_.data());
  rectify(trunk_, each_.data(), nullptr, trunk_.data(), w.blocks.front().first.step, &trunk_steps_);
  for (std::size_t i = 0; i < w.blocks.size(); ++i) {
    const Block& block = w.blocks[i];
    convolve(trunk_steps_, block.first, 1 + 2 * i, inner_);
    const bool pooled = !block.pool.weight.empty();
    if (pooled) {
      pool(inner_, true);
      multiply(pooled_.data(), 1, network_->pools_[i], false, each_.data());
    }
    rectify(inner_, pooled ? each_.data() : nullptr, nullptr, nullptr, block.second.step, &inner_steps_);
    convolve(inner_steps_, block.second, 2 + 2 * i, inner_);
    const bool last = i + 1 == w.blocks.size();
    rectify(trunk_, nullptr, inner_.data(), trunk_.data(), last ? 1 : w.blocks[i + 1].first.step,
            last ? nullptr : &trunk_steps_);
  }
  heads(reply);
}

void Evaluator::heads(Reply& reply) {
  const Network& n = *network_;
  const Shape& s = n.shape();
  const auto points = static_cast<std::size_t>(points_), extras = static_cast<std::size_t>(s.extras);
  pool(trunk_, false);

  reply.policy.resize(points * static_cast<std::size_t>(s.policy) + extras);
  reply.owner.resize(points);
  std::array<float, kMostHidden> shared;
  multiply(pooled_.data(), 1, n.policy_pool_, false, shared.data());
  multiply(trunk_.data(), points_, n.policy_point_, false, hidden_.data());
  kernels_.rectify({.cells = hidden_.data(),
                    .each = shared.data(),
                    .more = nullptr,
                    .points = points_,
                    .channels = s.hidden,
                    .kept = hidden_.data(),
                    .per_step = 1,
                    .steps = nullptr,
                    .place = nullptr});
  multiply(hidden_.data(), points_, n.policy_out_, false, reply.policy.data());
  if (extras > 0) multiply(pooled_.data(), 1, n.extras_, false, &reply.policy[reply.policy.size() - extras]);
  multiply(trunk_.data(), points_, n.owner_, false, reply.owner.data());
  for (float& owner : reply.owner) owner = std::tanh(owner);

  std::array<float, 4> value;
  multiply(pooled_.data(), 1, n.value_hidden_, true, shared.data());
  multiply(shared.data(), 1, n.value_out_, false, value.data());
  const float most = std::max({value[0], value[1], value[2]});
  float sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += reply.outcome[i] = std::exp(value[i] - most);
  for (float& chance : reply.outcome) chance /= sum;
  reply.score = value[3];
}

}  // namespace cairn::network
