// Shrink: cuts a band around 0 away and moves the rest towards it.
//
//   out = x < -lambd ? x + bias : x > lambd ? x - bias : 0
//
// Spec:  ONNX opset 9; floats and integers.
// Traps: jumps at both edges; with a negative `lambd` both conditions hold at once; integers with a
// broken `bias`.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr Open kShrinkNan = {"NaN gives NaN or 0", "ONNX Shrink: no text on NaN"};
constexpr Open kShrinkIntegers = {"integers with a fractional bias or beyond float32",
                                  "ONNX Shrink: attributes are float32, no text on integers"};

Real Shrink(const Arith& arith, const Real& x, const Real& lambd, const Real& bias) {
  const Real zero = Real::Point(0);
  if (x.nan == Nan::kMust) return OrNan(arith, zero);
  if (arith.adversarial())
    return x.v < -lambd.v ? arith.Add(x, bias) : x.v > lambd.v ? arith.Sub(x, bias) : zero;
  std::optional<Real> out;
  const auto admit = [&](const Real& y) { out = out.has_value() ? Hull(*out, y) : y; };
  const bool left = x.lo<-lambd.lo, right = x.hi> lambd.lo;
  if (x.v < -lambd.v && left)
    admit(arith.Add(x, bias));  // the likely outcome first: Hull keeps its value
  if (right) admit(arith.Sub(x, bias));
  if (left) admit(arith.Add(x, bias));
  if ((x.hi >= -lambd.hi && x.lo <= lambd.hi) || x.nan != Nan::kNever) admit(zero);
  Real y = *out;
  const double v = x.v < -lambd.v ? x.v + bias.v : x.v > lambd.v ? x.v - bias.v : 0;
  if (!std::isnan(v) && y.nan != Nan::kMust) y.v = std::clamp(v, y.lo, y.hi);
  if (x.nan != Nan::kNever) y.nan = Nan::kMay;
  return y;
}

// Exact as long as float32 holds all that takes part; a fractional bias may be truncated before or
// after it is added.
Int ShrinkInt(const IntArith& arith, const Int& x, double lambd, double bias) {
  constexpr double kFloat32Exact = 0x1p24;
  const auto v = static_cast<double>(x.v);
  const bool unsure = !x.point() || std::fabs(v) > kFloat32Exact ||
                      !(std::fabs(bias) < kFloat32Exact) || !(lambd >= 0) ||
                      (arith.type() == DType::kUint64 && x.v < 0);
  const double y = v < -lambd ? v + bias : v > lambd ? v - bias : 0;
  const double lo = std::floor(y), hi = std::ceil(y);
  if (unsure || lo < static_cast<double>(IntMin(arith.type())) ||
      hi > static_cast<double>(IntMax(arith.type())))
    return arith.Full(x.v);
  return {static_cast<int64_t>(std::trunc(y)), static_cast<int64_t>(lo), static_cast<int64_t>(hi)};
}

Result<Outputs> EvaluateShrink(const EvalCall& call) {
  const double lambd = call.AttrFloat("lambd", 0.5), bias = call.AttrFloat("bias", 0);
  if (!std::isfinite(lambd) || !std::isfinite(bias))
    return Unsupported(StrCat("lambd ", lambd, " or bias ", bias, " is not finite"));
  const Bounded& x = call.tensor(0);
  if (x.is_real())
    return EachReal(call, [=](const Arith& a, const Real& e) {
      return Shrink(a, e, a.Constant(lambd), a.Constant(bias));
    });
  const IntArith arith = call.int_arith(x.dtype());
  return One(MapInt(x, x.dtype(), [&](const Int& e) { return ShrinkInt(arith, e, lambd, bias); }));
}

std::optional<Proposal> ProposeShrink(const ProposeCall& call) {
  const bool whole = !IsFloat(call.dtype(0));
  const auto value = [&](double lo, double hi) {
    const double x = call.rng.Real(lo, hi);
    return static_cast<float>(whole ? std::floor(x) : x);
  };
  Proposal out;
  if (call.rng.Chance(0.7)) out.attrs.Set("lambd", value(0, 2));
  if (call.rng.Chance(0.7)) out.attrs.Set("bias", value(-1, 2));
  return out;
}

}  // namespace

OpDef ShrinkDef() {
  return {.name = "Shrink",
          .meaning = "0 in a band, moved towards 0 outside it",
          .rounding = Rounding::kCorrect,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateShrink,
          .propose = ProposeShrink,
          .open = {kShrinkNan, kShrinkIntegers}};
}

}  // namespace assay::ops
