// ReduceLogSum, ReduceLogSumExp: logarithms of sums over the chosen axes.
//
//   log(sum x),  log(sum exp(x))
//
// Spec:  ONNX opsets 1, 11 (negative axes), 13 (bfloat16), 18 (axes as input), 28 (no integers any
// more). Of no elements:
//        minus infinity.
// Traps: log-sum-exp is computed as written (exp overflows at 88 in float32) or with the maximum
// taken out first; infinite
//        elements make the second way meet inf - inf.
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

constexpr Open kLogIntegers = {
    "logarithms of integer sums",
    "ONNX ReduceLogSum, ReduceLogSumExp before opset 28: no text on rounding"};
constexpr Open kExpOverflow = {
    "exp(x) may overflow or vanish before the logarithm is taken",
    "ONNX ReduceLogSumExp: 'log sum exponent', no text on the intermediate range"};

double LogSumExp(std::span<const Real> row, double Real::* end) {
  double max = -kInf;
  for (const Real& x : row) max = std::max(max, x.*end);
  if (std::isinf(max)) return max;
  double sum = 0;
  for (const Real& x : row) sum += std::exp(x.*end - max);
  return max + std::log(sum);
}

Real ExecuteLogSumExp(const Arith& arith, std::span<const Real> row) {
  Real shift = Real::Point(0);
  const bool plain = arith.rules().tier == Tier::kLenient && Varies(arith, 0.3);
  if (!plain) {
    shift = row[0];
    for (const Real& x : row) shift = x.v > shift.v ? x : shift;
  }
  std::vector<Real> terms;
  terms.reserve(row.size());
  for (const Real& x : row) terms.push_back(arith.Exp(plain ? x : arith.Sub(x, shift)));
  const Real log = arith.Log(arith.Sum(terms));
  return plain ? log : arith.Add(log, shift);
}

// Infinite elements: the limit, or NaN from inf - inf.
Real InfiniteLogSumExp(std::span<const Real> row) {
  bool uncertain = false, positive = false, all_negative = true;
  for (const Real& x : row) {
    uncertain = uncertain || (!x.point() && (std::isinf(x.lo) || std::isinf(x.hi)));
    positive = positive || x.lo == kInf;
    all_negative = all_negative && x.hi == -kInf;
  }
  if (uncertain || !(positive || all_negative)) return Real::Anything();
  const double limit = positive ? kInf : -kInf;
  return {limit, limit, limit, Nan::kMay};
}

// Bounds of the rounding: x - max is off by u|x - max|, exp and log by their classes, the sum by
// n*u, the final addition by u|y|. Without the subtraction, exp(x) itself may overflow or vanish.
Real LogSumExpReal(const Arith& arith, std::span<const Real> row) {
  if (row.empty()) return Real::Point(-kInf);
  if (arith.adversarial()) return ExecuteLogSumExp(arith, row);
  Nan nan = Nan::kNever;
  double top = -kInf;
  bool upward = false, uncertain = false;
  for (const Real& x : row) {
    if (x.nan == Nan::kMust) return x;
    nan = std::max(nan, x.nan);
    top = std::max(top, x.hi);
    upward = upward || x.hi == kInf;
    uncertain = uncertain || (x.lo == -kInf && x.hi != -kInf);
  }
  if (upward || uncertain || top == -kInf) return InfiniteLogSumExp(row);
  const double lo = LogSumExp(row, &Real::lo), hi = LogSumExp(row, &Real::hi),
               v = LogSumExp(row, &Real::v);
  const auto n = static_cast<double>(row.size());
  double weighted = 0;  // mean of |x - max| under the softmax weights
  for (const Real& x : row)
    if (x.lo > -kInf) weighted += std::exp(x.hi - lo) * (top - x.lo);
  const double u = arith.unit();
  const double exp_u = 2 * arith.accuracy(Fn::kExp).ulp, log_u = 2 * arith.accuracy(Fn::kLog).ulp;
  const double size = std::max(std::fabs(lo), std::fabs(hi));
  const double relative = weighted + exp_u + 1 + arith.DotError(n).relative / u;
  const double error =
      u * (relative * (1 + relative * u) + log_u * std::max(size, std::log(n)) + size + 1) +
      n * UnderflowError(arith);
  Real out = arith.Inexact({v, lo, hi, nan}, 1.1 * error);
  if (arith.rules().tier == Tier::kStrict) return out;
  const FloatFormat& format = FormatOf(arith.type());
  if (hi > std::log(format.max) - 1) out.hi = kInf;
  // exp(x) may also have been rounded up to a subnormal.
  out.hi += 1.01 * std::log1p(n * UnderflowError(arith) * std::exp(-hi));
  const double lost = n * UnderflowError(arith) / std::exp(lo - error);
  out.lo = lost < 0.5 ? out.lo + 1.01 * std::log1p(-lost) : -kInf;
  return out;
}

Result<Outputs> EvaluateLogSum(const EvalCall& call) {
  return Reduce(
      call, [](const Arith& a, std::span<const Real> row) { return a.Log(a.Sum(row)); },
      [](const IntArith& a, std::span<const Int> row) {
        const Int sum = SumInts(a, row);
        if (!sum.point() || sum.v <= 0) return a.Full();
        const double log = std::log(static_cast<double>(sum.v));
        return a.Fit(static_cast<__int128>(log), static_cast<__int128>(std::floor(log)),
                     static_cast<__int128>(std::ceil(log)));
      });
}

Result<Outputs> EvaluateLogSumExp(const EvalCall& call) {
  return Reduce(call, LogSumExpReal,
                [](const IntArith& a, std::span<const Int>) { return a.Full(); });
}

}  // namespace

OpDef ReduceLogSumDef() {
  return {.name = "ReduceLogSum",
          .meaning = "logarithm of the sum over axes",
          .rounding = Rounding::kComposite,
          .infer = InferReduce,
          .evaluate = EvaluateLogSum,
          .propose = ProposeReduceFloat,
          .open = {kLogIntegers}};
}
OpDef ReduceLogSumExpDef() {
  return {.name = "ReduceLogSumExp",
          .meaning = "logarithm of the sum of exponentials over axes",
          .rounding = Rounding::kComposite,
          .infer = InferReduce,
          .evaluate = EvaluateLogSumExp,
          .propose = ProposeReduceFloat,
          .open = {kLogIntegers, kExpOverflow}};
}

}  // namespace assay::ops
