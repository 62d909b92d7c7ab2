// LpNormalization: divides by the L1 or L2 norm along an axis.
//
//   y = x / (sum |x|)   or   x / sqrt(sum x^2)
//
// Spec:  ONNX opsets 1, 22 (bfloat16).
// Traps: where the norm is zero the result is zero. Texts before opset 22 did not say so: 0/0 gave
// NaN there.
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

constexpr Open kZeroNorm = {"a row of zeros: 0 or NaN",
                            "ONNX LpNormalization before opset 22: no text on a zero norm"};

Result<Types> InferLpNormalization(const InferCall& call) {
  const int64_t p = call.AttrInt("p", 2);
  if (p != 1 && p != 2) return Invalid(StrCat("p must be 1 or 2, is ", p));
  const TensorType& x = call.input(0);
  if (x.has_rank) ASSAY_RETURN_IF_ERROR(NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
  return OneType(x);
}

Real Norm(const Arith& arith, std::span<const Real> row, int64_t p) {
  if (p == 2) return arith.Sqrt(SumOfSquares(arith, row));
  std::vector<Real> magnitudes(row.size());
  for (size_t i = 0; i < row.size(); ++i) magnitudes[i] = Arith::Abs(row[i]);
  return SumNonNegative(arith, magnitudes);
}

Real Quotient(const EvalCall& call, const Arith& arith, const Real& x, const Real& norm) {
  if (norm.nan == Nan::kMust) return norm;
  if (call.adversarial()) return norm.v == 0 ? Real::Point(0) : arith.Div(x, norm);
  if (norm.hi == 0) return {0, 0, 0, call.opset() < 22 ? Nan::kMay : Nan::kNever};
  Real y = arith.Div(x, norm);
  // No element exceeds its norm; only a norm that vanished by underflow lets the quotient grow.
  if (norm.lo <= 0 && y.nan != Nan::kMust) y = Hull(y, Real::Point(0));
  return y;
}

Result<Outputs> EvaluateLpNormalization(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
  const ReducePlan plan = PlanReduction(x.shape(), {axis}, true);
  const Arith arith = call.arith(x.dtype());
  const int64_t p = call.AttrInt("p", 2);
  Bounded out(x.dtype(), x.shape());
  std::vector<Real> row(plan.inner.size());
  for (const int64_t base : plan.base) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = x.real(base + plan.inner[k]);
    const Real norm = Norm(arith, row, p);
    for (size_t k = 0; k < row.size(); ++k)
      out.set(base + plan.inner[k], Quotient(call, arith, row[k], norm));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeLpNormalization(const ProposeCall& call) {
  if (call.rank(0) == 0) return std::nullopt;
  Proposal p;
  if (call.rng.Chance(0.8))
    p.attrs.Set("axis", call.opset < 22 ? call.rng.Int(-1, call.rank(0) - 1)
                                        : RandomAxis(call.rng, call.rank(0)));
  if (call.rng.Chance(0.6)) p.attrs.Set("p", call.rng.Int(1, 2));
  return p;
}

}  // namespace

OpDef LpNormalizationDef() {
  return {.name = "LpNormalization",
          .meaning = "divides by the L1 or L2 norm along an axis",
          .rounding = Rounding::kComposite,
          .infer = InferLpNormalization,
          .evaluate = EvaluateLpNormalization,
          .propose = ProposeLpNormalization,
          .open = {kZeroNorm}};
}

}  // namespace assay::ops
