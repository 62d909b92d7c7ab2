#include "zoo/moments.h"

#include <algorithm>
#include <cmath>

namespace assay::zoo {
namespace {

// A channel that never varies would be divided by zero.
constexpr double kLeastVariance = 1e-4;

template <typename F>
Moments PerChannel(const Moments& x, F f) {
  Moments out = x;
  for (size_t i = 0; i < x.mean.size(); ++i) {
    const auto [mean, var] = f(static_cast<double>(x.mean[i]), static_cast<double>(x.var[i]));
    out.mean[i] = static_cast<float>(mean);
    out.var[i] = static_cast<float>(std::max(var, kLeastVariance));
  }
  return out;
}

}  // namespace

Moments Moments::Of(double mean, double var) {
  return {{static_cast<float>(mean)}, {static_cast<float>(var)}};
}

Moments Moments::Pooled() const {
  double sum = 0, squares = 0;
  for (size_t i = 0; i < mean.size(); ++i) {
    sum += mean[i];
    squares += var[i] + double{mean[i]} * mean[i];
  }
  const double n = static_cast<double>(mean.size());
  return Of(sum / n, std::max(squares / n - sum / n * (sum / n), kLeastVariance));
}

Moments Moments::Repeated(int64_t times) const {
  if (uniform()) return *this;
  Moments out{{}, {}};
  for (size_t i = 0; i < mean.size(); ++i) {
    out.mean.insert(out.mean.end(), static_cast<size_t>(times), mean[i]);
    out.var.insert(out.var.end(), static_cast<size_t>(times), var[i]);
  }
  return out;
}

// For z = mean / deviation of a normal x, E max(x, 0) is near (z + sqrt(z^2 + 2/pi)) / 2 deviations
// (exact at 0 and far away); the distribution function is taken as algebraic sigmoid.
Moments AfterRelu(const Moments& x) {
  return PerChannel(x, [](double mean, double var) {
    const double deviation = std::sqrt(var), z = mean / deviation;
    const double first = (z + std::sqrt(z * z + 0.6366)) / 2;
    const double below = 0.5 * (1 + z / std::sqrt(z * z + 1.5708));
    const double second = (z * z + 1) * below + z * (first - z * below);
    return std::pair(first * deviation, (second - first * first) * var);
  });
}

Moments AfterScale(const Moments& x, double scale) {
  return PerChannel(
      x, [&](double mean, double var) { return std::pair(mean * scale, var * scale * scale); });
}

Moments AfterAdd(const Moments& a, const Moments& b) {
  const Moments& longer = a.uniform() ? b : a;
  const Moments& shorter = a.uniform() ? a : b;
  Moments out = longer;
  for (size_t i = 0; i < out.mean.size(); ++i) {
    out.mean[i] += shorter.mean_of(static_cast<int64_t>(i));
    out.var[i] += shorter.var_of(static_cast<int64_t>(i));
  }
  return out;
}

Moments AfterMaxPool(const Moments& x, int64_t window) {
  // The largest of 4 or 9 independent normals lies 1.03 or 1.49 deviations above the mean;
  // neighbours are alike, so it is a quarter of that, as measured on VGG-16. Rectified values gain
  // variance.
  const double lift = window <= 4 ? 0.25 : 0.4;
  return PerChannel(x, [&](double mean, double var) {
    return std::pair(mean + lift * std::sqrt(var), 1.3 * var);
  });
}

Moments AfterAveragePool(const Moments& x, int64_t window) {
  // Neighbours are alike; over a whole map less so.
  constexpr int64_t kLargestNeighbourhood = 9;
  const double kept = window <= kLargestNeighbourhood ? 0.8 : 0.4;
  return PerChannel(x, [&](double mean, double var) { return std::pair(mean, kept * var); });
}

Moments Concatenated(std::span<const Moments> parts, std::span<const int64_t> channels) {
  Moments out{{}, {}};
  for (size_t i = 0; i < parts.size(); ++i)
    for (int64_t c = 0; c < channels[i]; ++c) {
      out.mean.push_back(parts[i].mean_of(c));
      out.var.push_back(parts[i].var_of(c));
    }
  return out;
}

}  // namespace assay::zoo
