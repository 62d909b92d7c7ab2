// Matrix products as NumPy has them, for the integer operators: shapes, batches, and parameters per
// row or column.
#pragma once

#include <vector>

#include "ops/elementwise.h"

namespace assay::ops {

struct MatMulPlan {
  int64_t m = 1, k = 1, n = 1;
  Shape out;                     // a vector operand's axis does not appear
  std::vector<int64_t> a_batch;  // per matrix of the result, the matrix of a that it reads
  std::vector<int64_t> b_batch;
  int64_t batches() const { return static_cast<int64_t>(a_batch.size()); }
};

Result<MatMulPlan> PlanMatMul(const Shape& a, const Shape& b);
// The dims of the product, as far as they are known.
Result<TensorType> MatMulType(const TensorType& a, const TensorType& b, DType result);

// For each (matrix, row) of `a` the element of a parameter of shape `parameter` that belongs to it:
// one for all, a vector per row, or a shape that broadcasts to a's with a last axis of one.
Result<std::vector<int64_t>> RowMap(const Shape& a, const Shape& parameter);
// The same for each (matrix, column) of `b`.
Result<std::vector<int64_t>> ColumnMap(const Shape& b, const Shape& parameter);

}  // namespace assay::ops
