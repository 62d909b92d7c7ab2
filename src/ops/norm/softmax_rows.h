// Softmax and log-softmax of one row, shared by Softmax, LogSoftmax and SoftmaxCrossEntropyLoss.
//
//   y_i = exp(x_i) / sum_j exp(x_j),    log y_i = x_i - log(sum_j exp(x_j))
//
// y_i rises with x_i and falls with every other x_j, so its bounds are reached at opposite corners
// of the operands' intervals. The rounding of x - max dominates the error: a relative error of
// u|x_i - max| in y_i, and of the mean of u|x_j - max| under the softmax weights in the sum.
#pragma once

#include <span>
#include <vector>

#include "bound/arith.h"

namespace assay::ops {

// Writes one Real per operand. `row` and `out` have the same length.
void SoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out);
void LogSoftmaxOfRow(const Arith& arith, std::span<const Real> row, std::span<Real> out);

}  // namespace assay::ops
