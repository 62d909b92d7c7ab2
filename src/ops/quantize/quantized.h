// What the quantising operators share: how scales are laid out, rounding to a quantised type,
// integer accumulation.
#pragma once

#include <vector>

#include "ops/elementwise.h"

namespace assay::ops {

// For each element of x the scale that it uses: one for the whole tensor, one per index of `axis`,
// or one per block of `block` elements along it. An Invalid error says which shape does not fit.
Result<std::vector<int64_t>> ScaleMap(const Shape& x, const Shape& scale, int64_t axis,
                                      int64_t block);
// The same check on types that may not be complete yet; also that zero points (`zero`, may be null)
// have the scale's shape.
Status CheckScales(const TensorType& x, const TensorType& scale, const TensorType* zero,
                   int64_t axis, int64_t block);

// The number as a Real, whatever class the element is of.
Real AsReal(const Bounded& tensor, int64_t i);

// round(t) + zero, saturated into the integer type `type`. A t that may be NaN gives anything.
Int QuantizeToInt(const Real& t, const Int& zero, DType type);
// t in a narrow floating-point type.
Real QuantizeToFloat(const Real& t, DType type, bool saturate);

// sum of (a - za) * (b - zb), exact.
struct IntSum {
  int64_t v = 0, lo = 0, hi = 0;
  void Add(const Int& a, const Int& za, const Int& b, const Int& zb);
  void Add(const Int& term);
};

// What remains after the integer part of QLinearMatMul and QLinearConv: accumulated * x_scale *
// w_scale / y_scale, computed in float32 (the product of the scales in their own type) in any
// order.
Real Rescale(const EvalCall& call, DType scale_type, const Real& accumulated, const Real& x_scale,
             const Real& w_scale, const Real& y_scale);
// Rounds before or after the zero point is added: a tie goes another way when the zero point is
// odd.
Int RequantizeToInt(const EvalCall& call, const Real& t, const Int& zero, DType type);

// A random positive scale, and a zero point that suits `type`.
Tensor RandomScale(Rng& rng, DType type, const Shape& shape);
Tensor RandomZeroPoint(Rng& rng, DType type, const Shape& shape);
// The shape of scales along `axis` of the first operand: one per index, or, from opset 21 on, one
// per random `block_size`, which it sets.
Shape RandomScaleShape(const ProposeCall& call, size_t axis, Attrs& attrs);

}  // namespace assay::ops
