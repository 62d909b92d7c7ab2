// Add, Sub, Mul, Div: elementwise with broadcasting.
//
//   out = a + b,  a - b,  a * b,  a / b
//
// Spec:  ONNX opsets 1 (axis attribute), 6, 7 (NumPy broadcasting), 13 (bfloat16), 14 (8- and
// 16-bit integers). Traps: x - x, x * x and x / x on the same value need their own rule; integer
// division truncates.
#include "ops/elementwise.h"
#include "ops/math/integer_division.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kIntegerOverflow = {"8-bit overflow wraps in some libraries and saturates in others",
                                   "ONNX Add, Sub, Mul: no text on integer overflow"};
constexpr Open kIntegerDivision = {"integer division by zero, and of the smallest value by -1",
                                   "ONNX Div: 'For integer inputs, the result is computed using "
                                   "truncating division', no text on zero"};

Result<Outputs> EvaluateAdd(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  if (a.is_real()) {
    const Arith arith = call.arith(a.dtype());
    return One(
        ZipReal(a, b, a.dtype(), [&](const Real& x, const Real& y) { return arith.Add(x, y); }));
  }
  const IntArith arith = call.int_arith(a.dtype());
  return One(ZipInt(a, b, a.dtype(), [&](const Int& x, const Int& y) { return arith.Add(x, y); }));
}

Result<Outputs> EvaluateSub(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  const bool same = call.SameInput(0, 1);
  if (a.is_real()) {
    const Arith arith = call.arith(a.dtype());
    return One(ZipReal(a, b, a.dtype(), [&](const Real& x, const Real& y) {
      if (!same || call.adversarial() || std::isinf(x.lo) || std::isinf(x.hi))
        return arith.Sub(x, y);
      return Real{0, 0, 0, x.nan};
    }));
  }
  const IntArith arith = call.int_arith(a.dtype());
  return One(ZipInt(a, b, a.dtype(), [&](const Int& x, const Int& y) {
    return same ? Int::Point(0) : arith.Sub(x, y);
  }));
}

Result<Outputs> EvaluateMul(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  const bool same = call.SameInput(0, 1);
  if (a.is_real()) {
    const Arith arith = call.arith(a.dtype());
    return One(ZipReal(a, b, a.dtype(), [&](const Real& x, const Real& y) {
      return same ? arith.Square(x) : arith.Mul(x, y);
    }));
  }
  const IntArith arith = call.int_arith(a.dtype());
  return One(ZipInt(a, b, a.dtype(), [&](const Int& x, const Int& y) { return arith.Mul(x, y); }));
}

Result<Outputs> EvaluateDiv(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  const bool same = call.SameInput(0, 1);
  if (a.is_real()) {
    const Arith arith = call.arith(a.dtype());
    return One(ZipReal(a, b, a.dtype(), [&](const Real& x, const Real& y) {
      const bool regular = std::isfinite(x.lo) && std::isfinite(x.hi) && (x.lo > 0 || x.hi < 0);
      if (!same || call.adversarial() || !regular) return arith.Div(x, y);
      return arith.Inexact(Real{1, 1, 1, x.nan}, 2 * 1.25 * arith.unit());
    }));
  }
  const IntArith arith = call.int_arith(a.dtype());
  bool open = MayHoldZero(b);
  auto quotients = ZipInt(a, b, a.dtype(), [&](const Int& x, const Int& y) {
    open = open || OpenIntegerDivision(a.dtype(), x, y);
    return arith.Div(x, y);
  });
  if (open) return Undetermined("an integer is divided by zero, or the smallest one by -1");
  return One(std::move(quotients));
}

}  // namespace

OpDef AddDef() {
  return {.name = "Add",
          .meaning = "elementwise sum with broadcasting",
          .rounding = Rounding::kCorrect,
          .data_inputs = {2, 2},
          .infer = InferBroadcast,
          .evaluate = EvaluateAdd,
          .propose = ProposeBroadcast,
          .open = {kIntegerOverflow}};
}
OpDef SubDef() {
  return {.name = "Sub",
          .meaning = "elementwise difference with broadcasting",
          .rounding = Rounding::kCorrect,
          .data_inputs = {2, 2},
          .infer = InferBroadcast,
          .evaluate = EvaluateSub,
          .propose = ProposeBroadcast,
          .open = {kIntegerOverflow}};
}
OpDef MulDef() {
  return {.name = "Mul",
          .meaning = "elementwise product with broadcasting",
          .rounding = Rounding::kCorrect,
          .data_inputs = {2, 2},
          .infer = InferBroadcast,
          .evaluate = EvaluateMul,
          .propose = ProposeBroadcast,
          .open = {kIntegerOverflow}};
}
OpDef DivDef() {
  return {.name = "Div",
          .meaning = "elementwise quotient with broadcasting",
          .rounding = Rounding::kFunction,
          .data_inputs = {2, 2},
          .infer = InferBroadcast,
          .evaluate = EvaluateDiv,
          .propose = ProposeBroadcast,
          .open = {kIntegerDivision}};
}

}  // namespace assay::ops
