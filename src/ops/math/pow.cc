// Pow: x to the power of y, elementwise with broadcasting; the result has the type of x.
//
// Spec:  ONNX opsets 1, 7 (NumPy broadcasting), 12 (integers, and another type for y), 13, 15
// (bfloat16). Traps: Pow(NaN, 0) = Pow(1, NaN) = 1; a negative base with a broken exponent is NaN;
// y may be brought to the type of x first;
//        the exponents 1, 2, 3 and 0.5 have kernels of their own, so their results are tight.
#include "ops/elementwise.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kIntegerPower = {"integer powers that overflow, and negative exponents of integers",
                                "ONNX Pow: no text on integer results"};

bool IsWhole(double y) { return y == std::nearbyint(y); }
bool IsOdd(double y) { return std::fabs(std::fmod(y, 2)) == 1; }

// Exact range of x^y for one exponent y > 0. Infinite ends follow from pow itself.
Real PositivePower(const Real& x, double y) {
  const auto f = [y](double t) { return std::pow(t, y); };
  if (!IsWhole(y)) {
    if (x.hi < 0 && std::isfinite(x.lo)) return Real::MustNan();
    if (x.hi < 0) return Real::Anything();
    const double base = std::max(x.v, 0.0);
    // pow(-inf, y) is +inf where every other negative base gives NaN.
    return {f(base), f(std::max(x.lo, 0.0)), x.lo == -kInf ? kInf : f(x.hi),
            x.lo < 0 ? Nan::kMay : x.nan};
  }
  const double a = f(x.lo), b = f(x.hi);
  const bool dips = !IsOdd(y) && x.lo < 0 && x.hi > 0;
  return {f(x.v), dips ? 0 : std::min(a, b), std::max(a, b), x.nan};
}

// The same for y < 0: the reciprocal, which jumps at 0. The sign of a zero is not tracked.
Real NegativePower(const Real& x, double y) {
  const bool odd = IsWhole(y) && IsOdd(y);
  const Real p = PositivePower(x, -y);
  if (p.nan == Nan::kMust) return p;
  const double v = std::pow(IsWhole(y) ? x.v : std::max(x.v, 0.0), y);
  if (p.lo > 0 || p.hi < 0) return {v, 1 / p.hi, 1 / p.lo, p.nan};
  return {v, odd ? -kInf : 1 / p.hi, kInf, p.nan};
}

// Units in the last place that an exponent with a kernel of its own costs at most; nothing for all
// others.
std::optional<double> OwnKernelUlp(double y) {
  if (y == 1 || y == 2 || y == 0.5) return 1;
  if (y == 3) return 2;
  if (y == -1) return 1.5;
  return std::nullopt;
}

// Range over both operands being uncertain: x^y = exp(y log x) is monotone in each for x >= 0.
Real BoxPower(const Real& x, const Real& y) {
  const double v = std::pow(x.v, y.v);
  const Nan nan = PropagateNan(x.nan, y.nan);
  const bool regular = x.lo > 0 || (x.lo >= 0 && y.lo > 0);
  if (!regular || std::isinf(x.hi) || std::isinf(y.lo) || std::isinf(y.hi))
    return Real::Anything(v);
  const double c[4] = {std::pow(x.lo, y.lo), std::pow(x.lo, y.hi), std::pow(x.hi, y.lo),
                       std::pow(x.hi, y.hi)};
  return {v, *std::min_element(c, c + 4), *std::max_element(c, c + 4), nan};
}

Real PowOf(const Arith& arith, const Real& x, const Real& y) {
  Accuracy allowed = arith.accuracy(Fn::kPow);
  if (y.point()) {
    if (const auto ulp = OwnKernelUlp(y.v))
      allowed.ulp = *ulp + (arith.type() == DType::kFloat64 ? 2 : 0);
  }
  if ((y.point() && y.v == 0) || (x.point() && x.v == 1)) return Real::Point(1);
  if (arith.adversarial()) return arith.Function(Real::Point(std::pow(x.v, y.v)), 0, allowed);
  if (x.nan == Nan::kMust || y.nan == Nan::kMust) {
    const bool one = x.contains(1) || y.contains(0);
    return one ? Real{1, 1, 1, Nan::kMay} : Real::MustNan();
  }
  if (x.point() && y.point() && (x.v != 0 || y.v > 0))
    return arith.Function(Real::Point(std::pow(x.v, y.v)), 0, allowed);
  if (!y.point() || std::isinf(y.v)) return arith.Function(BoxPower(x, y), 0, allowed);
  return arith.Function(y.v > 0 ? PositivePower(x, y.v) : NegativePower(x, y.v), 0, allowed);
}

// Beyond this a kernel that computes in float64 rounds, by a few of these parts.
constexpr __int128 kFloat64Exact = __int128{1} << 53;
constexpr __int128 kFloat64Parts = __int128{1} << 50;

// x^y of one integer. Out of range, or a negative exponent other than of +-1: implementations
// differ.
Int PointPower(const IntArith& arith, int64_t x, int64_t y) {
  if (x == 1 || (x == -1 && y % 2 == 0)) return Int::Point(1);
  if (x == -1) return Int::Point(-1);
  if (y < 0) return arith.Full();
  __int128 power = 1;
  const __int128 max = IntMax(arith.type()), min = IntMin(arith.type());
  for (int64_t k = 0; k < y && power != 0; ++k) {
    power *= x;
    if (power > max || power < min) return arith.Full();
  }
  if (power <= kFloat64Exact && power >= -kFloat64Exact)
    return Int::Point(static_cast<int64_t>(power));
  const __int128 off = (power < 0 ? -power : power) / kFloat64Parts;
  if (arith.type() == DType::kUint64 || power + off > max || power - off < min)
    return arith.Full(static_cast<int64_t>(power));
  return {static_cast<int64_t>(power), static_cast<int64_t>(power - off),
          static_cast<int64_t>(power + off)};
}

// The same over a range of x: rising for x >= 0, and for all x where y is odd.
Int IntPower(const IntArith& arith, const Int& x, int64_t y) {
  if (x.point()) return PointPower(arith, x.v, y);
  if (y < 0 || arith.type() == DType::kUint64) return arith.Full(x.v);
  const Int low = PointPower(arith, x.lo, y), high = PointPower(arith, x.hi, y);
  const auto open = [&](const Int& e) { return !e.point() && e.lo <= IntMin(arith.type()); };
  if (open(low) || open(high)) return arith.Full(x.v);
  Int out = Hull(low, high);
  if (x.lo < 0 && x.hi > 0 && y > 0 && y % 2 == 0) out.lo = 0;
  const Int middle = PointPower(arith, std::clamp(x.v, x.lo, x.hi), y);
  out.v = std::clamp(middle.v, out.lo, out.hi);
  return out;
}

// An integer to a floating-point power, truncated.
Int IntRealPower(const IntArith& arith, const Int& x, const Real& y) {
  if (!x.point() || !y.point()) return arith.Full(x.v);
  if (IsWhole(y.v) && std::fabs(y.v) < 0x1p62) return IntPower(arith, x, static_cast<int64_t>(y.v));
  const double power = std::pow(static_cast<double>(x.v), y.v);
  const double slack = std::fabs(power) * 0x1p-21;  // a float32 kernel with a few ulp
  const double lo = std::trunc(power - slack), hi = std::trunc(power + slack);
  const double max = static_cast<double>(IntMax(arith.type()));
  if (!(lo >= -max && hi < max)) return arith.Full();
  return {static_cast<int64_t>(power), static_cast<int64_t>(lo), static_cast<int64_t>(hi)};
}

// The exponent as a Real, as it is or brought to the type of the base.
Real Exponent(const Arith& arith, const Bounded& y, int64_t i) {
  const Real as_is = y.is_real() ? y.real(i) : [&] {
    const Int e = y.integer(i);
    const auto real = [&](int64_t k) {
      return y.dtype() == DType::kUint64 ? static_cast<double>(static_cast<uint64_t>(k))
                                         : static_cast<double>(k);
    };
    if (!e.point() && y.dtype() == DType::kUint64) return Real::Anything(real(e.v));
    return Real{real(e.v), real(e.lo), real(e.hi), Nan::kNever};
  }();
  return y.dtype() == arith.type() ? as_is : arith.Round(as_is);
}

Result<Outputs> EvaluatePow(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &y = call.tensor(1);
  ASSAY_ASSIGN(const Shape shape, BroadcastShapes(x.shape(), y.shape()));
  ASSAY_ASSIGN(Bounded out, NewTensor(x.dtype(), shape));
  const std::vector<int64_t> ix = BroadcastMap(x.shape(), shape),
                             iy = BroadcastMap(y.shape(), shape);
  for (int64_t i = 0; i < out.count(); ++i) {
    const int64_t a = At(ix, i), b = At(iy, i);
    if (x.is_real()) {
      const Arith arith = call.arith(x.dtype());
      out.set(i, PowOf(arith, x.real(a), Exponent(arith, y, b)));
      continue;
    }
    const IntArith arith = call.int_arith(x.dtype());
    if (y.is_real())
      out.set(i, IntRealPower(arith, x.integer(a), y.real(b)));
    else if (!y.integer(b).point() || (y.dtype() == DType::kUint64 && y.integer(b).v < 0))
      out.set(i, arith.Full(x.integer(a).v));
    else
      out.set(i, IntPower(arith, x.integer(a), y.integer(b).v));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposePow(const ProposeCall& call) {
  if (call.dtype(0) == DType::kBfloat16 && call.opset < 15)
    return std::nullopt;  // admitted for x, not for y
  if (call.inputs.size() == 2) return ProposeBroadcast(call);
  constexpr double kExponents[] = {0, 0.5, 1, 2, 3, 4, -1, -0.5, 1.5};
  const double y = IsFloat(call.dtype(0)) ? call.rng.Pick<double>(kExponents)
                                          : static_cast<double>(call.rng.Int(0, 3));
  return Proposal{.constants = {MakeTensor(call.dtype(0), {}, std::span(&y, 1))}};
}

}  // namespace

OpDef PowDef() {
  return {.name = "Pow",
          .meaning = "x to the power of y",
          .rounding = Rounding::kFunction,
          .data_inputs = {1, 2},
          .infer = InferBroadcast,
          .evaluate = EvaluatePow,
          .propose = ProposePow,
          .open = {kIntegerPower}};
}

}  // namespace assay::ops
