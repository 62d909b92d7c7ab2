// Relu, LeakyRelu, PRelu, ThresholdedRelu: linear pieces.
//
//   Relu: max(x, 0)                         LeakyRelu: x < 0 ? alpha * x : x
//   PRelu: x < 0 ? slope * x : x            ThresholdedRelu: x > alpha ? x : 0
//
// Spec:  ONNX Relu opsets 1, 6, 13, 14 (integers); LeakyRelu 1, 6, 16; PRelu 1, 6, 7 (slope
// broadcasts to x), 9 (integers), 16;
//        ThresholdedRelu 10, 22.
// Traps: NaN into Relu or ThresholdedRelu may come out as 0; -inf times a slope of 0; alpha is
// float32 in the file and may be
//        rounded to the type of x; ThresholdedRelu jumps at alpha.
#include "ops/math/unary.h"

namespace assay::ops {
namespace {

constexpr Open kReluNan = {"NaN gives NaN or 0", "ONNX Relu, ThresholdedRelu: no text on NaN"};

Real Slope(const Arith& arith, const Real& x, const Real& slope) {
  if (x.nan == Nan::kMust) return x;
  if (arith.adversarial()) return x.v < 0 ? arith.Mul(slope, x) : x;
  if (x.lo >= 0) {
    // Some kernels multiply at 0, which shows only with a slope that is not finite.
    const bool odd =
        x.lo == 0 && (slope.nan != Nan::kNever || std::isinf(slope.lo) || std::isinf(slope.hi));
    return odd ? OrNan(arith, x) : x;
  }
  const Real below{std::min(x.v, 0.0), x.lo, std::min(x.hi, 0.0), x.nan};
  Real y = arith.Mul(slope, below);
  if (y.nan == Nan::kMust && slope.nan != Nan::kMust) y = OrNan(arith, Real::Point(0));  // 0 * -inf
  if (x.hi < 0) return y;
  const Real above{std::max(x.v, 0.0), 0, x.hi, x.nan};
  return x.v < 0 ? Hull(y, above) : Hull(above, y);
}

Real Threshold(const Arith& arith, const Real& x, const Real& alpha) {
  const Real zero = Real::Point(0);
  if (x.nan == Nan::kMust) return OrNan(arith, zero);
  if (arith.adversarial()) return x.v > alpha.v ? x : zero;
  if (x.hi <= alpha.lo) return x.nan == Nan::kNever ? zero : OrNan(arith, zero);
  if (x.lo > alpha.hi && x.nan == Nan::kNever) return x;
  const double low = std::max(x.lo, alpha.lo);
  const Real above{std::max(x.v, low), low, x.hi, x.nan};
  return x.v > alpha.v ? Hull(above, zero) : Hull(zero, above);
}

std::vector<double> AboveZero(std::span<const double> x) {
  std::vector<double> out(x.size());
  for (size_t i = 0; i < x.size(); ++i) out[i] = x[i] > 0 ? x[i] : 0;
  return out;
}

Result<Outputs> EvaluateRelu(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  // Every second node of a convolution net: without NaN the three arrays are cut off as they are.
  if (x.is_real() && x.nan().empty() && !call.adversarial())
    return One(Bounded::FromArrays(x.dtype(), x.shape(), AboveZero(x.v()), AboveZero(x.lo()),
                                   AboveZero(x.hi()), {}));
  if (x.is_real())
    return EachReal(call, [](const Arith& a, const Real& e) { return a.Max(e, Real::Point(0)); });
  const IntArith arith = call.int_arith(x.dtype());
  return One(MapInt(x, x.dtype(), [&](const Int& e) { return arith.Max(e, Int::Point(0)); }));
}

Result<Outputs> EvaluateLeakyRelu(const EvalCall& call) {
  const double alpha = call.AttrFloat("alpha", double{0.01F});
  return EachReal(call,
                  [&](const Arith& a, const Real& x) { return Slope(a, x, a.Constant(alpha)); });
}

Result<Outputs> EvaluateThresholdedRelu(const EvalCall& call) {
  const double alpha = call.AttrFloat("alpha", 1);
  return EachReal(
      call, [&](const Arith& a, const Real& x) { return Threshold(a, x, a.Constant(alpha)); });
}

// slope broadcasts to x, not the other way round.
Result<Types> InferPRelu(const InferCall& call) {
  const TensorType &x = call.input(0), &slope = call.input(1);
  if (!x.has_rank || !slope.has_rank) return OneType(x);
  ASSAY_ASSIGN(const TensorType both, BroadcastTypes(x, slope));
  const auto grown = [&] {
    if (both.rank() > x.rank()) return true;
    for (size_t i = 0; i < x.dims.size(); ++i)
      if (x.dims[i].known() && both.dims[i].known() && x.dims[i].size != both.dims[i].size)
        return true;
    return false;
  }();
  if (grown)
    return Invalid(StrCat("slope ", TypeText(slope), " does not broadcast to x ", TypeText(x)));
  return OneType(x);
}

Int IntSlope(const IntArith& arith, const Int& x, const Int& slope) {
  if (!IsSignedInt(arith.type()) || x.lo >= 0) return x;
  const Int y = arith.Mul(slope, Int{std::min<int64_t>(x.v, 0), x.lo, std::min<int64_t>(x.hi, 0)});
  if (x.hi < 0) return y;
  const Int above{std::max<int64_t>(x.v, 0), 0, x.hi};
  return x.v < 0 ? Hull(y, above) : Hull(above, y);
}

Result<Outputs> EvaluatePRelu(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &slope = call.tensor(1);
  if (x.is_real()) {
    const Arith arith = call.arith(x.dtype());
    return One(ZipReal(x, slope, x.dtype(),
                       [&](const Real& e, const Real& s) { return Slope(arith, e, s); }));
  }
  const IntArith arith = call.int_arith(x.dtype());
  return One(ZipInt(x, slope, x.dtype(),
                    [&](const Int& e, const Int& s) { return IntSlope(arith, e, s); }));
}

std::optional<Proposal> ProposeSlope(const ProposeCall& call) {
  Proposal out;
  if (call.rng.Chance(0.7)) out.attrs.Set("alpha", static_cast<float>(call.rng.Real(-0.5, 2)));
  return out;
}

std::optional<Proposal> ProposePRelu(const ProposeCall& call) {
  Shape slope;
  const Shape x = call.shape(0);
  const int64_t rank = call.rng.Int(0, static_cast<int64_t>(x.size()));
  for (size_t i = x.size() - static_cast<size_t>(rank); i < x.size(); ++i)
    slope.push_back(call.rng.Chance(0.3) ? 1 : x[i]);
  return Proposal{.constants = {RandomTensor(call.rng, call.dtype(0), slope)}};
}

}  // namespace

OpDef ReluDef() {
  return {.name = "Relu",
          .meaning = "max(x, 0)",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateRelu,
          .propose = ProposePlain,
          .open = {kReluNan}};
}
OpDef LeakyReluDef() {
  return {.name = "LeakyRelu",
          .meaning = "x, scaled by alpha below 0",
          .rounding = Rounding::kCorrect,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateLeakyRelu,
          .propose = ProposeSlope};
}
OpDef PReluDef() {
  return {.name = "PRelu",
          .meaning = "x, scaled by slope below 0",
          .rounding = Rounding::kCorrect,
          .data_inputs = {1, 1},
          .infer = InferPRelu,
          .evaluate = EvaluatePRelu,
          .propose = ProposePRelu};
}
OpDef ThresholdedReluDef() {
  return {.name = "ThresholdedRelu",
          .meaning = "x above alpha, else 0",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferSame,
          .evaluate = EvaluateThresholdedRelu,
          .propose = ProposeSlope,
          .open = {kReluNan}};
}

}  // namespace assay::ops
