// Interpolation between the elements of a grid at coordinates that are known only within an
// interval.
//
// Along each axis a coordinate becomes a short list of taps: an element's index and the interval of
// its weight. An output is the sum over all combinations of taps of the product of weights times
// the element.
#pragma once

#include <span>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

struct AxisTap {
  int64_t index;  // kOutside: an element that is zero
  Real weight;
};
inline constexpr int64_t kOutside = -1;
using AxisTaps = std::vector<AxisTap>;

// A filter with finite support: the weight of an element at distance d (element minus coordinate).
struct Filter {
  enum class Kind { kLinear, kCubic } kind = Kind::kLinear;
  double a = -0.75;    // cubic coefficient
  double squeeze = 1;  // below 1: stretched for antialiasing
  double At(double d) const;
  double support() const { return (kind == Kind::kLinear ? 1 : 2) / squeeze; }
};

struct TapOptions {
  bool normalize = false;  // weights are divided by their sum
  int64_t exclude_outside =
      -1;  // >= 0: weights of elements outside 0..size-1 are zero (and normalize)
};

// The taps at coordinate `x`, indices not yet brought into the grid. Empty when the interval is too
// wide for this. `arith` rounds the weights.
AxisTaps TapsFor(const Arith& arith, const Real& x, const Filter& filter,
                 const TapOptions& options = {});

// The elements that nearest-neighbour rounding of the interval may choose: `round` is applied to
// both ends.
std::pair<int64_t, int64_t> NearestRange(const Real& x, double (*round)(double));

// sum over the taps' combinations; `axes` outermost first, `strides` of the axes in x, from offset
// `base`.
Real Interpolate(const Arith& arith, const Bounded& x, int64_t base,
                 std::span<const AxisTaps* const> axes, std::span<const int64_t> strides);

// Takes a real result into an integer type: shipped libraries truncate or round, so every integer
// it touches.
Int ToInteger(const IntArith& arith, const Real& x);

}  // namespace assay::ops
