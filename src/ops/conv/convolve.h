// Convolution of bounded tensors: patches gathered block by block, then matrix products with
// bounds.
#pragma once

#include "ops/conv/window.h"

namespace assay::ops {

// x [N, C, ..], w [M, C/group, ..], bias [M] or null. Shapes have been checked.
Result<Bounded> Convolve(const Arith& arith, const Bounded& x, const Bounded& w,
                         const Bounded* bias, int64_t group, const WindowAxes& axes);

}  // namespace assay::ops
