// Type inference of Attention.
#pragma once

#include "ops/op.h"

namespace assay::ops {

Result<Types> InferAttention(const InferCall& call);

// Both sizes must be equal when known; the result is the better known one.
Result<Dim> SameDim(const Dim& a, const Dim& b, std::string_view what);
// A known `whole` split into `parts`, or an error that says what.
Result<Dim> SplitDim(const Dim& whole, int64_t parts, std::string_view what);

}  // namespace assay::ops
