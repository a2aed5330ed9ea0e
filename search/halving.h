// Which of the root's actions a search of few playouts visits: those with the greatest priors, all alike, then the
// better half of them, and so on (sequential halving as in Danihelka, Guez, Schrittwieser and Silver, "Policy
// improvement by planning with Gumbel", 2022, sections 2 to 4; its noise where chance is given, for self-play).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"

namespace cairn {

class Halving {
 public:
  // `shares`: the priors of the root's actions, of which `most` are visited by the playouts to come. With `chance`
  // these are drawn by their shares without putting back, by Gumbel's noise.
  void plan(std::span<const float> shares, std::uint32_t playouts, std::uint32_t most, Rng* chance = nullptr);
  void end() { logits_.clear(); }
  bool on() const { return !logits_.empty(); }

  // How often the action of this playout, counted from 0, has been visited before it.
  std::uint32_t visits_before(std::uint32_t playout) const;
  // What orders actions with equally many visits. `value`: 0..1; `most`: the greatest number of visits of one.
  double worth(std::size_t action, double value, double most) const { return logits_[action] + weight(most) * value; }
  // How much a value of 0..1 counts beside a prior's logarithm.
  static double weight(double most) {
    constexpr double kVisits = 50;  // as if there were so many more visits: priors matter little
    return kVisits + most;
  }

 private:
  std::vector<double> logits_;                // empty: off
  std::vector<std::uint32_t> visits_before_;  // by playout
};

}  // namespace cairn
