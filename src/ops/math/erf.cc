// Erf: the error function, elementwise.
//
//   out = 2/sqrt(pi) * integral of exp(-t*t) from 0 to x
//
// Spec:  ONNX opsets 9, 13 (bfloat16). The schema admits integers, too.
// Traps: a shipped float32 kernel is accurate only absolutely; it returns 0 for tiny x.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr Open kErfIntegers = {"Erf of an integer: rounded, truncated or refused",
                               "ONNX Erf: admits integer types, no text on them"};

Real ErfOf(const Arith& arith, const Real& x) {
  return arith.Increasing([](double t) { return std::erf(t); }, x, arith.accuracy(Fn::kErf));
}

Result<Outputs> EvaluateErf(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  if (x.is_real()) return EachReal(call, ErfOf);
  // |erf| < 1, and 0 only at 0: truncation gives 0, rounding -1, 0 or 1.
  const bool has_sign = IsSignedInt(x.dtype());
  return One(MapInt(x, x.dtype(), [&](const Int& e) {
    if (e.point() && e.v == 0) return e;
    return Int{0, has_sign && e.lo < 0 ? -1 : 0, !has_sign || e.hi > 0 ? 1 : 0};
  }));
}

std::optional<Proposal> ProposeErf(const ProposeCall& call) {
  if (!IsFloat(call.dtype(0))) return std::nullopt;
  return Proposal{};
}

}  // namespace

OpDef ErfDef() {
  return {.name = "Erf",
          .meaning = "error function",
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateErf,
          .propose = ProposeErf,
          .open = {kErfIntegers}};
}

}  // namespace assay::ops
