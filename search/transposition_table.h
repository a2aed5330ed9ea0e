// The transposition table: positions of the search tree by key, so that a second node of the same position takes
// the children of the first (Childs, Brodeur and Kocsis, "Transpositions and move groups in Monte Carlo tree search",
// 2008). Places are overwritten; several workers may read and write at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn {

// Children that lie side by side in the tree.
struct Siblings {
  std::uint32_t first = 0, count = 0;  // 0: none
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t bytes)
      : places_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Place), 1))) {}

  Siblings find(std::uint64_t key) const {
    const Place& place = places_[key & (places_.size() - 1)];
    const std::uint64_t what = place.what.load(std::memory_order_acquire);
    if (what == 0 || (place.check.load(std::memory_order_relaxed) ^ what) != key) return {};
    return {static_cast<std::uint32_t>(what), static_cast<std::uint32_t>(what >> 32)};
  }
  void remember(std::uint64_t key, Siblings siblings) {
    Place& place = places_[key & (places_.size() - 1)];
    const std::uint64_t what = siblings.first | std::uint64_t{siblings.count} << 32;
    place.check.store(key ^ what, std::memory_order_relaxed);
    place.what.store(what, std::memory_order_release);
  }
  // The tree moved its nodes: `moved(first)` is where siblings went, 0 where they are forgotten.
  template <class Moved>
  void follow(Moved&& moved) {
    for (Place& place : places_) {
      const std::uint64_t what = place.what.load(std::memory_order_relaxed);
      if (what == 0) continue;
      const std::uint64_t key = place.check.load(std::memory_order_relaxed) ^ what;
      place.what.store(0, std::memory_order_relaxed);
      if (const std::uint32_t first = moved(static_cast<std::uint32_t>(what)); first != 0)
        remember(key, {first, static_cast<std::uint32_t>(what >> 32)});
    }
  }
  void clear() {
    for (Place& place : places_) place.what.store(0, std::memory_order_relaxed);
  }

 private:
  struct Place {
    std::atomic<std::uint64_t> check{0}, what{0};  // key ^ what: two halves that do not belong together match no key
  };
  std::vector<Place> places_;
};

}  // namespace cairn
