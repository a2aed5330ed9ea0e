// The Go board: stones, chains with pseudo-liberties, captures, the simple ko point. Rules of a game are in go.h.
//
// Trivially copyable and allocation-free; every move costs time in proportion to what it changes. `Max` is the largest
// side it holds; the sides themselves and the topology are data. Points are `Cell`s of a grid with a border one cell
// wide (left and right share it), so a flat board needs no bounds checks; a torus looks its neighbours up in a table.
//
// A chain is known by one of its stones. Its pseudo-liberties are the pairs (stone, empty neighbour): none are left
// exactly when no liberty is left, and they are updated by adding and subtracting alone.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "core/hash.h"
#include "core/topology.h"

namespace cairn::go {

enum class Colour : std::uint8_t { empty = 0, black = 1, white = 2, edge = 3 };
constexpr Colour opposite(Colour colour) {
  return static_cast<Colour>(3 - static_cast<int>(colour));
}
constexpr int side_of(Colour colour) {  // black 0, white 1
  return static_cast<int>(colour) - 1;
}
constexpr Colour colour_of(int side) {
  return static_cast<Colour>(side + 1);
}

inline constexpr int kMaxSide = 25;
inline constexpr int kMaxPoints = kMaxSide * kMaxSide;

template <int Max>
class Board {
 public:
  static_assert(Max >= 2 && Max <= kMaxSide);
  static constexpr int kStride = Max + 1;
  static constexpr int kCells = (Max + 2) * kStride + 1;
  using Cell = std::conditional_t<(kCells <= 256), std::uint8_t, std::uint16_t>;
  static constexpr Cell kNowhere = 0;  // a border cell

  // construct
  explicit Board(GridSize size, Topology topology = Topology::flat);
  // Puts colours on an empty board, then links them. False: some chain has no liberty, and the board is useless.
  template <class ColourAt>  // Colour(int point)
  bool set_up(ColourAt&& colour_at);

  // ask
  GridSize size() const { return {columns_, rows_}; }
  int points() const { return columns_ * rows_; }
  Topology topology() const { return links_ == nullptr ? Topology::flat : Topology::torus; }
  Cell cell(int point) const { return to_cell(columns_, point); }
  static constexpr Cell cell(int column, int row) { return static_cast<Cell>((row + 1) * kStride + column + 1); }
  int point(Cell cell) const { return (cell / kStride - 1) * columns_ + cell % kStride - 1; }
  Colour at(Cell cell) const { return colour_[cell]; }
  Cell ko() const { return ko_; }  // where the next player may not retake at once, or kNowhere
  std::uint64_t hash() const { return hash_; }
  Cell chain(Cell stone) const { return chain_[stone]; }      // the same cell for all stones of a chain
  Cell next_stone(Cell stone) const { return next_[stone]; }  // round the chain
  bool suicide(Cell cell, Colour colour) const {              // on an empty cell
    return crowded(cell) && neighbours_of(cell, colour) == (links_ == nullptr ? last_liberty_of<Topology::flat>(cell)
                                                                              : last_liberty_of<Topology::torus>(cell));
  }
  bool lone(Cell cell, Colour colour) const { return neighbours_of(cell, colour) == 0; }  // no own stone beside it
  std::uint64_t hash_after(Cell cell, Colour colour) const;  // of the stones, were this move made, which is no suicide
  std::uint64_t hash_after_suicide(Cell cell, Colour colour) const;
  // A one-point eye of this colour, on an empty cell: enemy stones on fewer than two diagonals; at the edge, on none.
  bool eye(Cell cell, Colour colour) const {
    if (!enclosed(cell, colour)) return false;
    const unsigned diagonal = near_[cell] >> 8, outside = diagonal & diagonal >> 1 & kLow;
    const unsigned enemy = (colour == Colour::white ? diagonal : diagonal >> 1) & kLow & ~outside;
    return (enemy & (enemy - 1)) == 0 && (enemy == 0 || outside == 0);
  }
  // All four neighbours are of this colour or off the board.
  bool enclosed(Cell cell, Colour colour) const {
    const unsigned all = colour == Colour::black ? kLow : kLow << 1;
    return (near_[cell] & all) == all;
  }
  bool crowded(Cell cell) const { return ((near_[cell] | near_[cell] >> 1) & kLow) == kLow; }  // no neighbour is empty
  Cell neighbour(Cell cell, int direction) const {
    return links_ == nullptr ? static_cast<Cell>(cell + kOffsets[static_cast<std::size_t>(direction)])
                             : (*links_)[cell][static_cast<std::size_t>(direction)];
  }

  // do
  // Places a stone on an empty cell where it is no suicide, removes what it captures; `removed(cell)` hears of each.
  // Returns the number of stones removed.
  template <class Removed>
  int place(Cell cell, Colour colour, Removed&& removed) {
    std::array<Cell, static_cast<std::size_t>(Max) * Max> taken;
    bool ignored = false;
    const int count = place_any(cell, colour, taken.data(), ignored);
    hash_ ^= key(cell, colour);
    for (int i = 0; i < count; ++i) {
      hash_ ^= key(taken[static_cast<std::size_t>(i)], opposite(colour));
      removed(taken[static_cast<std::size_t>(i)]);
    }
    return count;
  }
  // A suicide: the stone and the own chains beside it go.
  template <class Removed>
  int place_suicide(Cell cell, Colour colour, Removed&& removed) {
    std::array<Cell, static_cast<std::size_t>(Max) * Max> taken;
    hash_ = hash_after_suicide(cell, colour);
    bool ignored = false;
    place_any(cell, colour, taken.data(), ignored);
    const int count = static_cast<int>(remove_any(cell, colour, taken.data()) - taken.data());
    for (int i = 0; i < count; ++i) removed(taken[static_cast<std::size_t>(i)]);
    ko_ = kNowhere;
    return count;
  }
  void pass() { ko_ = kNowhere; }
  void set_ko(Cell cell) { ko_ = cell; }  // for positions that did not arise by play

  // The same for random play, which keeps no hash. The cells of the stones removed go to `taken`; `starving` is set
  // when a chain beside the stone has hidden liberties (below) alone, and so few that they may be one cell.
  template <Topology kTopology, Colour kColour>
  int place_unhashed(Cell cell, Cell* taken, bool& starving);
  // Random play hides empty cells that nobody will play on. Their sides still count as liberties of the chains around,
  // but apart, so that `place_unhashed` notices when a chain has no others.
  template <Topology kTopology>
  void hide(Cell cell) {
    for (const std::size_t there : around<kTopology>(cell)) liberties_[chain_[there]] -= kOpen - 1;
  }
  template <Topology kTopology>
  void reveal(Cell cell) {
    for (const std::size_t there : around<kTopology>(cell)) liberties_[chain_[there]] += kOpen - 1;
  }
  // Which of the four neighbours belong to chains that have no liberty but this cell: a mask, two bits a direction. For
  // a crowded cell a stone is suicide when these are the own neighbours and no others: an own chain with another
  // liberty lives on with the stone, an enemy chain without one dies. Without branches, for nobody can guess them.
  template <Topology kTopology>
  unsigned last_liberty_of(Cell cell) const;
  unsigned neighbours_of(Cell cell, Colour colour) const { return own_neighbours(near_[cell], colour); }
  template <Topology kTopology>
  std::array<std::size_t, kOrthogonal> diagonals(std::size_t cell) const {
    return {step<kTopology, 4>(cell), step<kTopology, 5>(cell), step<kTopology, 6>(cell), step<kTopology, 7>(cell)};
  }

 private:
  using Links = std::array<std::array<Cell, kDirections>, kCells>;
  using Count = std::uint32_t;  // pseudo-liberties: the open ones in the upper half, hidden ones in the lower
  static constexpr std::array<int, kDirections> kOffsets{-1,           1,           -kStride,   kStride, -kStride - 1,
                                                         -kStride + 1, kStride - 1, kStride + 1};
  // The colours of the eight neighbours in one word, two bits each in the order of kSteps. Bits 0x55 of a half say
  // "black or off the board", bits 0xAA "white or off the board".
  static constexpr unsigned kLow = 0x55;
  static constexpr unsigned seen_from(std::size_t direction) {  // where a neighbour's word keeps this cell
    return 2U * static_cast<unsigned>(direction < kOrthogonal ? direction ^ 1U : 11U - direction);
  }
  static constexpr unsigned own_neighbours(unsigned word, Colour colour) {  // a mask over kLow
    return (colour == Colour::black ? word & ~(word >> 1) : word >> 1 & ~word) & kLow;
  }
  static constexpr Count kOpen = 0x10000;  // one pseudo-liberty; a hidden one counts 1
  static constexpr Count kMany = 0x4000 * kOpen;
  static unsigned all_of(Count liberties) { return liberties / kOpen + liberties % kOpen; }
  static constexpr auto kKeys = zobrist_keys<2 * static_cast<std::size_t>(kCells)>(0x60B0A2D5EEDULL);
  static std::uint64_t key(Cell cell, Colour colour) {
    return kKeys[2U * cell + static_cast<unsigned>(side_of(colour))];
  }
  static constexpr Cell to_cell(int columns, int point) {
    return static_cast<Cell>((point / columns + 1) * kStride + point % columns + 1);
  }
  static const Links* torus_links(GridSize size);

  // The orthogonal neighbours.
  template <Topology kTopology>
  std::array<std::size_t, kOrthogonal> around(std::size_t cell) const {
    return {step<kTopology, 0>(cell), step<kTopology, 1>(cell), step<kTopology, 2>(cell), step<kTopology, 3>(cell)};
  }
  std::array<std::size_t, kOrthogonal> around(std::size_t cell) const {
    return links_ == nullptr ? around<Topology::flat>(cell) : around<Topology::torus>(cell);
  }
  // The neighbour named by the lowest bit of a mask over kLow; the cell itself when the mask is empty.
  template <Topology kTopology>
  std::size_t toward(std::size_t cell, unsigned mask) const {
    const auto direction = static_cast<std::size_t>(__builtin_ctz(mask | 0x100U)) / 2;
    static constexpr std::array<std::ptrdiff_t, kOrthogonal + 1> kTo{kOffsets[0], kOffsets[1], kOffsets[2], kOffsets[3],
                                                                     0};
    if constexpr (kTopology == Topology::flat) return cell + static_cast<std::size_t>(kTo[direction]);
    return direction == kOrthogonal ? cell : (*links_)[cell][direction];
  }
  template <Topology kTopology, std::size_t kDirection>
  std::size_t step(std::size_t cell) const {
    if constexpr (kTopology == Topology::flat)
      return cell + static_cast<std::size_t>(kOffsets[kDirection]);
    else
      return (*links_)[cell][kDirection];
  }
  // Tells the eight neighbours that a stone came (kSign 1) or went (-1).
  template <Topology kTopology, Colour kColour, int kSign>
  void tell_neighbours(std::size_t cell) {
    [&]<std::size_t... kDirection>(std::index_sequence<kDirection...>) {
      ((near_[step<kTopology, kDirection>(cell)] = static_cast<std::uint16_t>(
            near_[step<kTopology, kDirection>(cell)] + kSign * (static_cast<int>(kColour) << seen_from(kDirection)))),
       ...);
    }
    (std::make_index_sequence<kDirections>());
  }
  template <Topology kTopology, Colour kColour>
  Cell* remove_chain(std::size_t stone, Cell* taken);
  int place_any(Cell cell, Colour colour, Cell* taken, bool& starving) {
    if (links_ == nullptr)
      return colour == Colour::black ? place_unhashed<Topology::flat, Colour::black>(cell, taken, starving)
                                     : place_unhashed<Topology::flat, Colour::white>(cell, taken, starving);
    return colour == Colour::black ? place_unhashed<Topology::torus, Colour::black>(cell, taken, starving)
                                   : place_unhashed<Topology::torus, Colour::white>(cell, taken, starving);
  }
  Cell* remove_any(Cell stone, Colour colour, Cell* taken) {
    if (links_ == nullptr)
      return colour == Colour::black ? remove_chain<Topology::flat, Colour::black>(stone, taken)
                                     : remove_chain<Topology::flat, Colour::white>(stone, taken);
    return colour == Colour::black ? remove_chain<Topology::torus, Colour::black>(stone, taken)
                                   : remove_chain<Topology::torus, Colour::white>(stone, taken);
  }
  void join(Cell one, Cell two);  // two different chains by name
  void link();                    // everything from colour_ alone

  const Links* links_;  // nullptr: flat
  std::uint64_t hash_ = 0;
  std::uint8_t columns_, rows_;
  Cell ko_ = kNowhere;
  std::array<Colour, kCells> colour_{};
  std::array<Cell, kCells> chain_{};          // of a stone; any other cell names itself, so counts there do no harm
  std::array<Cell, kCells> next_{};           // ring of the chain's stones
  std::array<Count, kCells> liberties_{};     // of a chain, under its name
  std::array<std::uint16_t, kCells> near_{};  // colours of the neighbours
};

// State sizes in bytes, so that a change is seen.
static_assert(std::is_trivially_copyable_v<Board<19>>);
static_assert(sizeof(void*) != 8 || (sizeof(Board<9>) == 1024 && sizeof(Board<13>) == 1920 &&
                                     sizeof(Board<19>) == 4656 && sizeof(Board<25>) == 7760));

template <int Max>
Board<Max>::Board(GridSize size, Topology topology)
    : links_(topology == Topology::torus ? torus_links(size) : nullptr),
      columns_(static_cast<std::uint8_t>(size.columns)),
      rows_(static_cast<std::uint8_t>(size.rows)) {
  assert(size.shorter() >= (topology == Topology::flat ? 2 : 3) && size.longer() <= Max);
  colour_.fill(Colour::edge);
  for (int i = 0; i < points(); ++i) colour_[cell(i)] = Colour::empty;
  link();
}

template <int Max>
template <class ColourAt>
bool Board<Max>::set_up(ColourAt&& colour_at) {
  hash_ = 0;
  ko_ = kNowhere;
  for (int i = 0; i < points(); ++i) colour_[cell(i)] = colour_at(i);
  link();
  for (int i = 0; i < points(); ++i)
    if (colour_[cell(i)] != Colour::empty && liberties_[chain_[cell(i)]] == 0) return false;
  return true;
}

template <int Max>
void Board<Max>::link() {
  hash_ = 0;
  for (int i = 0; i < kCells; ++i) {
    const auto here = static_cast<Cell>(i);
    chain_[here] = here;
    next_[here] = here;
    liberties_[here] = kMany;  // of an edge or empty cell: strays by a few, is never small
    near_[here] = 0;
  }
  for (int i = 0; i < points(); ++i) {
    const Cell here = cell(i);
    unsigned word = 0, empties = 0;
    for (int d = 0; d < kDirections; ++d) {
      const Colour colour = colour_[neighbour(here, d)];
      word |= static_cast<unsigned>(colour) << 2 * d;
      empties += d < kOrthogonal && colour == Colour::empty ? 1U : 0U;
    }
    near_[here] = static_cast<std::uint16_t>(word);
    if (colour_[here] == Colour::empty) continue;
    liberties_[here] = empties * kOpen;
    hash_ ^= key(here, colour_[here]);
  }
  for (int i = 0; i < points(); ++i) {
    const Cell here = cell(i);
    if (colour_[here] == Colour::empty) continue;
    for (const std::size_t near : around(here))
      if (colour_[near] == colour_[here] && chain_[near] != chain_[here]) join(chain_[here], chain_[near]);
  }
}

// Made for each size when it is first asked for, and kept for good.
template <int Max>
const typename Board<Max>::Links* Board<Max>::torus_links(GridSize size) {
  static std::array<std::atomic<const Links*>, static_cast<std::size_t>(Max + 1) * (Max + 1)> known{};
  auto& place = known[static_cast<std::size_t>(size.columns * (Max + 1) + size.rows)];
  if (const Links* links = place.load(std::memory_order_acquire)) return links;
  auto made = std::make_unique<Links>();
  for (int point = 0; point < size.points(); ++point)
    for (int d = 0; d < kDirections; ++d)
      (*made)[to_cell(size.columns, point)][static_cast<std::size_t>(d)] =
          to_cell(size.columns, grid_neighbour(size, Topology::torus, point, d));
  const Links* other = nullptr;  // that another thread made meanwhile
  return place.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel) ? made.release() : other;
}

template <int Max>
template <Topology kTopology>
[[gnu::always_inline]] inline unsigned Board<Max>::last_liberty_of(Cell cell) const {
  const auto near = around<kTopology>(cell);
  const unsigned a = chain_[near[0]], b = chain_[near[1]], c = chain_[near[2]], d = chain_[near[3]];
  const unsigned ab = a == b, ac = a == c, ad = a == d, bc = b == c, bd = b == d, cd = c == d;
  return static_cast<unsigned>(all_of(liberties_[a]) == 1 + ab + ac + ad) |
         static_cast<unsigned>(all_of(liberties_[b]) == 1 + ab + bc + bd) << 2 |
         static_cast<unsigned>(all_of(liberties_[c]) == 1 + ac + bc + cd) << 4 |
         static_cast<unsigned>(all_of(liberties_[d]) == 1 + ad + bd + cd) << 6;
}

template <int Max>
std::uint64_t Board<Max>::hash_after(Cell cell, Colour colour) const {
  std::uint64_t hash = hash_ ^ key(cell, colour);
  const auto near = around(cell);
  for (int i = 0; i < kOrthogonal; ++i) {
    const auto stone = static_cast<Cell>(near[static_cast<std::size_t>(i)]);
    if (colour_[stone] != opposite(colour)) continue;
    unsigned shared = 0;
    bool counted = false;
    for (int j = 0; j < kOrthogonal; ++j) {
      if (chain_[near[static_cast<std::size_t>(j)]] != chain_[stone]) continue;
      ++shared;
      counted |= j < i;
    }
    if (counted || all_of(liberties_[chain_[stone]]) != shared) continue;
    Cell taken = stone;
    do {
      hash ^= key(taken, opposite(colour));
      taken = next_[taken];
    } while (taken != stone);
  }
  return hash;
}

template <int Max>
std::uint64_t Board<Max>::hash_after_suicide(Cell cell, Colour colour) const {
  std::uint64_t hash = hash_;
  const auto near = around(cell);
  for (std::size_t i = 0; i < near.size(); ++i) {
    const auto stone = static_cast<Cell>(near[i]);
    if (colour_[stone] != colour) continue;
    bool counted = false;
    for (std::size_t j = 0; j < i; ++j) counted |= chain_[near[j]] == chain_[stone];
    if (counted) continue;
    Cell gone = stone;
    do {
      hash ^= key(gone, colour);
      gone = next_[gone];
    } while (gone != stone);
  }
  return hash;
}

template <int Max>
[[gnu::noinline]] void Board<Max>::join(Cell one, Cell two) {
  const bool fewer = liberties_[one] < liberties_[two];
  const Cell base = fewer ? two : one, small = fewer ? one : two;  // relabels what is likely the shorter chain
  liberties_[base] += liberties_[small];
  Cell stone = small;
  do {
    chain_[stone] = base;
    stone = next_[stone];
  } while (stone != small);
  std::swap(next_[base], next_[small]);
}

template <int Max>
template <Topology kTopology, Colour kColour>
[[gnu::always_inline]] inline int Board<Max>::place_unhashed(Cell cell, Cell* taken, bool& starving) {
  assert(colour_[cell] == Colour::empty);
  constexpr Colour kEnemy = opposite(kColour);
  const unsigned word = near_[cell];
  colour_[cell] = kColour;
  tell_neighbours<kTopology, kColour, 1>(cell);
  const auto near = around<kTopology>(cell);
  unsigned borrow = 0;  // its top bit: some chain has no liberty left, or hidden ones alone
  const std::array<Cell, kOrthogonal> chains{chain_[near[0]], chain_[near[1]], chain_[near[2]], chain_[near[3]]};
  for (const Cell chain : chains) borrow |= (liberties_[chain] -= kOpen) - kOpen;

  // Into the first own chain beside it, or a chain of its own: the same steps, no branch.
  const unsigned own = own_neighbours(word, kColour);
  const Cell first = chain_[toward<kTopology>(cell, own)];
  const unsigned empties = kOrthogonal - static_cast<unsigned>(__builtin_popcount((word | word >> 1) & kLow));
  next_[cell] = cell;
  liberties_[cell] = 0;
  chain_[cell] = first;
  std::swap(next_[first], next_[cell]);
  liberties_[first] += empties * kOpen;
  unsigned others = 0;  // own neighbours in other chains
  for (std::size_t i = 0; i < kOrthogonal; ++i) others |= static_cast<unsigned>(chains[i] != first) << 2 * i;
  for (others &= own; others != 0; others &= others - 1) {
    const std::size_t there = toward<kTopology>(cell, others);
    if (chain_[there] != chain_[cell]) join(chain_[there], chain_[cell]);
  }

  if (static_cast<int>(borrow) >= 0) {
    ko_ = kNowhere;
    return 0;
  }
  unsigned dying = 0, alone = 0;
  for (std::size_t i = 0; i < kOrthogonal; ++i) {
    const Count left = liberties_[chain_[near[i]]];
    dying |= static_cast<unsigned>(left == 0) << 2 * i;
    alone |= static_cast<unsigned>(left - 1 < kOrthogonal);
  }
  starving = alone != 0;
  Cell* end = taken;
  for (dying &= own_neighbours(word, kEnemy); dying != 0; dying &= dying - 1) {
    const std::size_t there = toward<kTopology>(cell, dying);
    if (liberties_[chain_[there]] == 0) end = remove_chain<kTopology, kEnemy>(there, end);
  }
  // A lone stone that took one stone and has only that liberty: to retake it at once would repeat the board.
  constexpr unsigned kAll = kEnemy == Colour::black ? kLow : kLow << 1;
  ko_ = end - taken == 1 && (word & kAll) == kAll ? *taken : kNowhere;
  return static_cast<int>(end - taken);
}

template <int Max>
template <Topology kTopology, Colour kColour>
[[gnu::noinline]] typename Board<Max>::Cell* Board<Max>::remove_chain(std::size_t first, Cell* taken) {
  auto stone = static_cast<Cell>(first);
  do {
    const Cell following = next_[stone];
    colour_[stone] = Colour::empty;
    chain_[stone] = stone;
    liberties_[stone] = kMany;
    tell_neighbours<kTopology, kColour, -1>(stone);
    for (const std::size_t there : around<kTopology>(stone)) liberties_[chain_[there]] += kOpen;
    *taken++ = stone;
    stone = following;
  } while (stone != first);
  return taken;
}

}  // namespace cairn::go
