// For each element of a row, what the other elements of the row come to.
#pragma once

#include "gradient/tape.h"

namespace assay::gradient {

// x: [B, N, K]. At (b, n, k): `op` ("Max" or "Mul") over the row without element k; `neutral` when
// K is
// 1. Two scans from both ends, each in log2(K) steps.
ValueId Others(Tape& t, ValueId x, std::string_view op, double neutral);

// x: [B, N, K]. 1 at the greatest element of each row, 0 at the rest; equal greatest ones are
// weighed by the tie.
ValueId GreatestOf(Tape& t, ValueId x);

}  // namespace assay::gradient
