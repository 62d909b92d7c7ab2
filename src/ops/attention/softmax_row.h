// Softmax of one row, with the tight rule that attention, classifiers and the like share.
//
//   y[i] = exp(x[i]) / sum_j exp(x[j])
//
// y[i] rises in x[i] and falls in every other x[j], so the bounds come from opposite corners.
// Rounding adds a relative error of (30 + n + |x[i] - max| + sum_j y[j] |x[j] - max|) u, since the
// difference to the maximum is rounded before exp, and n + 1 smallest numbers. The constant is two
// exp of 6 ulp each, the division and the last rounding. It holds with and without subtracting the
// maximum, and for running maxima over blocks of 64 and more (n covers the rescaling).
//
// -infinity gives exactly 0. A row of nothing but -infinity gives NaN by the formula and 0 in
// attention kernels: the result is 0 or NaN. NaN or +infinity in a row: libraries differ in whether
// the whole row becomes NaN.
#pragma once

#include <span>

#include "bound/arith.h"

namespace assay::ops {

// `y` and `x` have the same length and may be the same memory.
void SoftmaxRow(const Arith& arith, std::span<const Real> x, std::span<Real> y);

}  // namespace assay::ops
