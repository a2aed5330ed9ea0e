#include "games/margrites/ai_eval.h"

#include <algorithm>

namespace cairn::margrites {

namespace {

constexpr int kReach = 5;    // how far an attacker is looked for
constexpr int kFarAway = 7;  // steps to surround a piece: more than 6

// All squares within a distance of each square, without the square itself.
using Rings = std::array<std::array<Squares, kSquareBits>, kReach>;
constexpr Rings make_rings() {
  Rings rings{};
  for (int distance = 1; distance <= kReach; ++distance)
    for (int bit = 0; bit < kSquareBits; ++bit) {
      const auto at = static_cast<Square>(bit);
      if (!on_board(at)) continue;
      Squares ring{};
      for (int row = row_of(at) - distance; row <= row_of(at) + distance; ++row)
        for (int file = file_of(at) - distance; file <= file_of(at) + distance; ++file)
          if (on_board(file, row) && square_at(file, row) != at) ring = ring | Squares::of(square_at(file, row));
      rings[static_cast<std::size_t>(distance - 1)][index(at)] = ring;
    }
  return rings;
}
constexpr Rings kRings = make_rings();

int lane(const Squares& pieces, int row) {
  const std::uint64_t word = row < 4 ? pieces.low : pieces.high;
  return __builtin_popcount(static_cast<unsigned>(word >> (16 * (row % 4))) & 0xFFFFU);
}

// Steps until `wanted` more pieces of a side are off, the nearest first.
int steps_home(const Squares& pieces, Side side, int wanted) {
  int steps = 0;
  for (int away = 1; away <= kRows && wanted > 0; ++away) {
    const int here = std::min(wanted, lane(pieces, side == Side::black ? kRows - away : away - 1));
    steps += here * away;
    wanted -= here;
  }
  return steps;
}

// What the pieces of one side have to fear from the other.
struct Safety {
  std::array<int, kFarAway + 1> lone{}, pair{};  // by steps that it takes to surround them
  int solid = 0;
};
Safety safety(const Squares& own, const Squares& enemy) {
  Safety found;
  for (Squares left = own; !left.empty(); left.drop_front()) {
    const std::size_t at = index(left.front());
    const Squares touching = kRings[0][at];
    const int friends = (touching & own).size();
    if (friends >= 2) {
      ++found.solid;
      continue;
    }
    const int needed = 2 * (1 + friends);
    int steps = kFarAway;
    if ((kRings[kReach - 1][at] & enemy).size() >= needed && touching.size() - friends >= needed) {
      steps = 0;
      for (std::size_t ring = 0; ring + 1 < kReach; ++ring)
        steps += std::max(0, needed - (kRings[ring][at] & enemy).size());
      steps = std::clamp(steps, 1, kFarAway);
    }
    ++(friends == 0 ? found.lone : found.pair)[static_cast<std::size_t>(steps)];
  }
  return found;
}

// Pieces with no enemy in the rows ahead.
int passed(const Squares& own, const Squares& enemy, Side side) {
  int count = 0;
  for (int row = kRows - 1; row >= 0; --row) {
    const int seen = side == Side::black ? row : kRows - 1 - row;
    count += lane(own, seen);
    if (lane(enemy, seen) > 0) break;
  }
  return count;
}

void fill_safety(Features& out, const Safety& safe, std::size_t lone, std::size_t pair) {
  for (std::size_t steps = 1; steps <= 5; ++steps) out[lone + steps - 1] = static_cast<float>(safe.lone[steps]);
  for (std::size_t i = 0; i < 3; ++i) out[pair + i] = static_cast<float>(safe.pair[2 * i + 1] + safe.pair[2 * i + 2]);
}

float dot(const Features& facts, const Weights& weights) {
  float sum = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) sum += facts[i] * weights.of[i];
  return sum;
}

struct Facts {
  Features values{};
  Safety quarry;
};
Facts gather(const Standing& standing, const Race& race) {
  const Side side = standing.mover;
  const std::size_t me = index(side), you = 1 - me;
  const Squares &mine = standing.pieces[me], &theirs = standing.pieces[you];
  Facts facts;
  Features& out = facts.values;
  out[kBias] = 1;
  out[kLead] = static_cast<float>(race.theirs - race.mine + standing.steps - 2);
  out[kUrgentLead] = out[kLead] * 8 / static_cast<float>(8 + std::min(race.mine, race.theirs));
  const Safety prey = safety(mine, theirs);
  facts.quarry = safety(theirs, mine);
  fill_safety(out, prey, kLonePrey, kPairPrey);
  fill_safety(out, facts.quarry, kLoneQuarry, kPairQuarry);
  out[kLone] = static_cast<float>(prey.lone[6] + prey.lone[7]);
  out[kLone + 1] = static_cast<float>(facts.quarry.lone[6] + facts.quarry.lone[7]);
  out[kSolid] = static_cast<float>(prey.solid);
  out[kSolid + 1] = static_cast<float>(facts.quarry.solid);
  out[kPassed] = static_cast<float>(passed(mine, theirs, side));
  out[kPassed + 1] = static_cast<float>(passed(theirs, mine, other(side)));
  out[kStock] = static_cast<float>(standing.points[me] + mine.size() - standing.points[you] - theirs.size());
  const int captures = standing.captures[me] - standing.captures[you];
  out[kTieBreak] = captures > 0 ? 1.0F : captures < 0 ? -1.0F : 0.0F;
  return facts;
}

// The sides have passed each other: the first one home wins. More turns than these are counted for how clear it is.
float parted_odds(const Race& race, int steps) {
  const int mine = (std::max(0, race.mine - steps) + kTurnSteps - 1) / kTurnSteps,
            theirs = (race.theirs + kTurnSteps - 1) / kTurnSteps;
  const auto lead = static_cast<float>(race.theirs - race.mine + steps - 2);
  return (theirs > mine ? 5.0F : -5.0F) + 0.05F * lead;
}

}  // namespace

// Fitted to games of the program with itself, then rounded by hand (bench/strength.md). In the order of Feature.
const std::array<Weight, kFeatures> kWeights{{
    {"bias", "having made a turn", 0.0F},
    {"lead", "a step ahead in the race", 0.15F},
    {"urgent_lead", "a step ahead near the goal", 0.22F},
    {"lone_prey_1", "my lone piece that one step surrounds", -0.35F},
    {"lone_prey_2", "two steps", -0.15F},
    {"lone_prey_3", "three steps", 0.0F},
    {"lone_prey_4", "four steps", 0.0F},
    {"lone_prey_5", "five steps", 0.1F},
    {"pair_prey_2", "my piece with one friend that one or two steps surround", -0.1F},
    {"pair_prey_4", "three or four steps", 0.1F},
    {"pair_prey_6", "five or six steps", 0.08F},
    {"lone_quarry_1", "their lone piece that one step surrounds", 0.05F},
    {"lone_quarry_2", "two steps", 0.0F},
    {"lone_quarry_3", "three steps", 0.0F},
    {"lone_quarry_4", "four steps", 0.0F},
    {"lone_quarry_5", "five steps", -0.25F},
    {"pair_quarry_2", "their piece with one friend that one or two steps surround", 0.0F},
    {"pair_quarry_4", "three or four steps", -0.1F},
    {"pair_quarry_6", "five or six steps", -0.1F},
    {"my_lone", "my lone piece that is safe for now", 0.0F},
    {"their_lone", "theirs", 0.0F},
    {"my_solid", "my piece with two friends or more", 0.05F},
    {"their_solid", "theirs", -0.03F},
    {"my_passed", "my piece with no enemy in the rows ahead", -0.06F},
    {"their_passed", "theirs", 0.05F},
    {"stock", "a point more to come to", 0.155F},
    {"tie_break", "level points are enough", 0.05F},
}};

Weights::Weights() {
  for (std::size_t i = 0; i < kFeatures; ++i) of[i] = kWeights[i].value;
}

Standing standing_of(const Margrites& game) {
  const Board& board = game.board();
  Standing standing{.mover = board.mover(), .steps = board.steps_left()};
  for (const Side side : {Side::black, Side::white}) {
    const std::size_t s = index(side);
    standing.pieces[s] = board.pieces(side);
    standing.points[s] = board.points(side);
    standing.captures[s] = board.captures(side);
  }
  return standing;
}

// A side with more points to come to than the other needs only to overtake what the other can reach; else it must bring
// all home before the other is there.
Race race(const Standing& standing) {
  const std::size_t me = index(standing.mover), you = 1 - me;
  std::array<int, 2> stock{}, steps{};
  for (std::size_t s = 0; s < 2; ++s) stock[s] = standing.points[s] + standing.pieces[s].size();
  for (std::size_t s = 0; s < 2; ++s) {
    const int beat = stock[1 - s] + (standing.captures[s] > standing.captures[1 - s] ? 0 : 1);
    steps[s] = steps_home(standing.pieces[s], static_cast<Side>(s), std::min(stock[s], beat) - standing.points[s]);
  }
  int rear = 0, highest = kRows - 1;  // the rows of Black's and White's hindmost
  while (rear < kRows && lane(standing.pieces[0], rear) == 0) ++rear;
  while (highest >= 0 && lane(standing.pieces[1], highest) == 0) --highest;
  const bool parted = rear > highest + 3;  // two pieces need more than a turn to go back and surround one
  return {steps[me], steps[you], parted};
}

Features features(const Standing& standing) {
  return gather(standing, race(standing)).values;
}

float log_odds(const Standing& standing, const Weights& weights) {
  const Race run = race(standing);
  if (run.parted) return parted_odds(run, standing.steps);
  return dot(gather(standing, run).values, weights);
}

Promise promise(const Standing& standing, const Weights& weights) {
  const Race run = race(standing);
  if (run.parted) return {parted_odds(run, standing.steps), false};
  const Facts facts = gather(standing, run);
  float hunt = 0;
  for (std::size_t steps = 1; steps <= static_cast<std::size_t>(standing.steps); ++steps) {
    const int count = facts.quarry.lone[steps] + facts.quarry.pair[steps];
    if (count > 0) hunt = std::max(hunt, weights.hunt - 0.1F * static_cast<float>(steps));
  }
  return {dot(facts.values, weights) + hunt, hunt > 0};
}

}  // namespace cairn::margrites
