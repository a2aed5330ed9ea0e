// What a strong player would do, told from the look of each move: a weight for each of its features, summed; the
// chance of a move is the share of its exponential (Bradley and Terry; Coulom, "Computing Elo ratings of move patterns
// in the game of Go", 2007). The weights (ai_policy_weights.cpp) are fitted to games by bench/fit_go_policy.cpp.
//
// Features are numbers below `policy::kFeatures`, of a move and its surroundings as the side to move sees them, the
// same for all turns and mirrorings of the board. Two more are patterns: the colours of the twelve and of the
// twenty-four points around (a diamond, a square of five), known by a hash; only those that are common have a weight.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "games/go/ai_board.h"

namespace cairn::go::policy {

inline constexpr unsigned kShapes = 1108, kSides = 700;  // classes of the eight neighbours; of the four with liberties
// Where each kind of feature begins.
inline constexpr unsigned kShapeFar = 0, kShapeNear = kShapeFar + kShapes, kSideLiberties = kShapeNear + kShapes,
                          kDistance = kSideLiberties + 3 * kSides, kFate = kDistance + 18, kPlace = kFate + 6,
                          kCapture = kPlace + 48, kEscape = kCapture + 16, kAtari = kEscape + 12,
                          kSelfAtari = kAtari + 12, kExtend = kSelfAtari + 10, kJoin = kExtend + 12,
                          kPassing = kJoin + 9, kFeatures = kPassing + 6;
inline constexpr unsigned kMostFeatures = 20;  // of a move
inline constexpr std::size_t kDiamond = 12, kSquare = 24;

using PatternHashes = std::array<std::uint32_t, 2>;  // diamond, square

// The points around: column and row from the middle, those of the diamond first.
inline constexpr std::array<std::array<int, 2>, kSquare> kAround{
    {{-1, 0},  {1, 0},  {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {-2, 0},  {2, 0},  {0, -2}, {0, 2},
     {-2, -1}, {-2, 1}, {2, -1}, {2, 1}, {-1, -2}, {1, -2}, {-1, 2}, {1, 2}, {-2, -2}, {2, -2}, {-2, 2}, {2, 2}}};

constexpr unsigned swapped(unsigned around) {  // the colours
  return ((around >> 1) & 0x5555U) | ((around << 1) & 0xAAAAU);
}

// What does not depend on a position.
class Tables {
 public:
  static const Tables& get();
  unsigned shape(unsigned around) const { return shape_[around & 0xFFFFU]; }
  unsigned sides(unsigned kinds) const { return sides_[kinds & 0xFFFU]; }  // four times three bits, left right down up
  float weight(unsigned feature) const { return weight_[feature]; }
  float pattern(std::uint32_t hash) const {  // 0 where it is not common
    for (std::uint32_t at = hash % kSlots;; at = (at + 1) % kSlots)
      if (slots_[at].hash == hash || slots_[at].hash == 0) return slots_[at].weight;
  }
  // What a colour (as the side to move sees it) at a point around adds to the hash, for each of the eight turns.
  const std::array<std::uint32_t, 8>& key(std::size_t point, unsigned colour) const { return key_[point][colour]; }

 private:
  static constexpr std::uint32_t kSlots = 1U << 14;
  struct Slot {
    std::uint32_t hash = 0;  // 0: free
    float weight = 0;
  };
  Tables();
  void add(std::uint32_t hash, float weight);
  std::array<std::uint16_t, 0x10000> shape_;
  std::array<std::uint16_t, 0x1000> sides_;
  std::array<float, kFeatures> weight_;
  std::array<Slot, kSlots> slots_{};
  std::array<std::array<std::array<std::uint32_t, 8>, 4>, kSquare> key_;
};

struct Features {
  std::array<std::uint16_t, kMostFeatures> at;
  unsigned count = 0;
  void add(unsigned feature) {
    if (count < kMostFeatures) at[count++] = static_cast<std::uint16_t>(feature);
  }
};

// Of one position, made once for all its moves.
template <int Max, Topology kTopology>
class Look {
 public:
  using Board = TacticalBoard<Max, kTopology>;
  using Cell = typename Board::Cell;

  explicit Look(const Board& board);
  void features(Cell cell, Features& out) const;  // of a move on an empty cell that is no suicide
  PatternHashes patterns(Cell cell) const;
  unsigned passing() const { return kPassing + 2 * phase_ + (board_.passes() > 0 ? 1U : 0U); }  // the feature of a pass
  float pass_weight() const { return tables_.weight(passing()); }
  float weight(Cell cell) const {
    Features features_of;
    features(cell, features_of);
    float sum = 0;
    for (unsigned i = 0; i < features_of.count; ++i) sum += tables_.weight(features_of.at[i]);
    for (const std::uint32_t hash : patterns(cell)) sum += tables_.pattern(hash);
    return sum;
  }

 private:
  static constexpr int kLadder = 40;  // runs that a ladder is read
  static unsigned bucket(int stones) { return stones == 1 ? 0 : stones == 2 ? 1 : stones <= 4 ? 2 : 3; }
  int column(Cell cell) const { return cell % (Max + 1) - 1; }
  int row(Cell cell) const { return cell / (Max + 1) - 1; }
  // What a move on a cell does to the chains beside it.
  struct Beside {
    std::array<Cell, 4> chains{};
    unsigned count = 0, kinds = 0, own = 0, weak = 0;  // kinds: three bits for each side; own, weak: the mover's chains
    int taken = 0, saved = 0, joined = 0;              // stones
    bool frees = false;                                // by what it takes
  };
  Beside beside(Cell cell) const;
  bool holds_own_in_atari(Cell chain) const;
  void add_place(Cell cell, Features& out) const;
  void add_chains(Cell cell, int after, const Beside& chains, Features& out) const;
  // Steps between two lines of `side` of them; round the torus the shorter way.
  static int apart(int a, int b, [[maybe_unused]] int side) {
    const int d = std::abs(a - b);
    if constexpr (kTopology == Topology::flat)
      return d;
    else
      return std::min(d, side - d);
  }

  const Board& board_;
  const Tables& tables_ = Tables::get();
  unsigned phase_;                                   // 0..2, by the stones on the board
  std::array<std::uint8_t, Board::kCells> fate_;     // steps from the last stone, along chains for nothing
  std::array<std::uint8_t, Board::kCells> freedom_;  // of a chain by its head: liberties up to 3
  static constexpr int kWide = Max + 4;
  std::array<std::uint8_t, kWide * kWide> colour_;  // as the side to move sees it, two points beyond the edge
};

template <int Max, Topology kTopology>
Look<Max, kTopology>::Look(const Board& board) : board_(board) {
  const int points = board.size().points(), stones = points - static_cast<int>(board.empties());
  phase_ = stones * 9 < points ? 0U : stones * 3 < points ? 1U : 2U;
  fate_.fill(9);
  freedom_.fill(0);
  const auto [columns, rows] = board.size();
  colour_.fill(static_cast<std::uint8_t>(Colour::edge));
  for (int y = -2; y < rows + 2; ++y)
    for (int x = -2; x < columns + 2; ++x) {
      const bool inside = x >= 0 && y >= 0 && x < columns && y < rows;
      if (kTopology == Topology::flat && !inside) continue;
      const auto colour =
          static_cast<unsigned>(board.at(Board::Plain::cell((x + 2 * columns) % columns, (y + 2 * rows) % rows)));
      const bool swap = board.mover() == Colour::white && colour != 0;
      colour_[static_cast<std::size_t>((y + 2) * kWide + x + 2)] =
          static_cast<std::uint8_t>(swap ? 3 - colour : colour);
    }
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const Cell cell = Board::Plain::cell(x, y);
      if (board.at(cell) == Colour::empty || freedom_[board.chain(cell)] != 0) continue;
      std::array<Cell, 3> where{};
      freedom_[board.chain(cell)] = static_cast<std::uint8_t>(board.liberties(board.chain(cell), 3, where.data()));
    }
  if (board.last() == Board::kNowhere) return;
  std::array<Cell, Board::kCells> queue;
  std::size_t head = 0, tail = 0;
  const auto reach = [&](Cell cell, std::uint8_t steps) {
    if (board.at(cell) == Colour::edge || fate_[cell] <= steps) return;
    if (board.at(cell) == Colour::empty) {
      fate_[cell] = steps;
      queue[tail++] = cell;
      return;
    }
    Cell stone = cell;
    do {
      fate_[stone] = steps;
      queue[tail++] = stone;
      stone = board.next_stone(stone);
    } while (stone != cell);
  };
  reach(board.last(), 0);
  while (head < tail) {
    const Cell cell = queue[head++];
    if (fate_[cell] >= 5) break;
    for (const Cell side : board.sides(cell)) reach(side, static_cast<std::uint8_t>(fate_[cell] + 1));
  }
}

template <int Max, Topology kTopology>
PatternHashes Look<Max, kTopology>::patterns(Cell cell) const {
  std::array<std::uint32_t, 8> sums{};
  const int middle = (row(cell) + 2) * kWide + column(cell) + 2;
  PatternHashes hashes{};
  for (std::size_t i = 0; i < kSquare; ++i) {
    if (i == kDiamond) hashes[0] = *std::min_element(sums.begin(), sums.end());
    const auto& key = tables_.key(i, colour_[static_cast<std::size_t>(middle + kAround[i][1] * kWide + kAround[i][0])]);
    for (std::size_t turn = 0; turn < 8; ++turn) sums[turn] += key[turn];
  }
  hashes[1] = *std::min_element(sums.begin(), sums.end());
  return hashes;
}

// Where it is.
template <int Max, Topology kTopology>
inline void Look<Max, kTopology>::add_place(Cell cell, Features& out) const {
  unsigned around = board_.around(cell);
  if (board_.mover() != Colour::black) around = swapped(around);
  if (board_.last() != Board::kNowhere) {
    const auto [columns, rows] = board_.size();
    const int dx = apart(column(cell), column(board_.last()), columns);
    const int dy = apart(row(cell), row(board_.last()), rows);
    const int far = dx + dy + std::max(dx, dy);
    out.add(kDistance + static_cast<unsigned>(std::min(far, 17)));
    out.add(kFate + std::min<unsigned>(fate_[cell], 5));
    out.add((std::max(dx, dy) <= 1 ? kShapeNear : kShapeFar) + tables_.shape(around));
  } else {
    out.add(kShapeFar + tables_.shape(around));
  }
  if constexpr (kTopology == Topology::flat) {
    const auto [columns, rows] = board_.size();
    const int a = std::min({column(cell), columns - 1 - column(cell), 4});
    const int b = std::min({row(cell), rows - 1 - row(cell), 4});
    const int high = std::max(a, b), low = std::min(a, b);
    out.add(kPlace + phase_ * 16 + static_cast<unsigned>(high * (high + 1) / 2 + low));
  }
}

// Whether a chain of the other side touches one of the mover's that is in atari.
template <int Max, Topology kTopology>
inline bool Look<Max, kTopology>::holds_own_in_atari(Cell chain) const {
  Cell stone = chain;
  do {
    for (const Cell side : board_.sides(stone))
      if (board_.at(side) == board_.mover() && board_.in_atari(board_.chain(side))) return true;
    stone = board_.next_stone(stone);
  } while (stone != chain);
  return false;
}

template <int Max, Topology kTopology>
inline auto Look<Max, kTopology>::beside(Cell cell) const -> Beside {
  const Colour own = board_.mover();
  Beside out;
  const auto sides = board_.sides(cell);
  for (unsigned i = 0; i < 4; ++i) {
    const Colour colour = board_.at(sides[i]);
    if (colour != Colour::black && colour != Colour::white) {
      out.kinds |= (colour == Colour::empty ? 0U : 1U) << 3 * i;
      continue;
    }
    const Cell chain = board_.chain(sides[i]);
    const unsigned liberties = freedom_[chain];
    out.kinds |= ((colour == own ? 1U : 4U) + liberties) << 3 * i;
    bool known = false;
    for (unsigned k = 0; k < out.count; ++k) known = known || out.chains[k] == chain;
    if (known) continue;
    out.chains[out.count++] = chain;
    const int stones = board_.stones(chain);
    if (colour == own) {
      ++out.own;
      out.joined += stones;
      if (liberties <= 2) ++out.weak;
      if (liberties == 1) out.saved += stones;
    } else if (liberties == 1) {
      out.taken += stones;
      out.frees = out.frees || holds_own_in_atari(chain);
    }
  }
  return out;
}

// What becomes of each chain beside it: saved, extended, or put in atari.
template <int Max, Topology kTopology>
inline void Look<Max, kTopology>::add_chains(Cell cell, int after, const Beside& chains, Features& out) const {
  for (unsigned i = 0; i < chains.count; ++i) {
    const Cell chain = chains.chains[i];
    const bool mine = board_.at(chain) == board_.mover();
    const unsigned liberties = freedom_[chain];
    if (mine && liberties == 1 && after >= 2) {
      const bool lost = chains.taken == 0 && after == 2 && board_.ladder(chain, kLadder);
      out.add(kEscape + (lost ? 0U : after == 2 ? 4U : 8U) + bucket(board_.stones(chain)));
    } else if (mine && liberties == 2 && after >= 3) {
      out.add(kExtend + (fate_[chain] <= 1 ? 4U : 0U) + bucket(board_.stones(chain)));
    } else if (!mine && liberties == 2) {
      bool works = false;
      if (after >= 2) {
        Board then = board_;
        then.play(cell);
        works = then.in_atari(then.chain(chain)) && then.ladder(then.chain(chain), kLadder);
      }
      out.add(kAtari + (after < 2 ? 8U : works ? 4U : 0U) + bucket(board_.stones(chain)));
    }
  }
}

template <int Max, Topology kTopology>
void Look<Max, kTopology>::features(Cell cell, Features& out) const {
  const int after = board_.liberties_after(cell, 3);
  add_place(cell, out);
  const Beside chains = beside(cell);
  out.add(kSideLiberties + 3 * tables_.sides(chains.kinds) + static_cast<unsigned>(after > 0 ? after - 1 : 0));
  if (chains.taken > 0)
    out.add(kCapture + (chains.frees ? 8U : 0U) + (chains.saved > 0 ? 4U : 0U) + bucket(chains.taken));
  add_chains(cell, after, chains, out);
  if (after < 2) out.add(kSelfAtari + (chains.taken > 0 ? 5U : 0U) + (chains.joined == 0 ? 4U : bucket(chains.joined)));
  if (chains.own > 1) out.add(kJoin + (chains.own - 2) * 3 + std::min(chains.weak, 2U));
}

}  // namespace cairn::go::policy
