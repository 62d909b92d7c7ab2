// Mod: remainder of a / b, elementwise with broadcasting.
//
//   fmod = 0:  a - floor(a / b) * b   (the sign of b)
//   fmod = 1:  a - trunc(a / b) * b   (the sign of a)
//
// Spec:  ONNX opsets 10 (floats need fmod = 1), 13 (bfloat16), 28 (floats with fmod = 0; infinities
// spelt out). Traps: division by zero; the smallest integer by -1; the result jumps where a / b is
// whole, and a kernel that computes the
//        formula instead of the exact remainder lands on the other side of the jump when the
//        quotient rounds to a whole number.
#include "ops/elementwise.h"
#include "ops/math/integer_division.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

constexpr Open kDivisionByZero = {"integers modulo zero, and the smallest integer modulo -1",
                                  "ONNX Mod: no text on integer division by zero"};

// ---- integers ----

__int128 Remainder(__int128 a, __int128 b, bool truncated) {
  const __int128 r = a % b;
  return !truncated && r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

Int IntMod(const IntArith& arith, const Int& a, const Int& b, bool truncated) {
  const DType type = arith.type();
  const auto wide = [&](int64_t x) -> __int128 {
    return type == DType::kUint64 ? static_cast<__int128>(static_cast<uint64_t>(x))
                                  : static_cast<__int128>(x);
  };
  const __int128 x = wide(a.v), y = wide(b.v);
  if (b.contains(0) || (IsSignedInt(type) && b.contains(-1) && a.contains(IntMin(type))))
    return arith.Full(y == 0 ? 0 : WrapInt(type, static_cast<int64_t>(Remainder(x, y, truncated))));
  const auto v = static_cast<int64_t>(Remainder(x, y, truncated));
  if (a.point() && b.point()) return Int::Point(v);
  if (!b.point() || type == DType::kUint64) return arith.Full(v);
  const auto largest = static_cast<int64_t>(y < 0 ? -(y + 1) : y - 1);
  if (!truncated) return {v, y < 0 ? -largest : 0, y < 0 ? 0 : largest};
  return {v, a.lo < 0 ? -largest : 0, a.hi > 0 ? largest : 0};
}

// ---- floats ----

double FloatRemainder(double a, double b, bool truncated) {
  const double r = std::fmod(a, b);
  if (truncated || r == 0 || (r < 0) == (b < 0)) return r;
  return std::isinf(b) ? b : r + b;
}

// A point by a point: the exact remainder, widened by what the formula in rounded arithmetic may
// give.
Real PointMod(const Arith& arith, double a, double b, bool truncated) {
  const double r = FloatRemainder(a, b, truncated);
  if (std::isnan(r)) return Real::MustNan();
  if (std::isinf(b))
    return {r, std::min(r, a), std::max(r, a), Nan::kMay};  // the formula has 0 * inf
  const Real exact = arith.Round(Real::Point(r));
  if (arith.rules().tier == Tier::kStrict) return exact;
  const double q = a / b, u = arith.unit();
  const double whole = truncated ? std::trunc(q) : std::floor(q);
  if (whole == 0 && std::fabs(q) < 0.5) return exact;
  const double product = whole * b;
  const bool exact_product =
      RoundTo(arith.type(), product) == product && std::fma(whole, b, -product) == 0;
  double error = exact_product ? 0 : 2 * u * std::fabs(a);
  // Not whole, but rounds to a whole number (or underflows to zero): the formula may take the next
  // multiple.
  const double reach = std::max(2 * u * std::fabs(q), FormatOf(arith.type()).min_normal);
  const bool jumps = std::fabs(q - std::nearbyint(q)) <= reach && r != 0;
  if (jumps) error += std::fabs(b) + 2 * u * std::fabs(a);
  return error == 0 ? exact : arith.Round({r, r - error, r + error, Nan::kNever});
}

// Uncertain operands: no result is larger than either operand.
Real RangeMod(const Arith& arith, const Real& a, const Real& b, bool truncated) {
  const double v = FloatRemainder(a.v, b.v, truncated);
  if (b.contains(0) || std::isinf(a.lo) || std::isinf(a.hi) || std::isinf(b.lo) || std::isinf(b.hi))
    return Real::Anything(v);
  const Nan nan = PropagateNan(a.nan, b.nan);
  if (b.point()) {
    const double u = arith.unit();
    const auto quotient = [&](double x) {
      return truncated ? std::trunc(x / b.v) : std::floor(x / b.v);
    };
    const double q = quotient(a.lo), edge = 4 * u * std::max(std::fabs(a.lo), std::fabs(a.hi));
    if (q == quotient(a.hi) && q == quotient(a.lo - edge) && q == quotient(a.hi + edge)) {
      const double shift = q * b.v;
      return arith.Round({v, a.lo - shift - edge, a.hi - shift + edge, nan});
    }
  }
  // The formula a - q * b is off by the rounding of q * b, which is as large as a.
  const double formula = arith.rules().tier == Tier::kStrict
                             ? 0
                             : 4 * arith.unit() * std::max(std::fabs(a.lo), std::fabs(a.hi));
  const double largest =
      std::max(std::fabs(b.lo), std::fabs(b.hi)) * (1 + 4 * arith.unit()) + formula;
  const bool negative = truncated ? a.lo < 0 : b.lo < 0, positive = truncated ? a.hi > 0 : b.hi > 0;
  const double slack = arith.rules().tier == Tier::kStrict ? 0 : largest;
  return {v, negative ? -largest : -slack, positive ? largest : slack, nan};
}

Real FloatMod(const Arith& arith, const Real& a, const Real& b, bool truncated) {
  if (a.nan == Nan::kMust || b.nan == Nan::kMust) return Real::MustNan();
  if (arith.adversarial()) {
    const double exact = FloatRemainder(a.v, b.v, truncated);
    const bool exact_kernel =
        arith.rules().tier == Tier::kStrict || arith.rules().plain || arith.adversary().Chance(0.5);
    if (std::isinf(b.v) || exact_kernel) return arith.Round(Real::Point(exact));
    const double q = RoundTo(arith.type(), a.v / b.v);
    if (!std::isfinite(q)) return arith.Round(Real::Point(exact));
    return arith.Sub(a, arith.Mul(Real::Point(truncated ? std::trunc(q) : std::floor(q)), b));
  }
  if (a.point() && b.point()) return PointMod(arith, a.v, b.v, truncated);
  return RangeMod(arith, a, b, truncated);
}

Result<Types> InferMod(const InferCall& call) {
  const int64_t fmod = call.AttrInt("fmod", 0);
  if (fmod != 0 && fmod != 1) return Invalid(StrCat("fmod is ", fmod, ", must be 0 or 1"));
  if (fmod == 0 && call.opset() < 28 && IsFloat(call.dtype(0)))
    return Invalid(StrCat("floating-point inputs need fmod = 1 before opset 28, and this is opset ",
                          call.opset()));
  return InferBroadcast(call);
}

Result<Outputs> EvaluateMod(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  const bool truncated = call.AttrInt("fmod", 0) == 1;
  if (a.is_real()) {
    const Arith arith = call.arith(a.dtype());
    return One(ZipReal(a, b, a.dtype(), [&](const Real& x, const Real& y) {
      return FloatMod(arith, x, y, truncated);
    }));
  }
  const IntArith arith = call.int_arith(a.dtype());
  bool open = MayHoldZero(b);
  auto remainders = ZipInt(a, b, a.dtype(), [&](const Int& x, const Int& y) {
    open = open || OpenIntegerDivision(a.dtype(), x, y);
    return IntMod(arith, x, y, truncated);
  });
  if (open) return Undetermined("an integer modulo zero, or the smallest one modulo -1");
  return One(std::move(remainders));
}

std::optional<Proposal> ProposeMod(const ProposeCall& call) {
  auto out = ProposeBroadcast(call);
  if (!out.has_value()) return out;
  const bool needs_fmod = IsFloat(call.dtype(0)) && call.opset < 28;
  if (needs_fmod || call.rng.Chance(0.5)) out->attrs.Set("fmod", int64_t{1});
  return out;
}

}  // namespace

OpDef ModDef() {
  return {.name = "Mod",
          .meaning = "remainder of a division",
          .rounding = Rounding::kFunction,
          .data_inputs = {2, 2},
          .infer = InferMod,
          .evaluate = EvaluateMod,
          .propose = ProposeMod,
          .open = {kDivisionByZero}};
}

}  // namespace assay::ops
