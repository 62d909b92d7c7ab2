// IsInf, IsNaN: tests each element for an infinity or for NaN.
//
//   IsInf: true at +inf if `detect_positive`, at -inf if `detect_negative` (both by default)
//
// Spec:  ONNX IsInf opsets 10, 20 (float16, bfloat16, float8); IsNaN 9, 13, 20.
// Traps: an element whose interval ends in an infinity may or may not have overflowed; some float8
// kinds have no infinity.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

Result<Types> InferTest(const InferCall& call) {
  TensorType type = call.input(0);
  type.dtype = DType::kBool;
  return OneType(type);
}

template <typename F>
Bounded Test(const Bounded& x, F f) {
  Bounded y(DType::kBool, x.shape());
  for (int64_t i = 0; i < x.count(); ++i) y.set(i, f(x.real(i)));
  return y;
}

Result<Outputs> EvaluateIsInf(const EvalCall& call) {
  const bool negative = call.AttrInt("detect_negative", 1) != 0,
             positive = call.AttrInt("detect_positive", 1) != 0;
  return One(Test(call.tensor(0), [&](const Real& x) {
    if (x.nan == Nan::kMust) return Int::Point(0);
    const bool v = (positive && x.v == kInf) || (negative && x.v == -kInf);
    const bool possible = (positive && x.hi == kInf) || (negative && x.lo == -kInf);
    const bool certain = x.point() && v;
    return Int{v, certain ? 1 : 0, possible ? 1 : 0};
  }));
}

Result<Outputs> EvaluateIsNan(const EvalCall& call) {
  return One(Test(call.tensor(0), [](const Real& x) {
    return Int{x.nan == Nan::kMust, x.nan == Nan::kMust, x.nan != Nan::kNever};
  }));
}

std::optional<Proposal> ProposeIsInf(const ProposeCall& call) {
  Proposal out;
  if (call.rng.Chance(0.3)) out.attrs.Set("detect_negative", int64_t{call.rng.Int(0, 1)});
  if (call.rng.Chance(0.3)) out.attrs.Set("detect_positive", int64_t{call.rng.Int(0, 1)});
  return out;
}

}  // namespace

OpDef IsInfDef() {
  return {.name = "IsInf",
          .meaning = "where elements are infinite",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferTest,
          .evaluate = EvaluateIsInf,
          .propose = ProposeIsInf};
}
OpDef IsNaNDef() {
  return {.name = "IsNaN",
          .meaning = "where elements are not a number",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferTest,
          .evaluate = EvaluateIsNan,
          .propose = ProposePlain};
}

}  // namespace assay::ops
