#include "resources/statistics.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay::resources {
namespace {

constexpr double kSigmas = 1.96;  // of a normal distribution: 95 %
constexpr size_t kFewest = 6;     // values from which a 95 % interval is narrower than the range

double MiddleOf(const std::vector<double>& sorted) {
  const size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

}  // namespace

double Median(std::vector<double> values) {
  ASSAY_CHECK(!values.empty()) << "the median of nothing";
  std::ranges::sort(values);
  return MiddleOf(values);
}

Interval MedianInterval(std::vector<double> values) {
  ASSAY_CHECK(!values.empty()) << "the median of nothing";
  std::ranges::sort(values);
  const double middle = MiddleOf(values);
  if (values.size() < kFewest) return {values.front(), middle, values.back()};
  // How many values lie below the true median is binomial with p = 1/2.
  const auto n = static_cast<double>(values.size());
  const auto below =
      static_cast<size_t>(std::max(0.0, std::floor((n - kSigmas * std::sqrt(n)) / 2)));
  return {values[below], middle, values[values.size() - 1 - below]};
}

Interval RatioInterval(std::span<const double> first, std::span<const double> second) {
  ASSAY_CHECK(first.size() == second.size()) << "ratios need pairs";
  std::vector<double> ratios;
  for (size_t i = 0; i < first.size(); ++i) ratios.push_back(first[i] / second[i]);
  return MedianInterval(std::move(ratios));
}

Interval Slope(std::span<const double> values) {
  ASSAY_CHECK(values.size() >= 2) << "a slope needs two values";
  std::vector<double> slopes;
  for (size_t i = 0; i < values.size(); ++i)
    for (size_t j = i + 1; j < values.size(); ++j)
      slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
  std::ranges::sort(slopes);
  // The spread of Kendall's S tells how many slopes from the middle the bounds are (Sen 1968).
  const auto n = static_cast<double>(values.size());
  const auto count = static_cast<double>(slopes.size());
  const double away = kSigmas * std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
  const auto low = static_cast<size_t>(std::max(0.0, std::floor((count - away) / 2)));
  const auto high = static_cast<size_t>(std::min(count - 1, std::ceil((count + away) / 2)));
  return {slopes[low], MiddleOf(slopes), slopes[high]};
}

}  // namespace assay::resources
