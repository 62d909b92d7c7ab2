#include "ops/image/sampling.h"

namespace assay::ops {
namespace {

// A coordinate less certain than this has no useful weights.
constexpr double kWidest = 0.25;
// Roundings on the way to a cubic or normalized weight.
constexpr double kPolynomialRoundings = 8;

double Hat(double d) { return std::max(0.0, 1 - std::fabs(d)); }

// Keys' cubic convolution kernel.
double Cubic(double d, double a) {
  d = std::fabs(d);
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  if (d < 2) return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  return 0;
}

// The weights at one coordinate for elements first, first+1, ...
void WeightsAt(double x, int64_t first, std::span<double> out, const Filter& filter,
               const TapOptions& options) {
  double sum = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    const int64_t index = first + static_cast<int64_t>(i);
    out[i] = filter.At(static_cast<double>(index) - x);
    if (options.exclude_outside >= 0 && (index < 0 || index >= options.exclude_outside)) out[i] = 0;
    sum += out[i];
  }
  if (!options.normalize && options.exclude_outside < 0) return;
  for (double& w : out) w = sum != 0 ? w / sum : w;
}

bool ShortDyadicTap(double x) {
  return x * 1024 == std::nearbyint(x * 1024) && std::fabs(x) < 1024;
}

}  // namespace

double Filter::At(double d) const {
  return kind == Kind::kLinear ? Hat(d * squeeze) : Cubic(d * squeeze, a);
}

AxisTaps TapsFor(const Arith& arith, const Real& x, const Filter& filter,
                 const TapOptions& options) {
  AxisTaps taps;
  if (x.nan != Nan::kNever || !(x.hi - x.lo <= kWidest) || !(std::fabs(x.v) < 1e9)) return taps;
  const auto first = static_cast<int64_t>(std::ceil(x.lo - filter.support()));
  const auto last = static_cast<int64_t>(std::floor(x.hi + filter.support()));
  const auto count = static_cast<size_t>(last - first + 1);
  std::vector<double> samples{x.v};
  if (x.lo != x.hi) {
    samples.insert(samples.end(), {x.lo, x.hi});
    for (double k = std::ceil(x.lo); k <= x.hi; ++k)
      samples.push_back(k);  // where the filter has its peak and its joints
  }
  std::vector<double> now(count), centre(count), lo(count, kInf), hi(count, -kInf);
  WeightsAt(x.v, first, centre, filter, options);
  for (const double sample : samples) {
    WeightsAt(sample, first, now, filter, options);
    for (size_t i = 0; i < count; ++i) {
      lo[i] = std::min(lo[i], now[i]);
      hi[i] = std::max(hi[i], now[i]);
    }
  }
  const bool plain = !options.normalize && options.exclude_outside < 0;
  const bool linear = filter.kind == Filter::Kind::kLinear && plain && filter.squeeze == 1;
  // Between the samples a smooth filter bends by at most its second derivative (below 6) times the
  // squared width over eight.
  const double width = x.hi - x.lo, bend = linear ? 0 : width * width;
  // The cube of a short fraction is exact in float32, not in 16 bits.
  const bool fits = linear || FormatOf(arith.type()).precision >= 24;
  const bool exact = x.lo == x.hi && plain && ShortDyadicTap(x.v) && ShortDyadicTap(filter.a) &&
                     filter.squeeze == 1 && fits;
  // The second linear weight is one less the first, with whatever the rounding of that has lost.
  const double slack =
      linear ? arith.unit()
             : bend + (kPolynomialRoundings + static_cast<double>(count)) * arith.unit();
  for (size_t i = 0; i < count; ++i) {
    const Real w{centre[i], lo[i], hi[i], Nan::kNever};
    const bool zero = lo[i] == 0 && hi[i] == 0 && (linear || x.lo == x.hi);
    taps.push_back({first + static_cast<int64_t>(i), exact || zero ? w : arith.Inexact(w, slack)});
  }
  return taps;
}

std::pair<int64_t, int64_t> NearestRange(const Real& x, double (*round)(double)) {
  constexpr double kFar = 1e15;
  return {static_cast<int64_t>(std::clamp(round(x.lo), -kFar, kFar)),
          static_cast<int64_t>(std::clamp(round(x.hi), -kFar, kFar))};
}

Real Interpolate(const Arith& arith, const Bounded& x, int64_t base,
                 std::span<const AxisTaps* const> axes, std::span<const int64_t> strides) {
  std::vector<Real> weights{Real::Point(1)}, next_weights, values;
  std::vector<int64_t> offsets{base}, next_offsets;  // kOutside: zero
  for (size_t d = 0; d < axes.size(); ++d) {
    next_weights.clear();
    next_offsets.clear();
    for (size_t i = 0; i < weights.size(); ++i)
      for (const AxisTap& tap : *axes[d]) {
        const bool outside = tap.index == kOutside || offsets[i] == kOutside;
        next_offsets.push_back(outside ? kOutside : offsets[i] + tap.index * strides[d]);
        next_weights.push_back(weights[i].point() && weights[i].v == 1
                                   ? tap.weight
                                   : arith.Mul(weights[i], tap.weight));
      }
    weights.swap(next_weights);
    offsets.swap(next_offsets);
  }
  size_t kept = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (offsets[i] == kOutside) continue;
    const Real e = x.is_real() ? x.real(offsets[i])
                               : Real{static_cast<double>(x.integer(offsets[i]).v),
                                      static_cast<double>(x.integer(offsets[i]).lo),
                                      static_cast<double>(x.integer(offsets[i]).hi), Nan::kNever};
    const bool zero = weights[i].point() && weights[i].v == 0;
    if (zero && e.nan == Nan::kNever && std::isfinite(e.lo) && std::isfinite(e.hi)) continue;
    values.push_back(e);
    weights[kept++] = weights[i];
  }
  if (kept == 1 && weights[0].point() && weights[0].v == 1) return values[0];
  return arith.Dot(std::span(weights).first(kept), values);
}

Int ToInteger(const IntArith& arith, const Real& x) {
  const auto low = static_cast<double>(IntMin(arith.type())),
             high = static_cast<double>(IntMax(arith.type()));
  if (x.nan != Nan::kNever || !(x.lo >= low) || !(x.hi <= high) || std::fabs(x.hi) > 9e18)
    return arith.Full();
  const auto v = static_cast<int64_t>(std::nearbyint(x.v));
  return {v, static_cast<int64_t>(std::floor(x.lo)), static_cast<int64_t>(std::ceil(x.hi))};
}

}  // namespace assay::ops
