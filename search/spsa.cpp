#include "search/spsa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/hash.h"
#include "core/rng.h"

namespace cairn {

namespace {

// Spall's exponents for runs of finite length.
constexpr double kReachDecay = 0.101, kGainDecay = 0.602;

}  // namespace

Spsa::Spsa(std::vector<SpsaRange> ranges, const SpsaSettings& settings)
    : ranges_(std::move(ranges)), settings_(settings) {
  std::vector<double> start;
  start.reserve(ranges_.size());
  for (const SpsaRange& range : ranges_) start.push_back(range.start);
  restore(start, 0);
}

void Spsa::restore(const std::vector<double>& values, std::uint64_t steps) {
  at_.clear();
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const double width = ranges_[i].most - ranges_[i].least;
    at_.push_back(width > 0 ? std::clamp((values[i] - ranges_[i].least) / width, 0.0, 1.0) : 0);
  }
  step_ = steps;
}

std::vector<double> Spsa::scaled(const std::vector<double>& shares) const {
  std::vector<double> values;
  values.reserve(ranges_.size());
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    values.push_back(ranges_[i].least + std::clamp(shares[i], 0.0, 1.0) * (ranges_[i].most - ranges_[i].least));
  return values;
}

std::vector<double> Spsa::values() const {
  return scaled(at_);
}

std::vector<bool> Spsa::signs() const {
  Rng rng(mix(settings_.seed, step_));
  std::vector<bool> found(ranges_.size());
  for (std::size_t i = 0; i < ranges_.size(); ++i) found[i] = rng.below(2) == 1;
  return found;
}

double Spsa::reach() const {
  return settings_.reach / std::pow(static_cast<double>(step_) + 1, kReachDecay);
}

double Spsa::gain() const {
  const double calm = 0.1 * static_cast<double>(settings_.steps);
  return settings_.rate * std::pow((calm + 1) / (calm + static_cast<double>(step_) + 1), kGainDecay);
}

Spsa::Trial Spsa::trial() const {
  const auto sign = signs();
  const double far = reach();
  std::vector<double> plus = at_, minus = at_;
  for (std::size_t i = 0; i < at_.size(); ++i) {
    plus[i] += sign[i] ? far : -far;
    minus[i] -= sign[i] ? far : -far;
  }
  return {scaled(plus), scaled(minus)};
}

void Spsa::learn(double balance) {
  const auto sign = signs();
  // The slope along the trial, in units of the first reach, so that `rate` keeps its meaning as trials draw nearer.
  const double lean = gain() * balance * settings_.reach / reach();
  for (std::size_t i = 0; i < at_.size(); ++i) at_[i] = std::clamp(at_[i] + (sign[i] ? lean : -lean), 0.0, 1.0);
  ++step_;
}

}  // namespace cairn
