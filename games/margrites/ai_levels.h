// What a level 1..10 of the program sees: how many positions, and how much it errs about each. Weak players overlook
// and misjudge: what a step promises is blurred, and they think ahead little or not at all. Found by matches
// (bench/strength.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/levels.h"

namespace cairn::margrites {

struct Skill {
  std::uint64_t playouts = 0;  // a step; 0: as many as the limits allow
  float blur = 0;              // of log-odds
};
constexpr Skill skill(int level) {
  constexpr std::array<Skill, kLevels> kSkills{
      {{1, 8.0F}, {1, 4.0F}, {1, 2.5F}, {1, 1.6F}, {1, 1.0F}, {4, 0.9F}, {10, 0.6F}, {25, 0.4F}, {80, 0.2F}, {0, 0}}};
  return kSkills[static_cast<std::size_t>(std::clamp(level, 1, kLevels) - 1)];
}

}  // namespace cairn::margrites
