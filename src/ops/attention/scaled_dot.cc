#include "ops/attention/scaled_dot.h"

#include <cmath>

#include "ops/math/unary.h"

namespace assay::ops {
namespace {

// Rounding of the scale itself (a quotient and a root, 4.25 u on each side) and of both scaled
// operands, with margin.
constexpr double kScaleUnits = 12;
// A division of the finished sum instead of each weight.
constexpr double kNormaliseUnits = 4;

double SumOfMagnitudes(std::span<const Real> a, std::span<const Real> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = Magnitude(a[i]), y = Magnitude(b[i]);
    if (x != 0 && y != 0) sum += x * y;
  }
  return sum;
}

// The standard's own body computes the scale, and its root, in float32 whatever the operands are.
bool ScaleIsNarrow(const Arith& arith) {
  return arith.type() == DType::kFloat64 && arith.rules().tier == Tier::kLenient &&
         !arith.rules().plain;
}

// The products as one implementation makes them.
Real ExecuteScaledDot(const Arith& arith, std::span<const Real> q, std::span<const Real> k,
                      double scale) {
  const bool narrow = ScaleIsNarrow(arith) && arith.adversary().Chance(0.3);
  const Real factor = arith.Round(Real::Point(narrow ? static_cast<float>(scale) : scale));
  const int way = static_cast<int>(arith.adversary().Int(0, 2));
  if (way == 0) return arith.Mul(arith.Dot(q, k), factor);
  const Real root = way == 1 ? arith.Sqrt(factor) : factor;
  std::vector<Real> left(q.begin(), q.end()), right(k.begin(), k.end());
  for (Real& x : left) x = arith.Mul(x, root);
  if (way == 1)
    for (Real& x : right) x = arith.Mul(x, root);
  return arith.Dot(left, right);
}

}  // namespace

HeadView HeadView::Of(const Bounded& tensor, int64_t num_heads) {
  const Shape& s = tensor.shape();
  if (tensor.rank() == 4) return {&tensor, false, s[0], s[1], s[2], s[3]};
  return {&tensor, true, s[0], num_heads, s[1], s[2] / num_heads};
}

std::vector<Real> HeadView::Row(int64_t b, int64_t head, int64_t position) const {
  std::vector<Real> out(static_cast<size_t>(size));
  const int64_t start = Offset(b, head, position);
  for (int64_t i = 0; i < size; ++i) out[static_cast<size_t>(i)] = tensor->real(start + i);
  return out;
}

double ScaleOrDefault(const Call& call, int64_t size) {
  if (call.HasAttr("scale")) return call.AttrFloat("scale", 0);
  return 1 / std::sqrt(static_cast<double>(size));
}

Real ScaledDot(const Arith& arith, std::span<const Real> q, std::span<const Real> k, double scale) {
  // The root of a negative scale does not exist, yet multiplying by it does: nothing can be
  // demanded.
  if (!(scale >= 0) || std::isinf(scale))
    return arith.adversarial() ? Real::Point(0) : Real::Anything();
  if (arith.adversarial()) return ExecuteScaledDot(arith, q, k, scale);
  const Real dot = arith.Dot(q, k);
  if (dot.nan == Nan::kMust) return dot;
  if (std::isinf(dot.lo) || std::isinf(dot.hi)) return scale > 0 ? dot : Real::Anything();
  const double sum = SumOfMagnitudes(q, k);
  const Real exact{dot.v * scale, MulDown(dot.lo, scale), MulUp(dot.hi, scale), dot.nan};
  // Below the normal range a scaled operand may have been flushed or lost digits.
  const FloatFormat& format = FormatOf(arith.type());
  const double least = format.min_normal < 1e-30 ? format.min_normal : format.min_subnormal;
  double spread = static_cast<double>(q.size()) + 1;
  for (size_t i = 0; i < q.size(); ++i) spread += Magnitude(q[i]) + Magnitude(k[i]);
  const double slack = least * spread * std::max(1.0, scale);
  // Scaled operands are not the integers that would have kept all digits.
  const double units = kScaleUnits * arith.unit() + arith.FactorError() +
                       (ScaleIsNarrow(arith) ? kScaleUnits * FormatOf(DType::kFloat32).unit : 0);
  return arith.Inexact(exact, units * sum * scale + slack);
}

Real WeightedSum(const Arith& arith, std::span<const Real> p, std::span<const Real> v) {
  const Real sum = arith.Dot(p, v);
  if (arith.adversarial() || sum.nan == Nan::kMust || std::isinf(sum.lo) || std::isinf(sum.hi))
    return sum;
  const double units = kNormaliseUnits * arith.unit() + arith.FactorError();
  return arith.Inexact(sum, units * SumOfMagnitudes(p, v));
}

DType Coarser(DType a, DType b) { return FormatOf(a).unit >= FormatOf(b).unit ? a : b; }

}  // namespace assay::ops
