// LpPool, GlobalLpPool: the p-norm of each window, or of all spatial elements.
//
//   y = (sum |x|^p)^(1/p)
//
// Spec:  ONNX opsets 1 (p is a float), 2 (p is an integer), 11, 18 (ceil_mode, dilations), 22
// (bfloat16). Traps: padding is zero and adds nothing; 1/p is rounded, which matters for large
// sums; |x|^p may overflow where the norm does not.
#include "ops/elementwise.h"
#include "ops/pool/pool.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// Roots of p and beyond are computed by pow with a rounded exponent: each unit of log(sum) costs
// 1/p ulp more.
Real Root(const Arith& arith, const Real& sum, double p) {
  if (sum.nan == Nan::kMust) return sum;
  // One formula for every p takes the first power, too, by pow.
  if (p == 1)
    return arith.adversarial() || arith.rules().tier == Tier::kStrict
               ? sum
               : arith.Function(sum, 0, arith.accuracy(Fn::kPow));
  if (p == 2) return arith.Sqrt(sum);
  const auto f = [p](double s) { return std::pow(std::max(s, 0.0), 1 / p); };
  double logs = 0;
  for (const double end : {sum.lo, sum.hi})
    if (end > 0 && std::isfinite(end)) logs = std::max(logs, std::fabs(std::log(end)) / p);
  Accuracy accuracy = arith.accuracy(Fn::kPow);
  accuracy.ulp += 1 + logs;
  if (arith.adversarial()) return arith.Function(Real::Point(f(sum.v)), 0, accuracy);
  return arith.Function({f(sum.v), f(sum.lo), f(sum.hi), sum.nan}, 0, accuracy);
}

Real PowerOf(const Arith& arith, const Real& x, double p) {
  if (p == 1) return Arith::Abs(x);
  if (p == 2) return arith.Square(x);
  return arith.Pow(Arith::Abs(x), Real::Point(p));
}

Bounded Norms(const Arith& arith, const Bounded& x, const Pool& pool, double p) {
  Bounded y(x.dtype(), pool.shape);
  std::vector<Real> terms;
  ForEachPoolWindow(pool, [&](int64_t position, const PoolWindow& window) {
    for (int64_t plane = 0; plane < pool.planes; ++plane) {
      terms.clear();
      for (const int64_t tap : window.taps)
        terms.push_back(PowerOf(arith, x.real(plane * pool.plane + tap), p));
      Real sum = arith.Sum(terms);
      if (!arith.adversarial() &&
          sum.nan != Nan::kMust) {  // a sum of non-negative terms, however rounded
        sum.lo = std::max(sum.lo, 0.0);
        sum.v = std::max(sum.v, 0.0);
      }
      y.set(plane * pool.positions + position, Root(arith, sum, p));
    }
  });
  return y;
}

Result<double> NormOf(const Call& call) {
  const double p =
      call.opset() < 2 ? call.AttrFloat("p", 2) : static_cast<double>(call.AttrInt("p", 2));
  if (!(p >= 1) || p > 1024) return Invalid(StrCat("p is ", p));
  return p;
}

Result<Types> InferLpPool(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(NormOf(call));
  ASSAY_ASSIGN(TensorType type, InferPool(call));
  return OneType(std::move(type));
}
Result<Types> InferGlobalLpPool(const InferCall& call) {
  ASSAY_RETURN_IF_ERROR(NormOf(call));
  return InferGlobalPool(call);
}

Result<Outputs> EvaluateLpPool(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const double p, NormOf(call));
  ASSAY_ASSIGN(const Pool pool, ReadPool(call, x.shape()));
  return One(Norms(call.arith(x.dtype()), x, pool, p));
}
Result<Outputs> EvaluateGlobalLpPool(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const double p, NormOf(call));
  return One(Norms(call.arith(x.dtype()), x, GlobalPool(x.shape()), p));
}

void AddNorm(const ProposeCall& call, std::optional<Proposal>& out) {
  if (!out.has_value() || call.rng.Chance(0.4)) return;
  const int64_t p = call.rng.Int(1, 4);
  if (call.opset < 2)
    out->attrs.Set("p", static_cast<float>(p));
  else
    out->attrs.Set("p", p);
}

std::optional<Proposal> ProposeLpPool(const ProposeCall& call) {
  auto out = ProposePool(call, call.opset >= 18, call.opset >= 18);
  AddNorm(call, out);
  return out;
}
std::optional<Proposal> ProposeGlobalLpPool(const ProposeCall& call) {
  auto out = ProposeGlobalPool(call);
  AddNorm(call, out);
  return out;
}

}  // namespace

OpDef LpPoolDef() {
  return {.name = "LpPool",
          .meaning = "p-norm of each window",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferLpPool,
          .evaluate = EvaluateLpPool,
          .propose = ProposeLpPool,
          .open = {kSameCrops}};
}
OpDef GlobalLpPoolDef() {
  return {.name = "GlobalLpPool",
          .meaning = "p-norm over all spatial axes",
          .rounding = Rounding::kComposite,
          .data_inputs = {1, 1},
          .infer = InferGlobalLpPool,
          .evaluate = EvaluateGlobalLpPool,
          .propose = ProposeGlobalLpPool};
}

}  // namespace assay::ops
