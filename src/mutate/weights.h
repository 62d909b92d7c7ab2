// Weights for layers that mutators add, and weights cut to another form.
#pragma once

#include "base/rng.h"
#include "tensor/tensor.h"

namespace assay::mutate {

// Normal with standard deviation 1/sqrt(fan_in): a sum over `fan_in` inputs of order one stays of
// order one.
Tensor RandomWeights(Rng& rng, DType dtype, const Shape& shape, int64_t fan_in);
Tensor Filled(DType dtype, const Shape& shape, double value);
// The same numbers, rounded to another floating-point type.
Tensor Converted(const Tensor& tensor, DType dtype);
// out[i0, i1, ..] = tensor[..] with axis k of `out` being axis perm[k] of `tensor`.
Tensor Transposed(const Tensor& tensor, std::span<const int64_t> perm);
// The element of `tensor` at `index`; 0 outside.
double RealAtIndex(const Tensor& tensor, const Shape& index);
double LargestMagnitude(const Tensor& tensor);
double StandardDeviation(const Tensor& tensor);

}  // namespace assay::mutate
