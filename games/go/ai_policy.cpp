#include "games/go/ai_policy.h"

#include <cassert>
#include <map>

#include "core/hash.h"
#include "games/go/ai_policy_weights.h"

namespace cairn::go::policy {

namespace {

// The eight neighbours as they lie, in the order of Board's directions: left, right, down, up, then the diagonals.
constexpr std::array<std::array<int, 2>, 8> kSteps{
    {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};

constexpr std::array<int, 2> turned(std::array<int, 2> step, int turn) {
  if ((turn & 4) != 0) step[0] = -step[0];
  for (int i = 0; i < (turn & 3); ++i) step = {-step[1], step[0]};
  return step;
}

// For each turn and mirroring, where each direction goes.
constexpr std::array<std::array<std::size_t, 8>, 8> turns() {
  std::array<std::array<std::size_t, 8>, 8> all{};
  for (int turn = 0; turn < 8; ++turn)
    for (std::size_t d = 0; d < 8; ++d)
      for (std::size_t e = 0; e < 8; ++e)
        if (kSteps[e] == turned(kSteps[d], turn)) all[static_cast<std::size_t>(turn)][d] = e;
  return all;
}
constexpr auto kTurns = turns();

// The least of the words that a word becomes by turning; `bits` to a direction, the first `count` directions.
unsigned least(unsigned word, unsigned bits, std::size_t count) {
  const unsigned mask = (1U << bits) - 1;
  unsigned best = ~0U;
  for (const auto& turn : kTurns) {
    unsigned other = 0;
    for (std::size_t d = 0; d < count; ++d) other |= (word >> bits * d & mask) << bits * turn[d];
    best = std::min(best, other);
  }
  return best;
}

// Points off the board make whole sides: a row of three, or two that meet.
bool possible(unsigned around) {
  const auto off = [&](std::size_t d) { return (around >> 2 * d & 3U) == 3U; };
  for (std::size_t d = 4; d < 8; ++d) {
    const std::size_t beside = kSteps[d][0] < 0 ? 0U : 1U, below = kSteps[d][1] < 0 ? 2U : 3U;
    if (off(d) != (off(beside) || off(below))) return false;
  }
  return !(off(0) && off(1)) && !(off(2) && off(3));
}

}  // namespace

const Tables& Tables::get() {
  static const Tables tables;
  return tables;
}

Tables::Tables() {
  std::map<unsigned, std::uint16_t> classes;
  shape_.fill(0);  // class 0: what no board of three or more has
  for (unsigned around = 0; around < shape_.size(); ++around) {
    if (!possible(around)) continue;
    const auto next = static_cast<std::uint16_t>(classes.size() + 1);
    shape_[around] = classes.try_emplace(least(around, 2, 8), next).first->second;
  }
  std::map<unsigned, std::uint16_t> side_classes;
  for (unsigned kinds = 0; kinds < sides_.size(); ++kinds) {
    const auto next = static_cast<std::uint16_t>(side_classes.size());
    sides_[kinds] = side_classes.try_emplace(least(kinds, 3, 4), next).first->second;
  }
  for (std::size_t i = 0; i < kSquare; ++i)
    for (unsigned colour = 0; colour < 4; ++colour)
      for (int turn = 0; turn < 8; ++turn) {
        const auto there = turned(kAround[i], turn);
        const auto at = static_cast<std::size_t>(std::find(kAround.begin(), kAround.end(), there) - kAround.begin());
        key_[i][colour][static_cast<std::size_t>(turn)] = static_cast<std::uint32_t>(mix(2007, 4 * at + colour) >> 32);
      }
  assert(feature_letters().size() == kFeatures);
  for (std::size_t i = 0; i < kFeatures; ++i) weight_[i] = weight_of(feature_letters()[i]);
  const std::string_view letters = pattern_letters();
  for (std::size_t i = 0; i < letters.size(); i += kPatternLetters)
    add(hash_of(letters.substr(i, 5)), weight_of(letters[i + 5]));
}

void Tables::add(std::uint32_t hash, float weight) {
  std::uint32_t at = hash % kSlots;
  while (slots_[at].hash != 0) at = (at + 1) % kSlots;
  slots_[at] = {hash, weight};
}

}  // namespace cairn::go::policy
