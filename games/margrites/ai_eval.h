// What a position is worth without looking ahead: the race to the points that win, who can be surrounded soon, and how
// the pieces stand together. Bit counts over both sides' boards; no allocation. The weights were fitted to games of the
// program with itself (bench/strength.md).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "games/margrites/margrites.h"

namespace cairn::margrites {

// What the evaluation sees of a game, in the middle of a turn or at its end.
struct Standing {
  std::array<Squares, 2> pieces{};
  std::array<int, 2> points{}, captures{};
  Side mover{};   // whose turn it is
  int steps = 0;  // that it still has; 0: the other side comes next
};
Standing standing_of(const Margrites& game);

// Facts about the end of a turn, for the side that made it ("mine") against the side that comes next ("theirs").
enum Feature : std::uint8_t {
  kBias,
  kLead,                        // steps by which I am ahead in the race
  kUrgentLead,                  // the same, for more the nearer the goal
  kLonePrey,                    // my lone pieces that can be surrounded in 1..5 steps: five counts
  kPairPrey = kLonePrey + 5,    // my pieces with one friend: in 1..2, 3..4, 5..6 steps
  kLoneQuarry = kPairPrey + 3,  // theirs
  kPairQuarry = kLoneQuarry + 5,
  kLone = kPairQuarry + 3,  // my lone pieces that are safe for now; then theirs
  kSolid = kLone + 2,       // my pieces with two friends or more; then theirs
  kPassed = kSolid + 2,     // my pieces with no enemy in the rows ahead; then theirs
  kStock = kPassed + 2,     // points that I can still come to, less theirs
  kTieBreak,                // 1: with points level I win; -1: I lose
  kFeatures
};
using Features = std::array<float, kFeatures>;
Features features(const Standing& standing);

// What each fact adds to the log-odds.
struct Weight {
  std::string_view name, help;
  float value;
};
extern const std::array<Weight, kFeatures> kWeights;
struct Weights {
  Features of{};
  float hunt = 1.5F;  // a capture that can be made in this turn, while the turn is being looked for
  Weights();
};

// How many steps a side still needs to the points that decide the race if nothing more is captured.
struct Race {
  int mine = 0, theirs = 0;
  bool parted = false;  // the sides have passed each other: nothing more can be captured on the way
};
Race race(const Standing& standing);

// The log-odds that the side to move (`standing.mover`) wins. The game must not be over.
float log_odds(const Standing& standing, const Weights& weights = {});
// The same for choosing the steps of a turn: a capture within reach counts, too.
struct Promise {
  float odds = 0;
  bool hunts = false;  // the steps left suffice to surround an enemy
};
Promise promise(const Standing& standing, const Weights& weights);

}  // namespace cairn::margrites
