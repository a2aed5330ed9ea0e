// A Go board for playouts with knowledge: it tells at once which chains are in atari, and where. Rules are board.h's.
//
// Trivially copyable and allocation-free. A chain keeps of its pseudo-liberties (stone, empty neighbour) the number,
// the sum of their cells and the sum of the squares: number * squares == sum * sum exactly when they are all one cell.
// Cells are those of Board<Max>.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "games/go/board.h"

namespace cairn::go {

template <int Max, Topology kTopology>
class TacticalBoard {
 public:
  using Plain = Board<Max>;
  using Cell = typename Plain::Cell;
  static constexpr int kCells = Plain::kCells;
  static constexpr Cell kNowhere = Plain::kNowhere;
  static constexpr int kMany = 99;

  TacticalBoard(const Plain& from, Colour mover, Cell last, int passes);

  // ask
  GridSize size() const { return {columns_, rows_}; }
  Colour at(Cell cell) const { return colour_[cell]; }
  Colour mover() const { return mover_; }
  Cell ko() const { return ko_; }
  Cell last() const { return last_; }      // the last stone placed, or kNowhere after a pass or at the start
  Cell before() const { return before_; }  // the one before that
  int passes() const { return passes_; }
  int stone_lead() const { return lead_; }  // black stones less white ones
  unsigned empties() const { return empty_count_; }
  Cell empty(unsigned i) const { return empty_[i]; }
  Cell chain(Cell stone) const { return chain_[stone]; }
  Cell next_stone(Cell stone) const { return next_[stone]; }
  int stones(Cell chain) const { return chains_[chain].stones; }
  bool in_atari(Cell chain) const {
    const Chain& c = chains_[chain];
    return static_cast<std::uint64_t>(c.count) * c.squares == static_cast<std::uint64_t>(c.sum) * c.sum;
  }
  bool taken_by(Cell chain, Cell cell) const { return in_atari(chain) && only_liberty(chain) == cell; }
  Cell only_liberty(Cell chain) const { return static_cast<Cell>(chains_[chain].sum / chains_[chain].count); }
  unsigned around(Cell cell) const { return near_[cell]; }  // colours of the eight neighbours, two bits each
  template <std::size_t kDirection>
  Cell step(Cell cell) const {
    if constexpr (kTopology == Topology::flat)
      return static_cast<Cell>(cell + kOffsets[kDirection]);
    else
      return neighbours_[cell][kDirection];
  }
  std::array<Cell, 4> sides(Cell cell) const { return {step<0>(cell), step<1>(cell), step<2>(cell), step<3>(cell)}; }
  std::array<Cell, 8> ring(Cell cell) const {
    return {step<0>(cell), step<1>(cell), step<2>(cell), step<3>(cell),
            step<4>(cell), step<5>(cell), step<6>(cell), step<7>(cell)};
  }
  bool enclosed(Cell cell, Colour colour) const {
    const unsigned all = colour == Colour::black ? kLow : kLow << 1;
    return (near_[cell] & all) == all;
  }
  bool eye(Cell cell, Colour colour) const {
    if (!enclosed(cell, colour)) return false;
    const unsigned diagonal = near_[cell] >> 8, outside = diagonal & diagonal >> 1 & kLow;
    const unsigned enemy = (colour == Colour::white ? diagonal : diagonal >> 1) & kLow & ~outside;
    return (enemy & (enemy - 1)) == 0 && (enemy == 0 || outside == 0);
  }
  bool legal(Cell cell) const { return colour_[cell] == Colour::empty && cell != ko_ && !suicide(cell); }
  bool suicide(Cell cell) const;  // for the mover, on an empty cell
  // Liberties that the mover's chain would have after a move on an empty cell, counted up to `enough`; captures count
  // what they free. A suicide has none.
  int liberties_after(Cell cell, int enough, Cell* where = nullptr) const;
  // The mover's chain in atari cannot be saved by running: each time it runs it is put into atari again. Read at most
  // `depth` runs deep; beyond that it lives.
  bool ladder(Cell chain, int depth) const;
  // Liberties of a chain, counted up to `enough` and written there.
  int liberties(Cell chain, int enough, Cell* where) const;

  // do
  void play(Cell cell);  // for the mover, legal
  void pass() {
    ko_ = kNowhere;
    before_ = last_;
    last_ = kNowhere;
    ++passes_;
    mover_ = opposite(mover_);
  }

 private:
  struct Chain {
    std::uint32_t squares = 0, sum = 0;
    std::uint16_t count = 0, stones = 0;
  };
  static constexpr unsigned kLow = 0x55;
  static constexpr int kStride = Plain::kStride;
  static constexpr std::array<int, kDirections> kOffsets{-1,           1,           -kStride,   kStride, -kStride - 1,
                                                         -kStride + 1, kStride - 1, kStride + 1};
  // No torus: nothing to look up.
  using Neighbours = std::conditional_t<kTopology == Topology::flat, std::array<std::array<Cell, kDirections>, 1>,
                                        std::array<std::array<Cell, kDirections>, kCells>>;
  static constexpr unsigned seen_from(std::size_t direction) {
    return 2U * static_cast<unsigned>(direction < 4 ? direction ^ 1U : 11U - direction);
  }
  void gain(Cell chain, Cell liberty) {
    Chain& c = chains_[chain];
    ++c.count;
    c.sum += liberty;
    c.squares += std::uint32_t{liberty} * liberty;
  }
  void lose(Cell chain, Cell liberty) {
    Chain& c = chains_[chain];
    --c.count;
    c.sum -= liberty;
    c.squares -= std::uint32_t{liberty} * liberty;
  }
  void paint(Cell cell,
             unsigned colour) {  // adds a colour to, or (by its negative) takes it from, the neighbours' words
    [&]<std::size_t... kDirection>(std::index_sequence<kDirection...>) {
      ((near_[step<kDirection>(cell)] =
            static_cast<std::uint16_t>(near_[step<kDirection>(cell)] + (colour << seen_from(kDirection)))),
       ...);
    }
    (std::make_index_sequence<kDirections>());
  }
  void join(Cell one, Cell two);
  void remove(Cell chain);
  void put_empty(Cell cell) {
    place_[cell] = static_cast<Cell>(empty_count_);
    empty_[empty_count_++] = cell;
  }
  void take_empty(Cell cell) {
    const Cell last = empty_[--empty_count_];
    empty_[place_[cell]] = last;
    place_[last] = place_[cell];
  }

  Colour mover_;
  std::uint8_t columns_, rows_;
  Cell ko_, last_ = kNowhere, before_ = kNowhere;
  std::int16_t passes_ = 0, lead_ = 0;
  std::uint16_t empty_count_ = 0;
  std::array<Cell, static_cast<std::size_t>(Max) * Max> empty_;
  std::array<Cell, kCells> place_;  // of an empty cell in empty_
  std::array<Colour, kCells> colour_;
  std::array<Cell, kCells> chain_, next_;
  std::array<std::uint16_t, kCells> near_;
  std::array<Chain, kCells> chains_;
  Neighbours neighbours_;
};

template <int Max, Topology kTopology>
TacticalBoard<Max, kTopology>::TacticalBoard(const Plain& from, Colour mover, Cell last, int passes)
    : mover_(mover),
      columns_(static_cast<std::uint8_t>(from.size().columns)),
      rows_(static_cast<std::uint8_t>(from.size().rows)),
      ko_(from.ko()),
      last_(last),
      passes_(static_cast<std::int16_t>(passes)) {
  colour_.fill(Colour::edge);
  near_.fill(0);
  for (int i = 0; i < from.points(); ++i) {
    const Cell cell = from.cell(i);
    if constexpr (kTopology == Topology::torus)
      for (int d = 0; d < kDirections; ++d) neighbours_[cell][static_cast<std::size_t>(d)] = from.neighbour(cell, d);
    colour_[cell] = from.at(cell);
    chain_[cell] = from.chain(cell);
    next_[cell] = from.next_stone(cell);
    chains_[cell] = {};
    if (colour_[cell] == Colour::empty) put_empty(cell);
  }
  for (int i = 0; i < from.points(); ++i) {
    const Cell cell = from.cell(i);
    unsigned word = 0;
    const auto around = ring(cell);
    for (std::size_t d = 0; d < kDirections; ++d) word |= static_cast<unsigned>(colour_[around[d]]) << 2 * d;
    near_[cell] = static_cast<std::uint16_t>(word);
    if (colour_[cell] == Colour::empty) continue;
    lead_ = static_cast<std::int16_t>(lead_ + (colour_[cell] == Colour::black ? 1 : -1));
    ++chains_[chain_[cell]].stones;
    for (std::size_t d = 0; d < 4; ++d)
      if (colour_[around[d]] == Colour::empty) gain(chain_[cell], around[d]);
  }
}

template <int Max, Topology kTopology>
bool TacticalBoard<Max, kTopology>::suicide(Cell cell) const {
  for (const Cell side : sides(cell)) {
    const Colour colour = colour_[side];
    if (colour == Colour::empty) return false;
    if (colour == Colour::edge) continue;
    if (in_atari(chain_[side]) == (colour != mover_)) return false;  // it takes that, or lives with it
  }
  return true;
}

template <int Max, Topology kTopology>
bool TacticalBoard<Max, kTopology>::ladder(Cell chain, int depth) const {
  if (depth == 0) return false;
  Cell stone = chain;
  do {  // a chain around it can be taken: it lives
    for (const Cell side : sides(stone))
      if (colour_[side] == opposite(mover_) && in_atari(chain_[side]) && only_liberty(chain_[side]) != ko_)
        return false;
    stone = next_[stone];
  } while (stone != chain);
  const Cell out = only_liberty(chain);
  if (out == ko_) return true;
  std::array<Cell, 16> where{};
  const int liberties = liberties_after(out, 3, where.data());
  if (liberties != 2) return liberties < 2;
  TacticalBoard run = *this;
  run.play(out);
  for (int i = 0; i < 2; ++i) {
    const Cell cell = where[static_cast<std::size_t>(i)];
    if (!run.legal(cell)) continue;
    // An atari from which the attacker's own stone is taken at once is found by the next call.
    TacticalBoard chased = run;
    chased.play(cell);
    if (chased.in_atari(chased.chain(out)) && chased.ladder(chased.chain(out), depth - 1)) return true;
  }
  return false;
}

template <int Max, Topology kTopology>
int TacticalBoard<Max, kTopology>::liberties(Cell chain, int enough, Cell* where) const {
  int found = 0;
  Cell stone = chain;
  do {
    for (const Cell side : sides(stone)) {
      if (colour_[side] != Colour::empty) continue;
      bool known = false;
      for (int i = 0; i < found; ++i) known |= where[i] == side;
      if (known) continue;
      where[found++] = side;
      if (found == enough) return found;
    }
    stone = next_[stone];
  } while (stone != chain);
  return found;
}

template <int Max, Topology kTopology>
int TacticalBoard<Max, kTopology>::liberties_after(Cell cell, int enough, Cell* where) const {
  std::array<Cell, 16> own{};
  if (where == nullptr) where = own.data();
  assert(enough <= 16);
  int found = 0;
  const auto add = [&](Cell liberty) {
    for (int i = 0; i < found; ++i)
      if (where[i] == liberty) return;
    where[found++] = liberty;
  };
  const auto near = sides(cell);
  for (const Cell side : near)
    if (colour_[side] == Colour::empty) {
      add(side);
      if (found >= enough) return found;
    }
  for (const Cell side : near) {
    if (colour_[side] == Colour::empty || colour_[side] == Colour::edge) continue;
    const Cell chain = chain_[side];
    if (colour_[side] == mover_) {
      Cell stone = chain;
      do {
        for (const Cell beside : sides(stone)) {
          // A liberty, or an enemy stone that the move captures.
          const Colour there = colour_[beside];
          const bool free =
              there == Colour::empty ? beside != cell : there == opposite(mover_) && taken_by(chain_[beside], cell);
          if (!free) continue;
          add(beside);
          if (found >= enough) return found;
        }
        stone = next_[stone];
      } while (stone != chain);
    } else if (in_atari(chain)) {
      add(side);
      if (found >= enough) return found;
    }
  }
  return found;
}

template <int Max, Topology kTopology>
void TacticalBoard<Max, kTopology>::join(Cell one, Cell two) {
  if (chains_[one].stones < chains_[two].stones) std::swap(one, two);
  Chain& into = chains_[one];
  const Chain& from = chains_[two];
  into.count = static_cast<std::uint16_t>(into.count + from.count);
  into.stones = static_cast<std::uint16_t>(into.stones + from.stones);
  into.sum += from.sum;
  into.squares += from.squares;
  Cell stone = two;
  do {
    chain_[stone] = one;
    stone = next_[stone];
  } while (stone != two);
  std::swap(next_[one], next_[two]);
}

template <int Max, Topology kTopology>
void TacticalBoard<Max, kTopology>::remove(Cell chain) {
  const Colour colour = colour_[chain];
  lead_ = static_cast<std::int16_t>(lead_ + (colour == Colour::black ? -1 : 1) * chains_[chain].stones);
  Cell stone = chain;
  do {
    colour_[stone] = Colour::empty;
    put_empty(stone);
    paint(stone, 0U - static_cast<unsigned>(colour));
    for (const Cell side : sides(stone))
      if (colour_[side] == opposite(colour)) gain(chain_[side], stone);
    stone = next_[stone];
  } while (stone != chain);
  // Its own stones, empty now, are no liberties of it: the chain is gone.
}

template <int Max, Topology kTopology>
void TacticalBoard<Max, kTopology>::play(Cell cell) {
  const Colour own = mover_, enemy = opposite(own);
  take_empty(cell);
  colour_[cell] = own;
  chain_[cell] = next_[cell] = cell;
  chains_[cell] = {0, 0, 0, 1};
  paint(cell, static_cast<unsigned>(own));
  lead_ = static_cast<std::int16_t>(lead_ + (own == Colour::black ? 1 : -1));
  const auto near = sides(cell);
  for (const Cell side : near) {
    if (colour_[side] == Colour::empty)
      gain(cell, side);
    else if (colour_[side] != Colour::edge)
      lose(chain_[side], cell);
  }
  int taken = 0;
  Cell taken_at = kNowhere;
  for (const Cell side : near) {
    if (colour_[side] == own && chain_[side] != chain_[cell]) {
      join(chain_[side], chain_[cell]);
    } else if (colour_[side] == enemy && chains_[chain_[side]].count == 0) {
      taken += chains_[chain_[side]].stones;
      taken_at = side;
      remove(chain_[side]);
    }
  }
  const Chain& made = chains_[chain_[cell]];
  ko_ = taken == 1 && made.stones == 1 && made.count == 1 ? taken_at : kNowhere;
  before_ = last_;
  last_ = cell;
  passes_ = 0;
  mover_ = enemy;
}

}  // namespace cairn::go
