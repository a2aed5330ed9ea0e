// SPSA: tuning of several numbers at once by noisy comparisons. Every step moves all of them a little both ways, asks
// which side is better, and leans that way (Spall, "Multivariate stochastic approximation using a simultaneous
// perturbation gradient approximation", 1992). Pure and deterministic: what a step tries depends on the seed and its
// number alone, so a run goes on from its values and the number of steps made.
#pragma once

#include <cstdint>
#include <vector>

namespace cairn {

struct SpsaRange {
  double start = 0, least = 0, most = 1;
};

struct SpsaSettings {
  std::uint64_t seed = 1;
  std::uint64_t steps = 100;  // how many are planned; the first tenth moves most carefully
  double reach = 0.1;         // of the first trial to both sides, as a share of a range
  double rate = 0.1;          // how far, as a share of a range, the first step leans after a clear win
};

class Spsa {
 public:
  Spsa(std::vector<SpsaRange> ranges, const SpsaSettings& settings);

  // ask
  std::uint64_t steps() const { return step_; }  // made
  std::vector<double> values() const;
  struct Trial {
    std::vector<double> plus, minus;
  };
  Trial trial() const;  // of the step to come

  // do
  void learn(double balance);  // of that trial: 1 where plus won all, -1 where minus did
  // Goes on from earlier values, kept within the ranges.
  void restore(const std::vector<double>& values, std::uint64_t steps);

 private:
  std::vector<bool> signs() const;
  double reach() const;
  double gain() const;
  std::vector<double> scaled(const std::vector<double>& shares) const;

  std::vector<SpsaRange> ranges_;
  SpsaSettings settings_;
  std::vector<double> at_;  // 0..1 within each range
  std::uint64_t step_ = 0;
};

}  // namespace cairn
