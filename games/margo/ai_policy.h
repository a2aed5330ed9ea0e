// How playouts are played in Margo: uniform play that answers captures near the last ball and keeps its own eyes. Works
// on the bitboards of a Game; knows no tree.
#pragma once

#include <cstdint>

#include "core/rng.h"
#include "games/margo/margo.h"
#include "search/knowledge.h"

namespace cairn::margo {

// Chances are in 1/256.
struct PolicyTuning {
  std::uint32_t capture = 200;    // takes the group of the last ball where that has one freedom
  std::uint32_t escape = 150;     // saves an own group beside the last ball that has one freedom
  std::uint32_t keep_eyes = 256;  // leaves a hole among own balls alone while there is anything else
};

// A group, as far as it had to be looked at, and its freedoms: all of them, or two at least.
template <class Bits>
struct Freedoms {
  Bits group, holes;
};

template <class B>
class Policy {
 public:
  using Bits = typename B::Bits;

  explicit Policy(const PolicyTuning& tuning) : tuning_(tuning) {}

  // The freedoms of the group of `colour` that holds the ball at `i`; looks no further once it has seen two.
  static Freedoms<Bits> freedoms(const B& board, const Geometry<Bits>& geo, const typename B::Links& whole, int colour,
                                 const Bits& seed) {
    const Bits own = board.balls[static_cast<std::size_t>(colour)].andnot(whole.buried);
    Freedoms<Bits> found{seed, {}};
    while (true) {
      found.holes = holes_beside(board, geo, found.group);
      if (found.holes.count() > 1) return found;
      const Bits next = found.group | (board.spread(found.group, whole) & own);
      if (next == found.group) return found;
      found.group = next;
    }
  }
  static Bits holes_beside(const B& board, const Geometry<Bits>& geo, const Bits& group) {
    if (!geo.all_freedoms) return B::beside(group & geo.ground, geo) & geo.ground.andnot(board.all);
    return (B::beside(group, geo) | board.resting_on(group)) & (geo.ground.andnot(board.all) | board.playable(geo));
  }
  // Holes whose neighbours on the board are all of one colour.
  static Bits eyes(const B& board, const Geometry<Bits>& geo, int colour) {
    const Bits strange = geo.ground.andnot(board.balls[static_cast<std::size_t>(colour)]);
    return geo.ground.andnot(board.all | B::beside(strange, geo));
  }

  // Plays one move; false where there is none. `seat` is only for the trace.
  bool move(Game<B>& game, Rng& rng, int& played) {
    const B& board = game.board();
    const Geometry<Bits>& geo = game.geometry();
    const std::uint64_t dice = rng();
    if (game.last() >= 0 && (dice & 0xFF) < std::max(tuning_.capture, tuning_.escape)) {
      played = answer(game, dice);
      if (played >= 0 && game.play_if_legal(played)) return true;
    }
    Bits open = board.playable(geo);
    Bits kept;
    if (((dice >> 16) & 0xFF) < tuning_.keep_eyes) {
      kept = eyes(board, geo, game.mover()) & open;
      open = open.andnot(kept);
    }
    return any_of(game, open, rng, played) || any_of(game, kept, rng, played);
  }

 private:
  // Empties `open` until a ball of it can be played.
  bool any_of(Game<B>& game, Bits& open, Rng& rng, int& played) {
    for (int left = open.count(); left > 0; --left) {
      played = open.pick(static_cast<int>(rng.below(static_cast<std::uint32_t>(left))));
      if (game.play_if_legal(played)) return true;
      open.reset(played);
    }
    return false;
  }

  // A point that answers the last ball, or -1.
  int answer(const Game<B>& game, std::uint64_t dice) const {
    const B& board = game.board();
    const Geometry<Bits>& geo = game.geometry();
    const int last = game.last();
    if (!board.all.test(last)) return -1;
    const int enemy = board.colour_at(last);
    if (enemy >= B::kColours || enemy == game.mover()) return -1;
    const auto whole = board.links(geo);
    Bits seed;
    seed.set(last);
    if ((dice & 0xFF) < tuning_.capture) {
      const auto attacked = freedoms(board, geo, whole, enemy, seed);
      if (attacked.holes.count() == 1) return attacked.holes.pick(0);
    }
    if ((dice & 0xFF) < tuning_.escape) {
      Bits near = (B::beside(seed, geo) | board.resting_on(seed) | board.under(seed)) &
                  board.balls[static_cast<std::size_t>(game.mover())].andnot(whole.buried);
      while (near.any()) {
        Bits one;
        one.set(near.pick(0));
        const auto own = freedoms(board, geo, whole, game.mover(), one);
        if (own.holes.count() == 1) {
          const Bits beyond = holes_beside(board, geo, own.holes);
          if (beyond.any()) return own.holes.pick(0);
        }
        near = near.andnot(own.group);
      }
    }
    return -1;
  }

  PolicyTuning tuning_;
};

}  // namespace cairn::margo
