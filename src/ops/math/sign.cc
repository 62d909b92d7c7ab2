// Abs, Neg, Sign: exact functions of the sign, on floats and integers.
//
//   Abs: |x|    Neg: -x    Sign: 1, 0 or -1 as x is above, equal to or below 0
//
// Spec:  ONNX Abs and Neg opsets 1, 6 (integers), 13 (bfloat16); Sign 9, 13.
// Traps: |MIN| and -MIN wrap to MIN, or saturate in 8-bit types; Sign of NaN.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr Open kSignOverflow = {
    "the smallest integer has no positive counterpart: wraps, or saturates in 8-bit types",
    "ONNX Abs, Neg: no text on integer overflow"};
constexpr Open kSignOfNan = {"Sign of NaN: NaN or 0", "ONNX Sign: cases for >, < and == only"};

Int AbsOf(const IntArith& arith, const Int& x) {
  if (!IsSignedInt(arith.type()) || x.lo >= 0) return x;
  const __int128 v = x.v, lo = x.lo, hi = x.hi;
  if (hi <= 0) return arith.Fit(-v, -hi, -lo);
  return arith.Fit(v < 0 ? -v : v, 0, std::max(-lo, hi));
}

double SignOf(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

Real SignOf(const Arith& arith, const Real& x) {
  const Real zero = Real::Point(0);
  if (x.nan == Nan::kMust) return OrNan(arith, zero);
  Real y = Rising(x, [](double t) { return SignOf(t); });
  if (x.nan == Nan::kMay) y = Hull(y, OrNan(arith, zero));
  return y;
}

Result<Outputs> EvaluateAbs(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  if (x.is_real()) return EachReal(call, [](const Arith&, const Real& e) { return Arith::Abs(e); });
  const IntArith arith = call.int_arith(x.dtype());
  return One(MapInt(x, x.dtype(), [&](const Int& e) { return AbsOf(arith, e); }));
}

Result<Outputs> EvaluateNeg(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  if (x.is_real()) return EachReal(call, [](const Arith&, const Real& e) { return Arith::Neg(e); });
  const IntArith arith = call.int_arith(x.dtype());
  return One(MapInt(x, x.dtype(), [&](const Int& e) { return arith.Neg(e); }));
}

Result<Outputs> EvaluateSign(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  if (x.is_real())
    return EachReal(call, [](const Arith& a, const Real& e) { return SignOf(a, e); });
  const auto sign = [&](int64_t e) -> int64_t {
    if (IsUnsignedInt(x.dtype()))
      return e != 0;  // uint64 keeps its bits, so the order does not tell
    return e > 0 ? 1 : e < 0 ? -1 : 0;
  };
  return One(MapInt(x, x.dtype(), [&](const Int& e) {
    if (x.dtype() == DType::kUint64 && !e.point()) return Int{sign(e.v), 0, 1};
    return Int{sign(e.v), sign(e.lo), sign(e.hi)};
  }));
}

OpDef ExactDef(std::string_view name, std::string_view meaning,
               Result<Outputs> (*evaluate)(const EvalCall&), Open open) {
  return {.name = name,
          .meaning = meaning,
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = evaluate,
          .propose = ProposePlain,
          .open = {open}};
}

}  // namespace

OpDef AbsDef() { return ExactDef("Abs", "absolute value", EvaluateAbs, kSignOverflow); }
OpDef NegDef() {
  return ExactDef("Neg", "the negative of each element", EvaluateNeg, kSignOverflow);
}
OpDef SignDef() {
  return ExactDef("Sign", "1, 0 or -1 by the sign of each element", EvaluateSign, kSignOfNan);
}

}  // namespace assay::ops
