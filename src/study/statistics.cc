#include "study/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace assay::study {
namespace {

constexpr double kFence = 1.5;  // Tukey's

std::vector<double> Finite(const std::vector<double>& values) {
  std::vector<double> out;
  std::copy_if(values.begin(), values.end(), std::back_inserter(out),
               [](double x) { return std::isfinite(x); });
  return out;
}

// `sorted` is not empty.
double At(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Quartiles QuartilesOf(std::vector<double> values) {
  values = Finite(values);
  if (values.empty()) return {};
  std::ranges::sort(values);
  return {values.front(), At(values, 0.25), At(values, 0.5), At(values, 0.75), values.back()};
}

std::vector<double> WithoutOutliers(const std::vector<double>& values) {
  const Quartiles q = QuartilesOf(values);
  const double margin = kFence * (q.third - q.first);
  std::vector<double> out;
  for (const double x : Finite(values))
    if (x >= q.first - margin && x <= q.third + margin) out.push_back(x);
  return out;
}

double MeanOf(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Percent(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

nlohmann::json ToJson(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return "inf";
  return value;
}

nlohmann::json ToJson(const std::vector<double>& values) {
  nlohmann::json out = nlohmann::json::array();
  for (const double value : values) out.push_back(ToJson(value));
  return out;
}

double FromJson(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  return value.is_string() ? INFINITY : NAN;
}

std::string Fixed(double value, int decimals) {
  if (std::isnan(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string Short(double value) {
  if (std::isnan(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace assay::study
