// Softmax and log-softmax of one row, for Softmax, LogSoftmax, losses, attention and classifiers.
//
//   y_i = exp(x_i) / sum_j exp(x_j),    log y_i = x_i - log(sum_j exp(x_j))
//
// The theorem is in docs/reference/certified-reference.md: y_i is off by a factor of at most
//
//   exp((10 + s (d_i + sum_j y_j d_j)) u + dot(n)),    d_j = max - x_j,
//
// and (n + 1) smallest numbers, and never above 1 + 10 u + dot(n).
//
// -infinity gives exactly 0. NaN, or +infinity, in a row: libraries differ in whether the whole row
// becomes NaN.
#pragma once

#include <span>

#include "bound/arith.h"

namespace assay::ops {

// What a row of nothing but -infinity gives. By the formula NaN; attention kernels, where all is
// masked then, give 0. Softmax itself says nothing: it is as open as a row with NaN.
enum class EmptyRow { kOpen, kZeroOrNan };

// Write one Real per operand. `row` and `out` have the same length and may be the same memory.
void SoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out,
                  EmptyRow empty);
void LogSoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out);

}  // namespace assay::ops
