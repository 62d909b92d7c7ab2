#include "zoo/weights.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay::zoo {
namespace {

// The strong taps of a peaked filter, and the sum of magnitudes of all others.
constexpr float kFirstPeak = 1, kSecondPeak = 0.25f;
constexpr double kWeakSum = 0.15;
// The mean magnitude of a normal variable is this many deviations.
constexpr double kMeanMagnitude = 0.798;

float* Floats(std::vector<std::byte>& bytes) { return reinterpret_cast<float*>(bytes.data()); }

std::vector<std::byte> Room(const Shape& shape) {
  return std::vector<std::byte>(static_cast<size_t>(ElementCount(shape)) * sizeof(float));
}

// A tap that lies within the image at half of the positions at least; the best one where none does.
int64_t PickTap(Rng& rng, std::span<const double> coverage) {
  constexpr double kMostlyInside = 0.5;
  std::vector<int64_t> inside;
  for (size_t i = 0; i < coverage.size(); ++i)
    if (coverage[i] >= kMostlyInside) inside.push_back(static_cast<int64_t>(i));
  if (!inside.empty()) return rng.Pick(std::span<const int64_t>(inside));
  return std::ranges::max_element(coverage) - coverage.begin();
}

void AddPeaks(Rng& rng, std::span<const double> coverage, int64_t number, std::span<float> filter) {
  const auto taps = static_cast<int64_t>(coverage.size());
  const int64_t depth = static_cast<int64_t>(filter.size()) / taps;
  // Filters take the channels in turn, so that every channel is used.
  const int64_t first = number % depth * taps + PickTap(rng, coverage);
  const int64_t second = rng.Int(0, depth - 1) * taps + PickTap(rng, coverage);
  filter[static_cast<size_t>(first)] += rng.Chance(0.5) ? kFirstPeak : -kFirstPeak;
  filter[static_cast<size_t>(second)] += rng.Chance(0.5) ? kSecondPeak : -kSecondPeak;
}

// The mean of a channel over one image is off its expectation; this share of its square counts as
// variance. Without it, deep networks without normalisation grow by an eighth per layer. The means
// of small models are large by design and better known.
constexpr double kDoubt = 0.5, kSmallDoubt = 0.1;

struct FilterMoments {
  double mean = 0, var = 0;
};

FilterMoments Predict(std::span<const float> filter, int64_t first_channel,
                      std::span<const double> coverage, double doubt, const Moments& in) {
  FilterMoments out;
  const size_t taps = coverage.size();
  for (size_t c = 0; c * taps < filter.size(); ++c) {
    const double mean = in.mean_of(first_channel + static_cast<int64_t>(c));
    const double var = in.var_of(first_channel + static_cast<int64_t>(c));
    for (size_t t = 0; t < taps; ++t) {
      const double w = filter[c * taps + t], share = coverage[t];
      out.mean += w * share * mean;
      out.var += w * w * share * (var + (doubt + 1 - share) * mean * mean);
    }
  }
  return out;
}

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

float QuickNormal(Rng& rng) {
  // Four uniform numbers of 16 bits; their sum has deviation sqrt(4 * (2^32 - 1) / 12).
  const uint64_t bits = rng.Next();
  const auto sum = static_cast<int32_t>((bits & 0xffff) + (bits >> 16 & 0xffff) +
                                        (bits >> 32 & 0xffff) + (bits >> 48));
  return static_cast<float>(sum - 131070) * (1.0f / 37837.0f);
}

Tensor NormalTensor(Rng& rng, const Shape& shape, double mean, double deviation) {
  std::vector<std::byte> bytes = Room(shape);
  for (int64_t i = 0; i < ElementCount(shape); ++i)
    Floats(bytes)[i] = static_cast<float>(mean + deviation * double{QuickNormal(rng)});
  return Tensor(DType::kFloat32, shape, std::move(bytes));
}

Tensor UniformTensor(Rng& rng, const Shape& shape, double lo, double hi) {
  std::vector<std::byte> bytes = Room(shape);
  for (int64_t i = 0; i < ElementCount(shape); ++i)
    Floats(bytes)[i] = static_cast<float>(rng.Real(lo, hi));
  return Tensor(DType::kFloat32, shape, std::move(bytes));
}

Tensor FloatTensor(const Shape& shape, std::vector<float> values) {
  ASSAY_CHECK(ElementCount(shape) == static_cast<int64_t>(values.size())) << ShapeText(shape);
  std::vector<std::byte> bytes = Room(shape);
  std::copy(values.begin(), values.end(), Floats(bytes));
  return Tensor(DType::kFloat32, shape, std::move(bytes));
}

Filters DrawFilters(Rng& rng, const FilterPlan& plan, const Moments& in) {
  const int64_t filters = plan.shape[0], depth = plan.shape[1];
  const auto taps = static_cast<int64_t>(plan.coverage.size());
  const int64_t length = depth * taps;
  ASSAY_CHECK(length * filters == ElementCount(plan.shape)) << ShapeText(plan.shape);
  std::vector<std::byte> bytes = Room(plan.shape);
  float* const weights = Floats(bytes);
  const bool peaked = plan.shaping == Shaping::kPeaked;
  const auto noise = static_cast<float>(peaked ? kWeakSum / kMeanMagnitude / double(length)
                                               : 1 / std::sqrt(double(length)));
  Filters out{.out = {std::vector<float>(static_cast<size_t>(filters)),
                      std::vector<float>(static_cast<size_t>(filters))}};
  double total = 0;
  for (int64_t f = 0; f < filters; ++f) {
    float* const filter = weights + f * length;
    for (int64_t i = 0; i < length; ++i) filter[i] = noise * QuickNormal(rng);
    if (peaked) AddPeaks(rng, plan.coverage, f, {filter, static_cast<size_t>(length)});
    const int64_t group = f / (filters / plan.groups);
    const FilterMoments moments = Predict({filter, static_cast<size_t>(length)}, group * depth,
                                          plan.coverage, peaked ? kSmallDoubt : kDoubt, in);
    out.out.mean[static_cast<size_t>(f)] = static_cast<float>(moments.mean);
    out.out.var[static_cast<size_t>(f)] = static_cast<float>(moments.var);
    total += moments.var;
  }
  const double scale = std::sqrt(plan.gain / std::max(total / double(filters), 1e-6));
  for (int64_t i = 0; i < length * filters; ++i) weights[i] *= static_cast<float>(scale);
  out.out = AfterScale(out.out, scale);
  out.weights = Tensor(DType::kFloat32, plan.shape, std::move(bytes));
  return out;
}

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
