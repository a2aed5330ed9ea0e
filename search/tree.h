// The search tree: nodes that several workers change at once without locks, in an arena that never exceeds its limit.
// Counts that must not be lost are added atomically; all-moves-as-first means are stored over one another, and a lost
// one does no harm (Enzenberger and Mueller, "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/rules.h"
#include "search/engine.h"
#include "search/transposition_table.h"

namespace cairn {

struct Node {
  // Values are kept as multiples of 2^-20, so that sums are exact and do not depend on the order.
  static constexpr double kUnit = 1 << 20;
  enum class State : std::uint8_t { leaf, growing, grown, over };

  Action action{};                         // that led here
  std::atomic<std::uint32_t> children{0};  // index of the first
  std::uint16_t count = 0;                 // of children; written before `state` says grown
  std::uint16_t key = 0;                   // of `action`, for all-moves-as-first
  std::uint8_t mover = 0;                  // the seat that chose `action`
  std::atomic<State> state{State::leaf};
  std::atomic<Proof> proof{Proof::none};  // for the mover
  std::atomic<std::uint32_t> visits{0};   // goes up on the way down: a visit under way counts as lost (virtual loss)
  std::atomic<std::int64_t> sum{0};       // of values for the mover
  std::atomic<float> amaf_visits{0}, amaf_mean{0};
  float share = 0, prior_value = 0.5F, prior_weight = 0;
  std::atomic<float> lead{0};  // mean of seat 0's, in points

  double mean() const {  // of visits alone
    const auto n = visits.load(std::memory_order_relaxed);
    return n == 0 ? 0.5 : static_cast<double>(sum.load(std::memory_order_relaxed)) / kUnit / n;
  }
};
static_assert(sizeof(Node) == 56);

class Tree {
 public:
  explicit Tree(std::size_t bytes);

  Node& root() { return at(0); }
  const Node& root() const { return at(0); }
  Node& at(std::uint32_t i) { return chunks_[i / kChunk][i % kChunk]; }
  const Node& at(std::uint32_t i) const { return chunks_[i / kChunk][i % kChunk]; }
  Node& child(const Node& node, std::uint32_t i) { return at(node.children.load(std::memory_order_relaxed) + i); }
  const Node& child(const Node& node, std::uint32_t i) const {
    return at(node.children.load(std::memory_order_relaxed) + i);
  }

  // Room for `count` neighbours, all fresh; 0 when there is none (0 is the root's place). Safe for several threads.
  std::uint32_t take(std::uint32_t count);
  bool full() const { return full_.load(std::memory_order_relaxed); }
  std::size_t nodes() const { return used_nodes_.load(std::memory_order_relaxed); }
  std::size_t bytes() const { return made_.load(std::memory_order_relaxed) * kChunk * sizeof(Node); }

  void clear();  // a root alone
  // Makes a node the root and forgets all that is not below it; in place. Siblings may have several parents, if there
  // is no way round; `transpositions` are told where they went.
  void keep(std::uint32_t node, TranspositionTable& transpositions);

 private:
  static constexpr std::uint32_t kChunk = 1U << 12;  // nodes; siblings lie in one chunk
  bool reserve(std::uint32_t chunk);

  std::vector<std::unique_ptr<Node[]>> chunks_;  // as many as the limit allows; made when first needed
  std::uint32_t next_ = 1;                       // under busy_
  std::atomic<std::size_t> made_{0}, used_nodes_{1};
  std::atomic<bool> full_{false};
  std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
};

}  // namespace cairn
