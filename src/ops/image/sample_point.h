// SamplePoint: one location in a grid of any rank, ready to be read from many channels. For
// GridSample, DeformConv and RoiAlign.
#pragma once

#include "ops/image/sampling.h"

namespace assay::ops {

enum class Border {
  kZeros,           // elements outside are zero
  kClamp,           // the nearest element inside
  kReflectCorners,  // mirrored at the centres of the outer elements
  kReflectEdges,    // mirrored at their outer edges
};

// The element that index `i` of an axis of `size` stands for, or kOutside.
int64_t BorderIndex(int64_t i, int64_t size, Border border);

class SamplePoint {
 public:
  // `at`, `sizes`, `strides`: outermost axis first.
  SamplePoint(const Arith& arith, std::span<const Real> at, std::span<const int64_t> sizes,
              std::span<const int64_t> strides, const Filter& filter, Border border);
  // The interpolated value in the grid that begins at `base` in x.
  Real Of(const Bounded& x, int64_t base) const;

 private:
  Real Anywhere(const Bounded& x, int64_t base) const;

  const Arith& arith_;
  std::vector<int64_t> strides_;
  std::vector<AxisTaps> axes_;
  bool wide_ =
      false;  // some coordinate is too uncertain for weights: any mixture of the elements touched
  bool unknown_ = false;     // nothing is known of some coordinate
  double overshoot_ = 1;     // how far a mixture may exceed its largest element
  double weight_units_ = 0;  // how far rounded weights may add up to something else than 1
};

}  // namespace assay::ops
