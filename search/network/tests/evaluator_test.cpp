#include "search/network/evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "search/network/tests/random_network.h"

namespace cairn::network {
namespace {

// The arithmetic as docs/networks.md tells it, in the simplest loops.
struct Reference {
  const Weights& w;
  const Question& q;
  using Cells = std::vector<std::vector<float>>;  // [point][channel]

  int beside(int point, int tap) const {
    int row = point / q.columns + tap / 3 - 1, column = point % q.columns + tap % 3 - 1;
    if (q.torus) {
      row = (row + q.rows) % q.rows;
      column = (column + q.columns) % q.columns;
    }
    return row < 0 || column < 0 || row >= q.rows || column >= q.columns ? -1 : row * q.columns + column;
  }
  Cells convolve(const std::vector<std::vector<int>>& in, const Convolution& layer) const {
    Cells out(in.size(), std::vector<float>(layer.bias.size()));
    for (std::size_t p = 0; p < in.size(); ++p)
      for (std::size_t o = 0; o < layer.bias.size(); ++o) {
        int sum = 0;
        for (int tap = 0; tap < 9; ++tap)
          if (const int at = beside(static_cast<int>(p), tap); at >= 0)
            for (std::size_t i = 0; i < in[p].size(); ++i)
              sum += in[static_cast<std::size_t>(at)][i] *
                     layer.weight[(o * in[p].size() + i) * 9 + static_cast<std::size_t>(tap)];
        const float scaled = static_cast<float>(sum) * layer.scale[o];
        out[p][o] = scaled + layer.bias[o];
      }
    return out;
  }
  static std::vector<std::vector<int>> steps(const Cells& cells, float step) {
    std::vector<std::vector<int>> out;
    const float per_step = 1 / step;
    for (const auto& point : cells) {
      out.emplace_back();
      for (const float value : point) out.back().push_back(static_cast<int>(std::min(value * per_step, 127.0F) + 0.5F));
    }
    return out;
  }
  static std::vector<float> multiply(const std::vector<float>& in, const Dense& layer, std::size_t outs) {
    std::vector<float> out(outs);
    for (std::size_t i = 0; i < outs; ++i) {
      out[i] = layer.bias.empty() ? 0 : layer.bias[i];
      for (std::size_t j = 0; j < in.size(); ++j) {
        const float product = in[j] * layer.weight[j * outs + i];
        out[i] += product;
      }
    }
    return out;
  }
  static std::vector<float> pool(const Cells& cells, bool positive) {
    const std::size_t c = cells[0].size();
    std::vector<float> out(2 * c);
    for (std::size_t i = 0; i < c; ++i) {
      float sum = 0, most = positive ? 0 : cells[0][i];
      for (const auto& point : cells) {
        const float value = positive ? std::max(0.0F, point[i]) : point[i];
        sum += value;
        most = std::max(most, value);
      }
      out[i] = sum / static_cast<float>(cells.size());
      out[c + i] = most;
    }
    return out;
  }
  static void add(Cells& cells, const std::vector<float>& each) {
    for (auto& point : cells)
      for (std::size_t i = 0; i < point.size(); ++i) point[i] += each[i];
  }
  static void rectify(Cells& cells) {
    for (auto& point : cells)
      for (float& value : point) value = std::max(0.0F, value);
  }

  Reply answer() const {
    const Shape& s = w.shape;
    const auto c = static_cast<std::size_t>(s.channels), k = static_cast<std::size_t>(s.hidden),
               a = static_cast<std::size_t>(s.policy), n = static_cast<std::size_t>(q.columns * q.rows),
               planes = static_cast<std::size_t>(s.planes);
    std::vector<std::vector<int>> input(n);
    for (std::size_t p = 0; p < n; ++p)
      input[p].assign(q.planes.begin() + static_cast<std::ptrdiff_t>(p * planes),
                      q.planes.begin() + static_cast<std::ptrdiff_t>((p + 1) * planes));
    Cells trunk = convolve(input, w.stem);
    add(trunk, multiply({q.globals.begin(), q.globals.end()}, w.stem_globals, c));
    rectify(trunk);
    for (const Block& block : w.blocks) {
      Cells inner = convolve(steps(trunk, block.first.step), block.first);
      if (!block.pool.weight.empty()) add(inner, multiply(pool(inner, true), block.pool, c));
      rectify(inner);
      const Cells outer = convolve(steps(inner, block.second.step), block.second);
      for (std::size_t p = 0; p < n; ++p)
        for (std::size_t i = 0; i < c; ++i) trunk[p][i] = std::max(0.0F, trunk[p][i] + outer[p][i]);
    }
    Reply reply;
    const std::vector<float> pooled = pool(trunk, false);
    const std::vector<float> shared = multiply(pooled, w.policy_pool, k);
    for (const auto& point : trunk) {
      std::vector<float> hidden = multiply(point, w.policy_point, k);
      for (std::size_t i = 0; i < k; ++i) hidden[i] = std::max(0.0F, hidden[i] + shared[i]);
      for (const float logit : multiply(hidden, w.policy_out, a)) reply.policy.push_back(logit);
      reply.owner.push_back(std::tanh(multiply(point, w.owner, 1)[0]));
    }
    for (const float logit : multiply(pooled, w.extras, static_cast<std::size_t>(s.extras)))
      reply.policy.push_back(logit);
    std::vector<float> hidden = multiply(pooled, w.value_hidden, k);
    for (float& one : hidden) one = std::max(0.0F, one);
    const std::vector<float> value = multiply(hidden, w.value_out, 4);
    const float most = std::max({value[0], value[1], value[2]});
    const float sum = std::exp(value[0] - most) + std::exp(value[1] - most) + std::exp(value[2] - most);
    for (std::size_t i = 0; i < 3; ++i) reply.outcome[i] = std::exp(value[i] - most) / sum;
    reply.score = value[3];
    return reply;
  }
};

TEST(Evaluator, AnswersToTheLastBitWhatTheArithmeticSaysOnEveryProcessor) {
  Rng rng(1);
  int kinds = 0;
  for (const char* name : {"portable", "avx2", "avx512"}) {
    const Kernels* kernels = find_kernels(name);
    if (kernels == nullptr) continue;
    ++kinds;
    for (const Shape& shape : {Shape{"test", 4, 0, 16, 1, 0, 1, 0, 16}, Shape{"test", 12, 3, 32, 3, 2, 2, 1, 32},
                               Shape{"test", 20, 5, 48, 2, 1, 9, 2, 16}, Shape{"test", 64, 1, 96, 1, 1, 1, 0, 48}}) {
      ASSERT_EQ(check(shape), "");
      const auto network = std::make_shared<const Network>(random_weights(shape, rng));
      Evaluator evaluator(network, *kernels);
      Reply reply;  // used again: what was asked before changes nothing
      for (const auto& [columns, rows] : {std::pair{9, 9}, {4, 4}, {1, 1}, {8, 9}, {19, 19}, {2, 3}, {9, 9}})
        for (const bool torus : {false, true}) {
          const RandomQuestion one(shape, columns, rows, torus, rng);
          evaluator.evaluate(one.question, reply);
          const Reply wanted = Reference{network->weights(), one.question}.answer();
          ASSERT_EQ(reply.policy, wanted.policy) << name << ' ' << columns << " x " << rows << (torus ? " torus" : "");
          ASSERT_EQ(reply.outcome, wanted.outcome);
          ASSERT_EQ(reply.score, wanted.score);
          ASSERT_EQ(reply.owner, wanted.owner);
        }
    }
  }
  EXPECT_GE(kinds, 1);
}

TEST(Evaluator, TakesTheFastestKernelsThatRunHere) {
  EXPECT_EQ(find_kernels(best_kernels().name), &best_kernels());
  EXPECT_EQ(find_kernels("abacus"), nullptr);
  if (find_kernels("avx512") != nullptr) {
    EXPECT_STREQ(best_kernels().name, "avx512");
  }
}

TEST(Evaluator, IsTheSameOnATorusWhereverItBegins) {
  const Shape shape{"test", 8, 2, 32, 3, 2, 1, 1, 16};
  Rng rng(3);
  Evaluator evaluator(std::make_shared<const Network>(random_weights(shape, rng)));
  const int n = 7;
  RandomQuestion one(shape, n, n, true, rng);
  Reply here, there;
  evaluator.evaluate(one.question, here);
  const std::vector<std::uint8_t> planes = one.planes;
  const auto moved = [&](int p) { return static_cast<std::size_t>((p / n + 2) % n * n + (p % n + 5) % n); };
  for (int p = 0; p < n * n; ++p)
    for (std::size_t i = 0; i < 8; ++i) one.planes[moved(p) * 8 + i] = planes[static_cast<std::size_t>(p) * 8 + i];
  evaluator.evaluate(one.question, there);
  for (int p = 0; p < n * n; ++p) EXPECT_NEAR(here.policy[static_cast<std::size_t>(p)], there.policy[moved(p)], 1e-4);
  EXPECT_NEAR(here.outcome[0], there.outcome[0], 1e-4);
}

}  // namespace
}  // namespace cairn::network
