// Batches of matrix products between two tensors: the part that MatMul, Gemm and Einsum share.
#pragma once

#include "ops/op.h"

namespace assay::ops {

// y[p, i, j] = start + sum_k a[a_offsets[p] + i*a_row + k*a_col] * b[b_offsets[p] + k*b_row +
// j*b_col], y dense and row-major.
struct ProductPlan {
  int64_t rows = 0, terms = 0, cols = 0;
  int64_t a_row = 0, a_col = 1, b_row = 0, b_col = 1;
  std::vector<int64_t> a_offsets = {}, b_offsets = {};  // one pair per product
  // What the sum at (i, j) starts with; one product only.
  const Bounded* start = nullptr;
  int64_t start_row = 0, start_col = 0;
  int64_t extra_roundings = 0;  // per sum, beyond one per product
};

// Floats with certified bounds (by Contraction where it pays), integers exactly.
Result<Bounded> MatrixProducts(const EvalCall& call, const Bounded& a, const Bounded& b,
                               const ProductPlan& plan, const Shape& shape);

}  // namespace assay::ops
