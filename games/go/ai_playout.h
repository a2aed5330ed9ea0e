// Playouts with knowledge: most moves answer the last one (capture, escape, a vital point, a local shape), the others
// are random but fill no eye and seldom throw stones away. After Gelly et al. (2006) and Pachi's description of its
// playouts.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/rng.h"
#include "games/go/ai_board.h"
#include "games/go/ai_patterns.h"
#include "search/knowledge.h"

namespace cairn::go {

// Chances of 256 that a rule is looked at.
struct PlayoutPolicy {
  unsigned atari = 230, two = 50, nakade = 60, pattern = 230, refuse_self_atari = 240;
  int ladder = 0;  // runs read before stones in atari are moved; 0: none
  int mercy = 30;  // per cent of the points that one side gains as a lead in stones: the playout ends
};

template <int Max, Topology kTopology>
class KnowingGame {
 public:
  using Board = TacticalBoard<Max, kTopology>;
  using Cell = typename Board::Cell;
  static constexpr Cell kNowhere = Board::kNowhere;

  KnowingGame(const Board& board, const PlayoutPolicy& policy) : board_(board), policy_(policy) {}

  // Plays to two passes, or a lead that decides, or a limit, and adds the moves to the trace: `key_of` a cell.
  // Returns Black's points less White's.
  int run(Rng& seed, const std::uint16_t* key_of, Trace& trace);
  const Board& board() const { return board_; }
  Colour owner(Cell cell) const {
    if (board_.at(cell) != Colour::empty) return board_.at(cell);
    const bool black = board_.enclosed(cell, Colour::black), white = board_.enclosed(cell, Colour::white);
    return black == white ? leader_ : black ? Colour::black : Colour::white;
  }

 private:
  struct Moves {
    std::array<Cell, 40> at{};
    unsigned count = 0;
    void add(Cell cell) {
      if (count < at.size()) at[count++] = cell;
    }
    Cell pick(Draw& draw) const { return count == 0 ? kNowhere : at[draw.below(count)]; }
  };

  Cell choose(Draw& draw) const;
  void answer_atari(Moves& moves) const;
  void answer_two_liberties(Moves& moves) const;
  Cell vital_point() const;
  void shapes(Moves& moves) const;
  Cell any(Draw& draw) const;
  bool bad_self_atari(Cell cell) const { return board_.liberties_after(cell, 2) < 2; }

  Board board_;
  const PlayoutPolicy& policy_;
  Colour leader_ = Colour::empty;  // whose lead ended the playout early: what nobody surrounds is taken for his
};

template <int Max, Topology kTopology>
int KnowingGame<Max, kTopology>::run(Rng& seed, const std::uint16_t* key_of, Trace& trace) {
  Draw draw(seed());
  const int points = board_.size().points(), limit = 3 * points;
  // Beyond the lead there is already: the stones that make it may be dead.
  const int decided = points * policy_.mercy / 100 + std::abs(board_.stone_lead());
  for (int plies = 0; plies < limit && board_.passes() < 2; ++plies) {
    const Cell cell = choose(draw);
    if (cell == kNowhere) {
      board_.pass();
      continue;
    }
    trace.push_back({static_cast<std::uint8_t>(side_of(board_.mover())), key_of[cell]});
    board_.play(cell);
    const int lead = board_.stone_lead();
    if (lead > decided || lead < -decided) {
      leader_ = lead > 0 ? Colour::black : Colour::white;
      return lead;
    }
  }
  int lead = board_.stone_lead();
  for (unsigned i = 0; i < board_.empties(); ++i) {
    const Cell cell = board_.empty(i);
    lead += (board_.enclosed(cell, Colour::black) ? 1 : 0) - (board_.enclosed(cell, Colour::white) ? 1 : 0);
  }
  return lead;
}

template <int Max, Topology kTopology>
typename KnowingGame<Max, kTopology>::Cell KnowingGame<Max, kTopology>::choose(Draw& draw) const {
  if (board_.last() != kNowhere) {
    Moves moves;
    if (draw.chance(policy_.atari)) {
      answer_atari(moves);
      if (moves.count > 0) return moves.pick(draw);
    }
    if (draw.chance(policy_.nakade))
      if (const Cell cell = vital_point(); cell != kNowhere) return cell;
    if (draw.chance(policy_.two)) {
      answer_two_liberties(moves);
      if (moves.count > 0) return moves.pick(draw);
    }
    if (draw.chance(policy_.pattern)) {
      shapes(moves);
      if (moves.count > 0) return moves.pick(draw);
    }
  }
  return any(draw);
}

// Takes the last stone, saves what it put into atari: by running, or by taking a chain that surrounds it.
template <int Max, Topology kTopology>
void KnowingGame<Max, kTopology>::answer_atari(Moves& moves) const {
  const Colour own = board_.mover();
  const Cell last = board_.last(), attacker = board_.chain(last);
  if (board_.in_atari(attacker) && board_.only_liberty(attacker) != board_.ko())
    moves.add(board_.only_liberty(attacker));
  Cell seen = kNowhere;
  for (const Cell side : board_.sides(last)) {
    if (board_.at(side) != own || !board_.in_atari(board_.chain(side)) || board_.chain(side) == seen) continue;
    seen = board_.chain(side);
    const Cell out = board_.only_liberty(seen);
    if (out != board_.ko()) {
      const int free = board_.liberties_after(out, 3);
      if (free >= 3 || (free == 2 && !board_.ladder(seen, policy_.ladder))) moves.add(out);
    }
    Cell stone = seen;
    do {
      for (const Cell beside : board_.sides(stone)) {
        if (board_.at(beside) != opposite(own) || !board_.in_atari(board_.chain(beside))) continue;
        const Cell taking = board_.only_liberty(board_.chain(beside));
        if (taking != board_.ko() && board_.chain(beside) != attacker) moves.add(taking);
      }
      stone = board_.next_stone(stone);
    } while (stone != seen);
  }
}

// Own chains that the last move left with two liberties get a third; the enemy's with two are put into atari.
template <int Max, Topology kTopology>
void KnowingGame<Max, kTopology>::answer_two_liberties(Moves& moves) const {
  const Cell last = board_.last();
  std::array<Cell, 3> where{};
  Cell seen = kNowhere;
  const auto look = [&](Cell chain, bool mine) {
    if (chain == seen || board_.liberties(chain, 3, where.data()) != 2) return;
    seen = chain;
    for (int i = 0; i < 2; ++i) {
      const Cell cell = where[static_cast<std::size_t>(i)];
      if (cell == board_.ko()) continue;
      const int after = board_.liberties_after(cell, 3);
      if (mine ? after >= 3 : after >= 2) moves.add(cell);
    }
  };
  look(board_.chain(last), false);
  for (const Cell side : board_.sides(last))
    if (board_.at(side) == board_.mover()) look(board_.chain(side), true);
}

// The middle of a small empty space that one colour surrounds, beside the last move.
template <int Max, Topology kTopology>
typename KnowingGame<Max, kTopology>::Cell KnowingGame<Max, kTopology>::vital_point() const {
  constexpr int kMost = 6;
  for (const Cell start : board_.sides(board_.last())) {
    if (board_.at(start) != Colour::empty) continue;
    std::array<Cell, kMost + 4> space{};
    int size = 1;
    space[0] = start;
    unsigned border = 0;
    for (int i = 0; i < size && size <= kMost; ++i)
      for (const Cell side : board_.sides(space[static_cast<std::size_t>(i)])) {
        if (board_.at(side) != Colour::empty) {
          border |= 1U << static_cast<unsigned>(board_.at(side));
          continue;
        }
        bool known = false;
        for (int k = 0; k < size; ++k) known |= space[static_cast<std::size_t>(k)] == side;
        if (!known && size <= kMost) space[static_cast<std::size_t>(size++)] = side;
      }
    const unsigned colours = border & 6U;
    if (size < 3 || size > kMost || colours == 6U || colours == 0) continue;
    // The point with most neighbours inside; a straight or bent four and the like have none that decides.
    Cell best = kNowhere;
    int most = 0, equals = 0;
    for (int i = 0; i < size; ++i) {
      int inside = 0;
      for (const Cell side : board_.sides(space[static_cast<std::size_t>(i)]))
        inside += board_.at(side) == Colour::empty ? 1 : 0;
      if (inside > most)
        most = inside, best = space[static_cast<std::size_t>(i)], equals = 1;
      else if (inside == most)
        ++equals;
    }
    if (most >= 2 && equals == 1 && board_.legal(best)) return best;
  }
  return kNowhere;
}

template <int Max, Topology kTopology>
void KnowingGame<Max, kTopology>::shapes(Moves& moves) const {
  const Patterns& patterns = Patterns::get();
  for (const Cell cell : board_.ring(board_.last()))
    if (board_.at(cell) == Colour::empty && patterns.urgent(board_.around(cell), board_.mover()) &&
        board_.legal(cell) && !bad_self_atari(cell))
      moves.add(cell);
}

template <int Max, Topology kTopology>
typename KnowingGame<Max, kTopology>::Cell KnowingGame<Max, kTopology>::any(Draw& draw) const {
  const unsigned count = board_.empties();
  if (count == 0) return kNowhere;
  unsigned at = draw.below(count);
  for (unsigned tries = 0; tries < count; ++tries, at = at + 1 == count ? 0 : at + 1) {
    const Cell cell = board_.empty(at);
    const unsigned near = board_.around(cell) & 0xFFU, taken = (near | near >> 1) & 0x55U;
    if (__builtin_popcount(taken) <= 2) return cell;  // two free neighbours: neither eye, suicide nor self-atari
    if (board_.eye(cell, board_.mover()) || cell == board_.ko()) continue;
    if (taken == 0x55U && board_.suicide(cell)) continue;
    if (draw.chance(policy_.refuse_self_atari) && bad_self_atari(cell)) continue;
    return cell;
  }
  return kNowhere;
}

}  // namespace cairn::go
