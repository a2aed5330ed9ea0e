// Counters for Prometheus. Plain numbers: each is written by one thread, or under a mutex of its owner.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

// How often values were at most each bound.
class Histogram {
 public:
  explicit Histogram(std::span<const double> bounds) : bounds_(bounds), counts_(bounds.size() + 1) {}
  void add(double value);
  std::span<const double> bounds() const { return bounds_; }
  const std::vector<std::uint64_t>& counts() const { return counts_; }  // the last: above all bounds
  double sum() const { return sum_; }

 private:
  std::span<const double> bounds_;  // rising; of a constant
  std::vector<std::uint64_t> counts_;
  double sum_ = 0;
};

extern const std::span<const double> kSecondsBounds;  // 100 microseconds to 10 seconds
extern const std::span<const double> kSizeBounds;     // 1 to 1,000

// The text format 0.0.4: families in the order in which they are written.
class PrometheusText {
 public:
  void family(std::string_view name, std::string_view type, std::string_view help);
  // Of the family that was named last. Labels as `route="games",status="200"`.
  void value(double value, std::string_view labels = {}) { sample({}, labels, value); }
  void histogram(const Histogram& histogram, const std::string& labels = {});
  std::string take() { return std::move(text_); }

 private:
  void sample(std::string_view suffix, std::string_view labels, double value);
  std::string text_, name_;
};

}  // namespace cairn
