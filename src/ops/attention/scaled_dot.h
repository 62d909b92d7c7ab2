// What the attention operators share: tensors read as rows per head, and scaled dot products.
#pragma once

#include <span>
#include <vector>

#include "ops/op.h"

namespace assay::ops {

// A tensor [batch, heads, length, size], or the packed form [batch, length, heads * size].
struct HeadView {
  const Bounded* tensor = nullptr;
  bool packed = false;
  int64_t batch = 0, heads = 0, length = 0, size = 0;

  // Needs a tensor of rank 4, or of rank 3 whose last size is a multiple of `num_heads` > 0.
  static HeadView Of(const Bounded& tensor, int64_t num_heads);
  int64_t Offset(int64_t b, int64_t head, int64_t position) const {
    return packed ? ((b * length + position) * heads + head) * size
                  : ((b * heads + head) * length + position) * size;
  }
  std::vector<Real> Row(int64_t b, int64_t head, int64_t position) const;
};

// The scale of the products: given as a float, or 1/sqrt(size) by default.
double ScaleOrDefault(const Call& call, int64_t size);

// scale * (q . k), whether the scale is applied to the result, to one operand, or its root to both.
Real ScaledDot(const Arith& arith, std::span<const Real> q, std::span<const Real> k, double scale);

// sum p[i] * v[i], where the p may be normalised before or after the sum.
Real WeightedSum(const Arith& arith, std::span<const Real> p, std::span<const Real> v);

// The type of the two with the larger unit roundoff.
DType Coarser(DType a, DType b);

}  // namespace assay::ops
