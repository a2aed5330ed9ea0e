// What every tournament is made of: entrants, pairings, games. Plain data; a tournament's state is its entrants and the
// list of its games, all else is computed. Players are numbered from 0 in the order in which they entered. Points are
// half points: 2 for a win, 1 for a draw. A match of several games (match.h) stands here as one game.
#pragma once

#include <cstdint>

namespace cairn {

struct Entrant {
  int strength = 0;  // larger is stronger: the rating at the start, say. Of equals the lower number comes first
  bool here = true;  // false: has withdrawn, or sits the coming round out
  friend bool operator==(const Entrant&, const Entrant&) = default;
};

struct Pairing {
  int first = -1;   // has the first move
  int second = -1;  // -1: a bye for `first`
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

struct TournamentGame {
  enum class How : std::uint8_t {
    open,      // not finished: counts as met, and for who had the first move; no points
    played,    // over the board; the only kind that is rated
    forfeit,   // somebody did not come: the points stand, but the two have not met
    bye,       // `second` is -1; the points (1 or 2) stand in `first_points`
    annulled,  // as if it had never been
  };
  int round = 1;
  Pairing players;
  How how = How::open;
  int first_points = 0, second_points = 0;  // half points
  friend bool operator==(const TournamentGame&, const TournamentGame&) = default;
};

}  // namespace cairn
