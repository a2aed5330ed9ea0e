// Knock-out: who loses is out. Players 0..n-1 in the order of their seeds: the first two can meet only in the final,
// the first four only in the semi-finals, and so on; where the numbers do not fill the rounds the best seeds have a bye
// in the first. Computed anew from the results.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "server/tournaments/games.h"

namespace cairn {

struct KnockoutRule {
  int replays = 1;  // of a tied match, with the sides changed; then, or where it is 0, the better seed goes on
};

inline constexpr int kTied = -1;    // a result: a draw, or a tied match
inline constexpr int kNobody = -2;  // a result: neither came, and neither goes on

struct KnockoutResult {
  int round = 1, match = 0;  // as below
  int winner = kTied;        // a player, kTied, kNobody
};

struct KnockoutMatch {
  int round = 1;  // from 1; the final is the last
  int match = 0;  // in the round, from 0; the winners of 2m and 2m + 1 meet in match m of the next
  enum class State : std::uint8_t {
    waiting,  // for the matches before it
    ready,    // to be played (again, `replays` times before): `players` says who has the first move
    decided,
  } state = State::waiting;
  Pairing players;       // as far as they are known, else -1; second -1 when decided: a walk-over
  int winner = kNobody;  // when decided; kNobody: neither of them
  int replays = 0;
  friend bool operator==(const KnockoutMatch&, const KnockoutMatch&) = default;
};

struct Knockout {
  std::vector<std::vector<KnockoutMatch>> rounds;
  bool over = false;
  int champion = kNobody;
  std::vector<KnockoutResult>
      ignored;  // results of matches that were not ready, or of somebody who does not play in them
};
// Two players or more; results in the order in which they came.
Knockout knockout(int players, std::span<const KnockoutResult> results, const KnockoutRule& rule = {});

// Who stands where in a bracket of so many places (a power of two), by seed from 0: 8 gives 0 7 3 4 1 6 2 5.
std::vector<int> bracket(int places);

}  // namespace cairn
