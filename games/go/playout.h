// Random play on a Go board, for playouts: the light path without superko, history or events.
//
// Policy: every empty point that is legal (no suicide, no simple ko) and no own one-point eye has the same chance,
// exactly: points are drawn without replacement until one will do. Nothing playable: a pass. Two passes end the game.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/rng.h"
#include "games/go/board.h"

namespace cairn::go {

template <int Max>
class RandomGame {
 public:
  using Cell = typename Board<Max>::Cell;

  RandomGame(const Board<Max>& board, Colour mover, int passes) : board_(board), mover_(mover), passes_(passes) {
    for (int row = 0; row < board_.size().rows; ++row)
      for (Cell cell = Board<Max>::cell(0, row), end = Board<Max>::cell(board_.size().columns, row); cell < end;
           ++cell) {
        const int colour = static_cast<int>(board_.at(cell));
        awake_[awake_count_] = cell;
        awake_count_ += colour == 0 ? 1U : 0U;
        lead_ += (colour & 1) - (colour >> 1);
      }
  }

  // Plays to two passes or `limit` moves. Returns Black's points less White's: stones and one-point eyes.
  int run(Rng& rng, int limit) {
    return board_.topology() == Topology::flat ? run_on<Topology::flat>(rng, limit)
                                               : run_on<Topology::torus>(rng, limit);
  }
  int plies() const { return plies_; }
  const Board<Max>& board() const { return board_; }
  Colour mover() const { return mover_; }
  // Eyes left out of the drawing for the present; nobody may or will play there.
  std::span<const Cell> asleep() const { return {asleep_.data(), asleep_count_}; }
  // Whose point it is at the end; empty: nobody's.
  Colour owner(Cell cell) const {
    if (board_.at(cell) != Colour::empty) return board_.at(cell);
    const bool black = board_.enclosed(cell, Colour::black), white = board_.enclosed(cell, Colour::white);
    return black == white ? Colour::empty : black ? Colour::black : Colour::white;
  }

 private:
  template <Topology kTopology>
  int run_on(Rng& seed, int limit) {
    Draw draw(seed());
    unsigned awake = awake_count_;  // in a register
    int plies = 0;
    if (mover_ == Colour::white && plies < limit && passes_ < 2) {
      move<kTopology, Colour::white>(draw, awake);
      ++plies;
    }
    while (plies < limit && passes_ < 2) {
      move<kTopology, Colour::black>(draw, awake);
      if (++plies == limit || passes_ == 2) break;
      move<kTopology, Colour::white>(draw, awake);
      ++plies;
    }
    plies_ = plies;
    awake_count_ = awake;
    return lead();
  }

  template <Topology kTopology, Colour kColour>
  [[gnu::always_inline]] void move(Draw& draw, unsigned& awake) {
    constexpr Colour kEnemy = opposite(kColour);
    const Cell ko = board_.ko();
    unsigned left = awake, chosen = 0;
    Cell cell{};
    for (;; --left) {
      if (left == 0) {
        board_.pass();
        ++passes_;
        return;
      }
      chosen = draw.below(left);
      cell = awake_[chosen];
      if (!board_.crowded(cell)) break;
      const bool eye = board_.eye(cell, kColour);
      const unsigned last = board_.template last_liberty_of<kTopology>(cell);
      if (!eye && cell != ko && last != board_.neighbours_of(cell, kColour)) break;
      awake_[chosen] = awake_[left - 1];
      const bool useless = eye ? last == board_.neighbours_of(cell, kEnemy) : cell != ko && board_.eye(cell, kEnemy);
      if (useless) {
        awake_[left - 1] = awake_[--awake];
        put_to_sleep<kTopology>(cell, eye ? kEnemy : kColour);
      } else {
        awake_[left - 1] = cell;
      }
    }
    awake_[chosen] = awake_[--awake];
    bool starving = false;
    const int taken = board_.template place_unhashed<kTopology, kColour>(cell, &awake_[awake], starving);
    awake += static_cast<unsigned>(taken);
    lead_ += kColour == Colour::black ? 1 + taken : -1 - taken;
    passes_ = 0;
    if (starving || (watch_[cell] & static_cast<unsigned>(kColour)) != 0) awake = wake_all<kTopology>(awake);
  }
  template <Topology kTopology>
  [[gnu::noinline]] void put_to_sleep(Cell cell, Colour enemy) {
    asleep_[asleep_count_++] = cell;
    board_.template hide<kTopology>(cell);
    for (const std::size_t corner : board_.template diagonals<kTopology>(cell))
      watch_[corner] = static_cast<std::uint8_t>(watch_[corner] | static_cast<unsigned>(enemy));
  }
  template <Topology kTopology>
  [[gnu::noinline]] unsigned wake_all(unsigned awake) {
    for (unsigned i = 0; i < asleep_count_; ++i) {
      board_.template reveal<kTopology>(asleep_[i]);
      awake_[awake++] = asleep_[i];
    }
    asleep_count_ = 0;
    watch_.fill(0);
    return awake;
  }
  int lead() const {
    int lead = lead_;
    const auto count = [&](Cell cell) {
      lead += (board_.enclosed(cell, Colour::black) ? 1 : 0) - (board_.enclosed(cell, Colour::white) ? 1 : 0);
    };
    for (unsigned i = 0; i < awake_count_; ++i) count(awake_[i]);
    for (unsigned i = 0; i < asleep_count_; ++i) count(asleep_[i]);
    return lead;
  }

  Board<Max> board_;
  Colour mover_;
  int passes_;
  int plies_ = 0;
  int lead_ = 0;  // black stones less white ones
  unsigned awake_count_ = 0, asleep_count_ = 0;
  // The empty cells: those that may be played on, and one-point eyes where neither side will play: not the owner, and
  // not the enemy while it is suicide. They sleep until that may have changed: an enemy stone comes to a diagonal (on a
  // watched cell), or a chain has no other liberty.
  std::array<Cell, static_cast<std::size_t>(Max) * Max> awake_, asleep_;
  std::array<std::uint8_t, Board<Max>::kCells> watch_{};  // bits of the colours whose stone there wakes
};

}  // namespace cairn::go
