#include "ops/image/sample_point.h"

namespace assay::ops {
namespace {

// Elements to look at when a coordinate is uncertain; beyond this nothing is said.
constexpr double kMostElements = 4096;
// What the weights of a cubic filter, five at the most, may be off by together, in units of u
// (TapsFor).
constexpr double kCubicWeightUnits = 65;

}  // namespace

int64_t BorderIndex(int64_t i, int64_t size, Border border) {
  if (i >= 0 && i < size) return i;
  if (border == Border::kZeros) return kOutside;
  if (border == Border::kClamp || size == 1) return i < 0 ? 0 : size - 1;
  const int64_t period = border == Border::kReflectCorners ? 2 * (size - 1) : 2 * size;
  const int64_t m = (i % period + period) % period;
  return m < size ? m : border == Border::kReflectCorners ? period - m : period - 1 - m;
}

SamplePoint::SamplePoint(const Arith& arith, std::span<const Real> at,
                         std::span<const int64_t> sizes, std::span<const int64_t> strides,
                         const Filter& filter, Border border)
    : arith_(arith), strides_(strides.begin(), strides.end()) {
  double elements = 1;
  for (size_t d = 0; d < at.size(); ++d) {
    AxisTaps taps = TapsFor(arith, at[d], filter);
    if (taps.empty()) {
      wide_ = true;
      const double support = filter.support(), low = std::floor(at[d].lo - support),
                   high = std::ceil(at[d].hi + support);
      unknown_ = unknown_ || at[d].nan != Nan::kNever || !(high - low < kMostElements) ||
                 !(std::fabs(low) < 1e15) || !(std::fabs(high) < 1e15);
      for (double i = low; !unknown_ && i <= high; ++i)
        taps.push_back({static_cast<int64_t>(i), Real::Point(1)});
    }
    for (AxisTap& tap : taps) tap.index = BorderIndex(tap.index, sizes[d], border);
    elements *= static_cast<double>(taps.size());
    if (filter.kind == Filter::Kind::kCubic) {
      overshoot_ *= 1.5;  // the sum of a cubic filter's weights in magnitude is below this
      weight_units_ += kCubicWeightUnits;
    }
    axes_.push_back(std::move(taps));
  }
  unknown_ = unknown_ || (wide_ && elements > kMostElements);
}

Real SamplePoint::Anywhere(const Bounded& x, int64_t base) const {
  std::vector<int64_t> offsets{base}, next;
  for (size_t d = 0; d < axes_.size(); ++d) {
    next.clear();
    for (const int64_t offset : offsets)
      for (const AxisTap& tap : axes_[d])
        next.push_back(offset == kOutside || tap.index == kOutside
                           ? kOutside
                           : offset + tap.index * strides_[d]);
    offsets.swap(next);
  }
  const auto read = [&](int64_t offset) {
    if (offset == kOutside) return Real::Point(0);
    if (x.is_real()) return x.real(offset);
    const Int e = x.integer(offset);
    return Real{static_cast<double>(e.v), static_cast<double>(e.lo), static_cast<double>(e.hi),
                Nan::kNever};
  };
  Real hull = read(offsets[0]);
  for (const int64_t offset : offsets) hull = Hull(hull, read(offset));
  if (hull.nan == Nan::kMust || arith_.adversarial())
    return hull.nan == Nan::kMust ? hull : Real::Point(hull.v);
  if (std::isinf(hull.lo) || std::isinf(hull.hi)) return Real::Anything(hull.v);
  if (hull.lo == hull.hi)
    return arith_.Inexact(hull,
                          (8 + overshoot_ * weight_units_) * arith_.unit() * std::fabs(hull.lo));
  const double extra = (overshoot_ - 1) * std::max(std::fabs(hull.lo), std::fabs(hull.hi)) +
                       16 * arith_.unit() * std::max(std::fabs(hull.lo), std::fabs(hull.hi));
  return arith_.Inexact(hull, extra);
}

Real SamplePoint::Of(const Bounded& x, int64_t base) const {
  if (unknown_) return Real::Anything(0);
  if (wide_) return Anywhere(x, base);
  std::vector<const AxisTaps*> axes;
  for (const AxisTaps& taps : axes_) axes.push_back(&taps);
  return Interpolate(arith_, x, base, axes, strides_);
}

}  // namespace assay::ops
