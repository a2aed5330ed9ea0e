// Random playouts and perft over any game. Perft counts the action sequences of a length; the tests' yardstick.
#pragma once

#include <cstdint>

#include "core/rules.h"

namespace cairn {

inline constexpr int kMaxPlayoutPlies = 20'000;  // a guard for games whose rules alone do not end random play

// One uniformly random legal action after another, by lists: right for every game, and slow.
template <class G>
Playout playout_by_lists(G& game, Rng& rng) {
  ActionList list;
  Playout result;
  while (result.plies < kMaxPlayoutPlies) {
    const SeatSet acting = game.to_act();
    if (acting.empty()) break;
    Seat seat = acting.front();
    for (auto skip = rng.below(static_cast<std::uint32_t>(acting.size())); skip > 0; --skip) {
      do seat = seat_at(index(seat) + 1);
      while (!acting.contains(seat));
    }
    game.legal(seat, list);
    if (list.empty()) break;
    game.apply(seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    ++result.plies;
  }
  result.outcome = game.outcome();
  return result;
}

template <Rules G>
Playout playout(G& game, Rng& rng) {
  if constexpr (HasPlayout<G>)
    return game.playout(rng);
  else
    return playout_by_lists(game, rng);
}

template <Rules G>
std::uint64_t perft(const G& game, int depth) {
  if (depth == 0) return 1;
  std::uint64_t nodes = 0;
  ActionList list;
  const SeatSet acting = game.to_act();
  for (int i = 0; i < game.seats(); ++i) {
    if (!acting.contains(seat_at(i))) continue;
    game.legal(seat_at(i), list);
    if (depth == 1) {
      nodes += list.size();
      continue;
    }
    for (const Action action : list) {
      G next = game;
      next.apply(seat_at(i), action, NoEvents{});
      nodes += perft(next, depth - 1);
    }
  }
  return nodes;
}

}  // namespace cairn
