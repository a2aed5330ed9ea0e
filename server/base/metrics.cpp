#include "server/base/metrics.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cairn {

namespace {

constexpr std::array kSeconds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                 0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0,  10.0};
constexpr std::array kSizes = {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0};

std::string number(double value) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace

const std::span<const double> kSecondsBounds(kSeconds);
const std::span<const double> kSizeBounds(kSizes);

void Histogram::add(double value) {
  const auto place = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  ++counts_[static_cast<std::size_t>(place - bounds_.begin())];
  sum_ += value;
}

void PrometheusText::family(std::string_view name, std::string_view type, std::string_view help) {
  name_ = name;
  text_.append("# HELP ").append(name).append(" ").append(help).append("\n");
  text_.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void PrometheusText::sample(std::string_view suffix, std::string_view labels, double value) {
  text_.append(name_).append(suffix);
  if (!labels.empty()) text_.append("{").append(labels).append("}");
  text_.append(" ").append(number(value)).append("\n");
}

void PrometheusText::histogram(const Histogram& histogram, const std::string& labels) {
  const std::string before = labels.empty() ? "" : labels + ",";
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < histogram.counts().size(); ++i) {
    below += histogram.counts()[i];
    const std::string bound = i < histogram.bounds().size() ? number(histogram.bounds()[i]) : "+Inf";
    sample("_bucket", before + "le=\"" + bound + "\"", static_cast<double>(below));
  }
  sample("_sum", labels, histogram.sum());
  sample("_count", labels, static_cast<double>(below));
}

}  // namespace cairn
