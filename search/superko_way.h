// How play came to where it is, and what a proof under superko needs of that. For two seats on a board of points.
//
// Superko bars a move because of what stood before, so the worth of a position depends on how it arose. A proof that
// one side, its winner, reaches its aim from a position on holds after every way on which the boards of the proof are
// fresh:
// - None of the boards that the winner makes in the proof stood before, or superko would bar the move.
// - A move of the loser that is barred harms no proof, but for one case: where the game ends because nothing is left to
//   play and the count would not please the winner. There one of the loser's moves must be fresh, too.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/hash.h"

namespace cairn {

// Sets of points, a bit each: the stones of either seat.
template <class Mask>
using StonesOf = std::array<Mask, 2>;

template <class Mask>
int count_stones(const StonesOf<Mask>& stones) {
  return std::popcount(stones[0]) + std::popcount(stones[1]);
}

// The boards of a proof, by what they have in common: stones that stand on all of them, points that a seat takes on
// any, the fewest stones. A board that does not fit this is none of them. By default there are none.
template <class Mask>
struct FreshBoards {
  StonesOf<Mask> always{static_cast<Mask>(~Mask{0}), static_cast<Mask>(~Mask{0})}, ever{};
  std::uint8_t fewest = 0xFF;
  bool losers = false;  // boards that the loser makes are among them

  void add(const FreshBoards& other) {
    for (std::size_t c = 0; c < 2; ++c) {
      always[c] &= other.always[c];
      ever[c] |= other.ever[c];
    }
    fewest = std::min(fewest, other.fewest);
    losers |= other.losers;
  }
  void add(const StonesOf<Mask>& board, bool by_loser) {
    add({board, board, static_cast<std::uint8_t>(count_stones(board)), by_loser});
  }
  bool may_hold(const StonesOf<Mask>& board) const {
    for (std::size_t c = 0; c < 2; ++c)
      if ((always[c] & ~board[c]) != 0 || (board[c] & ~ever[c]) != 0) return false;
    return count_stones(board) >= fewest;
  }
};

// The positions so far, the first first.
template <class Mask>
class SuperkoWay {
 public:
  using Stones = StonesOf<Mask>;
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

  // `situational`: only a board with the same side to move counts as repeated.
  explicit SuperkoWay(bool situational) : situational_(situational) {}

  std::size_t size() const { return stood_.size(); }
  void clear() {
    stood_.clear();
    names_.clear();
    marks_.fill(0);
  }
  void push(const Stones& stones, int mover) {
    names_.push_back(mix(name(), mix(word(stones), static_cast<std::uint64_t>(mover))));
    stood_.push_back({stones, static_cast<std::int8_t>(mover)});
    ++marks_[mark(stones)];
  }
  void pop() {
    --marks_[mark(stood_.back().stones)];
    stood_.pop_back();
    names_.pop_back();
  }
  // Of the whole way.
  std::uint64_t name() const { return names_.empty() ? 1 : names_.back(); }
  // Where the position stands, if a move to it is barred; kNowhere.
  std::size_t find(const Stones& stones, int mover) const {
    if (marks_[mark(stones)] == 0) return kNowhere;
    for (std::size_t i = 0; i < stood_.size(); ++i)
      if (stood_[i].stones == stones && (!situational_ || stood_[i].mover == mover)) return i;
    return kNowhere;
  }
  // Whether none of the boards stood.
  bool lacks(const FreshBoards<Mask>& boards, int winner) const {
    return std::none_of(stood_.begin(), stood_.end(), [&](const Stood& one) {
      return boards.may_hold(one.stones) && (!situational_ || boards.losers || one.mover != winner);
    });
  }

 private:
  struct Stood {
    Stones stones;
    std::int8_t mover;
  };
  static std::uint64_t word(const Stones& stones) { return std::uint64_t{stones[0]} << 32 | stones[1]; }
  static std::size_t mark(const Stones& stones) { return word(stones) * 0x9E3779B97F4A7C15ULL >> 52; }

  bool situational_;
  std::vector<Stood> stood_;
  std::vector<std::uint64_t> names_;         // of the way up to each position
  std::array<std::uint16_t, 4096> marks_{};  // how many boards of the way have this hash
};

}  // namespace cairn
