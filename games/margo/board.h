// The balls on a pyramid and what a placed ball does: links, freedoms, captures, zombies. Spec margo, sections
// Connection, Freedom, A move. Trivially copyable; knows no turns, repetition or end (margo.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/hash.h"
#include "core/rules.h"
#include "games/margo/bits.h"
#include "games/margo/walk.h"

namespace cairn::margo {

// What a size and a height mean for a set of points.
template <class Bits>
struct Geometry {
  Bits points;   // all that may be played on: level < height
  Bits ground;   // level 0
  Bits east_ok;  // points with a neighbour to the east on their level
  Bits north_ok;
  bool all_freedoms = false;

  static Geometry make(int size, int height, bool all_freedoms) {
    Geometry g;
    g.all_freedoms = all_freedoms;
    for (int l = 0; l < size; ++l)
      for (int r = 0; r < size - l; ++r)
        for (int c = 0; c < size - l; ++c) {
          const int i =
              Bits::index({static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)});
          if (l < height) g.points.set(i);
          if (l == 0) g.ground.set(i);
          if (c + 1 < size - l) g.east_ok.set(i);
          if (r + 1 < size - l) g.north_ok.set(i);
        }
    return g;
  }
};

inline constexpr int kBlocker = 4;  // as a colour: a neutral ball of the `testing` option

// Key of a ball for position hashes, the same for every representation.
constexpr std::uint64_t ball_key(Point p, int colour) {
  return mix(static_cast<std::uint64_t>((((p.level << 5) + p.row) << 5) + p.column),
             static_cast<std::uint64_t>(colour) + 1);
}

template <class BitsType, int kColourCount>
struct Board {
  using Bits = BitsType;
  using Geo = Geometry<Bits>;
  static constexpr int kColours = kColourCount;

  std::array<Bits, kColours> balls;  // by colour: white, black, red, blue
  Bits all;                          // every ball, blockers too

  // Which links are whole, and which balls are buried.
  struct Links {
    Bits east, north, buried;
  };
  Links links(const Geo& geo) const {
    const Bits above = all.lower();  // the ball that rests on (c, r), (c+1, r), (c, r+1), (c+1, r+1)
    return {geo.east_ok.andnot(above & above.north()), geo.north_ok.andnot(above & above.east()),
            above.lower().east().north()};
  }

  Bits resting_on(const Bits& set) const {  // points of the level above that touch `set` from above
    const Bits row = set | set.west();
    return (row | row.south()).raise();
  }
  Bits under(const Bits& set) const {  // points of the level below that carry `set`
    const Bits below = set.lower();    // first down, then sideways: nothing wraps
    const Bits row = below | below.east();
    return row | row.north();
  }
  Bits supported() const {  // points whose four supports are all there
    const Bits row = all & all.west();
    return (row & row.south()).raise();
  }
  Bits playable(const Geo& geo) const { return ((geo.ground | supported()) & geo.points).andnot(all); }

  static Bits beside(const Bits& set, const Geo& geo) {  // orthogonal neighbours on the level
    return (set & geo.east_ok).east() | (set.west() & geo.east_ok) | (set & geo.north_ok).north() |
           (set.south() & geo.north_ok);
  }
  // Points on which a ball would have a freedom of its own.
  Bits breathing(const Geo& geo) const {
    const Bits holes = geo.ground.andnot(all);
    if (!geo.all_freedoms) return beside(holes, geo);
    const Bits open = playable(geo);
    return beside(holes | open, geo) | under(open);
  }

  Bits spread(const Bits& set, const Links& whole) const {
    return (set & whole.east).east() | (set.west() & whole.east) | (set & whole.north).north() |
           (set.south() & whole.north) | resting_on(set) | under(set);
  }
  // What `seeds` reach inside `own` over whole links; stops early once all of `wanted` is reached.
  Bits flood(const Bits& own, const Bits& seeds, const Links& whole, const Bits& wanted) const {
    Bits reached = seeds & own;
    while (wanted.andnot(reached).any()) {
      Bits next = reached | (spread(reached, whole) & own);
      if (next == reached) break;
      reached = next | (spread(next, whole) & own);  // two steps a test: the branch costs more than the step
    }
    return reached;
  }

  // Balls whose group has no freedom, and that stay because something rests on them.
  Bits zombies(const Geo& geo) const {
    const Links whole = links(geo);
    const Bits breath = breathing(geo);
    Bits found;
    for (const Bits& mine : balls) {
      const Bits linking = mine.andnot(whole.buried);
      found = found | linking.andnot(flood(linking, breath, whole, linking));
    }
    return found;
  }

  int colour_at(int i) const {  // -1: empty
    if (!all.test(i)) return -1;
    for (int c = 0; c < kColours; ++c)
      if (balls[static_cast<std::size_t>(c)].test(i)) return c;
    return kBlocker;
  }
  void put(int i, int colour) {
    all.set(i);
    if (colour < kColours) balls[static_cast<std::size_t>(colour)].set(i);
  }

  // Whether nothing would fall as it is: so after every move, but perhaps not where a position was set up.
  bool at_rest(const Geo& geo) const {
    const Links whole = links(geo);
    const Bits breath = breathing(geo), covered = under(all);
    for (const Bits& mine : balls) {
      const Bits exposed = mine.andnot(covered);
      if (exposed.andnot(flood(mine.andnot(whole.buried), breath, whole, exposed)).any()) return false;
    }
    return true;
  }

  enum class Settled : std::uint8_t { suicide, quiet, captured };  // captured: balls fell, of any colour

  // Places a ball of `colour` (or, with `blocker`, a neutral one for the mover `colour`) on a playable point and
  // settles the captures. After `suicide` the board is of no use. `rested`: the board was at rest.
  Settled play(int i, int colour, bool blocker, const Geo& geo, bool rested) {
    put(i, blocker ? kBlocker : colour);
    if constexpr (Bits::kWalks)
      if (rested && !geo.all_freedoms)
        if (const Near near = Walk(*this, geo).look(i, colour, blocker); near != Near::unknown)
          return near == Near::quiet ? Settled::quiet : Settled::suicide;
    const int placed = blocker ? -1 : i;
    Links whole = links(geo);
    Bits breath = breathing(geo);
    bool enemy = true, fell = false;
    for (int idle = 0; idle < 2; enemy = !enemy) {
      if (remove_dead(colour, enemy, placed, whole, breath)) {
        idle = 0;
        fell = true;
        whole = links(geo);
        breath = breathing(geo);
      } else {
        ++idle;
      }
    }
    const Settled settled = fell ? Settled::captured : Settled::quiet;
    if (blocker || breath.test(i)) return settled;
    Bits wanted;
    wanted.set(i);
    const Bits own = balls[static_cast<std::size_t>(colour)].andnot(whole.buried);
    return flood(own, breath, whole, wanted).test(i) ? settled : Settled::suicide;
  }

 private:
  // One phase. A ball can only fall if nothing rests on it, so a phase begins with the exposed balls: if each of
  // them belongs to a group with a freedom, nothing falls, and the flood stops as soon as it has seen them all.
  bool remove_dead(int colour, bool enemy, int placed, const Links& whole, const Bits& breath) {
    const Bits covered = under(all);
    Bits seeds = breath;
    if (!enemy && placed >= 0) seeds.set(placed);  // the placed ball's group is not looked at in its own phase
    const auto in_phase = [&](int c) { return (c != colour) == enemy; };
    const auto linking = [&](int c) { return balls[static_cast<std::size_t>(c)].andnot(whole.buried); };
    bool found = false;
    for (int c = 0; c < kColours && !found; ++c) {
      if (!in_phase(c)) continue;
      const Bits exposed = balls[static_cast<std::size_t>(c)].andnot(covered | seeds);
      if (exposed.any()) found = exposed.andnot(flood(linking(c), seeds, whole, exposed)).any();
    }
    if (!found) return false;
    Bits dead;
    for (int c = 0; c < kColours; ++c) {
      if (!in_phase(c)) continue;
      const Bits own = linking(c);
      dead = dead | balls[static_cast<std::size_t>(c)].andnot(flood(own, seeds, whole, own));
    }
    Bits falling = dead.andnot(covered);  // not empty: an exposed ball was found dead
    while (falling.any()) {
      all = all.andnot(falling);
      for (auto& mine : balls) mine = mine.andnot(falling);
      dead = dead.andnot(falling);
      falling = dead.andnot(under(all));
    }
    return true;
  }
};

static_assert(sizeof(Board<WordBits, 2>) == 24);
static_assert(sizeof(Board<LaneBits, 2>) == 192);
static_assert(sizeof(Board<WideBits, 2>) == 3 * 544);
static_assert(sizeof(Board<WidestBits, 2>) == 3 * 1520);
static_assert(std::is_trivially_copyable_v<Board<LaneBits, 2>>);

}  // namespace cairn::margo
