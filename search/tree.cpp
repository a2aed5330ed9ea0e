#include "search/tree.h"

#include <algorithm>
#include <new>

#include "search/spin_lock.h"

namespace cairn {

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

void copy(Node& to, const Node& from) {
  to.action = from.action;
  to.children.store(from.children.load(kRelaxed), kRelaxed);
  to.count = from.count;
  to.key = from.key;
  to.mover = from.mover;
  to.state.store(from.state.load(kRelaxed), kRelaxed);
  to.proof.store(from.proof.load(kRelaxed), kRelaxed);
  to.visits.store(from.visits.load(kRelaxed), kRelaxed);
  to.sum.store(from.sum.load(kRelaxed), kRelaxed);
  to.amaf_visits.store(from.amaf_visits.load(kRelaxed), kRelaxed);
  to.amaf_mean.store(from.amaf_mean.load(kRelaxed), kRelaxed);
  to.share = from.share;
  to.prior_value = from.prior_value;
  to.prior_weight = from.prior_weight;
  to.lead.store(from.lead.load(kRelaxed), kRelaxed);
}

// Siblings that stay, and where.
struct Block {
  std::uint32_t start = 0, count = 0, goes_to = 0;
};

}  // namespace

Tree::Tree(std::size_t bytes) : chunks_(std::max<std::size_t>(1, bytes / (kChunk * sizeof(Node)))) {
  reserve(0);
}

bool Tree::reserve(std::uint32_t chunk) {
  if (chunk >= chunks_.size()) return false;
  if (chunks_[chunk]) return true;
  chunks_[chunk].reset(new (std::nothrow) Node[kChunk]);
  if (!chunks_[chunk]) return false;
  made_.fetch_add(1, kRelaxed);
  return true;
}

std::uint32_t Tree::take(std::uint32_t count) {
  if (count == 0 || count > kChunk || full()) return 0;
  std::uint32_t start = 0;
  {
    const SpinLock lock(busy_);
    start = next_;
    if (start / kChunk != (start + count - 1) / kChunk) start = (start / kChunk + 1) * kChunk;
    if (!reserve(start / kChunk)) {
      full_.store(true, kRelaxed);
      return 0;
    }
    next_ = start + count;
    used_nodes_.store(used_nodes_.load(kRelaxed) + count, kRelaxed);
  }
  static const Node fresh;
  for (std::uint32_t i = 0; i < count; ++i) copy(at(start + i), fresh);
  return start;
}

void Tree::clear() {
  static const Node fresh;
  copy(root(), fresh);
  for (std::size_t i = 1; i < chunks_.size() && chunks_[i]; ++i) chunks_[i].reset();
  made_.store(1, kRelaxed);
  used_nodes_.store(1, kRelaxed);
  next_ = 1;
  full_.store(false, kRelaxed);
}

// Siblings are moved down in the order in which they lie; what is packed closer than before never reaches what has not
// moved yet.
void Tree::keep(std::uint32_t node, TranspositionTable& transpositions) {
  if (node == 0) return;
  std::vector<Block> blocks;
  std::vector<bool> seen(next_);  // by first sibling
  const auto add = [&](const Node& parent) {
    const std::uint32_t start = parent.children.load(kRelaxed);
    if (parent.state.load(kRelaxed) != Node::State::grown || seen[start]) return;
    seen[start] = true;
    blocks.push_back({start, parent.count});
  };
  add(at(node));
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (std::uint32_t child = 0; child < blocks[i].count; ++child) add(at(blocks[i].start + child));
  std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.start < b.start; });

  copy(root(), at(node));
  next_ = 1;
  std::size_t used = 1;
  for (Block& block : blocks) {
    block.goes_to = next_;
    if (next_ / kChunk != (next_ + block.count - 1) / kChunk) block.goes_to = (next_ / kChunk + 1) * kChunk;
    next_ = block.goes_to + block.count;
    used += block.count;
    for (std::uint32_t k = 0; k < block.count; ++k) copy(at(block.goes_to + k), at(block.start + k));
  }
  const auto moved = [&](std::uint32_t start) {
    const auto block = std::lower_bound(blocks.begin(), blocks.end(), start,
                                        [](const Block& b, std::uint32_t wanted) { return b.start < wanted; });
    return block != blocks.end() && block->start == start ? block->goes_to : 0;
  };
  const auto lead = [&](Node& parent) {
    if (parent.state.load(kRelaxed) == Node::State::grown)
      parent.children.store(moved(parent.children.load(kRelaxed)), kRelaxed);
  };
  lead(root());
  for (const Block& block : blocks)
    for (std::uint32_t k = 0; k < block.count; ++k) lead(at(block.goes_to + k));
  transpositions.follow(moved);
  for (std::size_t i = (next_ - 1) / kChunk + 1; i < chunks_.size() && chunks_[i]; ++i) {
    chunks_[i].reset();
    made_.fetch_sub(1, kRelaxed);
  }
  used_nodes_.store(used, kRelaxed);
  full_.store(false, kRelaxed);
}

}  // namespace cairn
