// Products of two operands whose float32 factors may be cut to TF32 first (Rules::tf32).
#pragma once

#include "ops/op.h"

namespace assay::ops {

// What `evaluate` gives when the elements of inputs 0 and 1 are taken as they are or each operand
// is cut in one way: the hull of all. Much narrower than the error of the worst cut of every
// factor, which is for kernels that cut what they have computed (Arith::FactorError).
Result<Outputs> WithCutFactors(const EvalCall& call,
                               Result<Outputs> (*evaluate)(const EvalCall& call));

}  // namespace assay::ops
