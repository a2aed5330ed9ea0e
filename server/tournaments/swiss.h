// Swiss pairing: in every round equals meet, nobody the same twice. The round is one minimum-cost perfect matching of
// all who are here, with a bye as one more where they are odd; so no rule is broken that need not be, and the whole
// round is the best there is, not the best that a search from the top happens to find. What is to be least, the first
// first:
//
//   1. pairs that have met before
//   2. a bye for somebody who had one (half a point for a missed round is none), or a point by forfeit
//   3. pairs of whom both must have the same side: it would be the third time running, or a difference beyond two
//   4. how many points the bye's player has more than the last
//   5. the squared differences of points, so that floats are few and short
//   6. pairs of whom both would rather have the same side (by 2 where both are one game out of balance)
//   7. players who float the same way as in the round before
//   8. the distance from the fold: in a group of equal points the upper half meets the lower, first against first; who
//      floats down is the last of the group and meets the first of the next; the bye goes to the last
//
// What cannot be avoided (1 to 3) is paired all the same, and said. Late entries simply appear, with no points for the
// rounds missed (or half byes, should the host give them); who is withdrawn is not `here`.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "server/tournaments/games.h"

namespace cairn {

inline constexpr int kMaxSwissEntrants = 1000;

struct SwissRemark {
  enum class Kind : std::uint8_t {
    rematch,     // the two have met before
    second_bye,  // `first` had one, or a point by forfeit
    third_time,  // `first` or `second` has the same side for the third time running
    imbalance,   // one side three times oftener than the other
  };
  Kind kind{};
  int player = 0;  // of rematch: who has the first move
  Pairing pairing;
  friend bool operator==(const SwissRemark&, const SwissRemark&) = default;
};

struct SwissRound {
  std::vector<Pairing> pairings;  // the best board first, a bye last
  std::vector<SwissRemark> remarks;
};

// Pairs `round` (from 1) from the games of all earlier rounds. The time grows with the cube of the players: seconds for
// a thousand, so not on a thread that others wait for.
SwissRound pair_swiss(std::span<const Entrant> entrants, std::span<const TournamentGame> games, int round);

// What the eight rules say of any pairing of all who are here, whoever has which side: the sums that are made least, in
// that order.
using SwissFaults = std::array<std::int64_t, 8>;
SwissFaults swiss_faults(std::span<const Entrant> entrants, std::span<const TournamentGame> games, int round,
                         std::span<const Pairing> pairings);

// Rounds until one of so many players can have won alone: the binary logarithm, rounded up.
int swiss_rounds(int players);

}  // namespace cairn
