// ReduceSum, ReduceMean, ReduceL1, ReduceL2, ReduceSumSquare: sums over the chosen axes.
//
//   sum x,  sum x / n,  sum |x|,  sqrt(sum x^2),  sum x^2
//
// Spec:  ONNX opsets 1, 11 (negative axes), 13 (bfloat16; ReduceSum: axes as input), 18 (the
// others: axes as input). Traps: no axes means all axes, or none with noop_with_empty_axes, where
// |x| and x^2 still apply; an empty sum is 0 but
//        an empty mean is undefined; integer means truncate, and integer sums wrap.
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

constexpr Open kEmptyMean = {
    "the mean of no elements",
    "ONNX ReduceMean: 'Reduction over an empty set of values yields undefined'"};
constexpr Open kIntegerMean = {"an integer mean whose sum leaves the type",
                               "ONNX ReduceMean: no text on integer overflow or rounding"};
constexpr Open kIntegerRoot = {"an integer root that is not whole rounds down or up",
                               "ONNX ReduceL2: integers are admitted, no text on rounding"};

// Truncates towards zero. A sum beyond the type wraps in some libraries and is held wider in
// others.
Int MeanInts(const IntArith& arith, std::span<const Int> row) {
  if (row.empty()) return arith.Full();
  const auto n = static_cast<__int128>(row.size());
  __int128 v = 0, lo = 0, hi = 0;
  const bool is_unsigned = arith.type() == DType::kUint64;
  for (const Int& x : row) {
    if (is_unsigned && !x.point()) return arith.Full(x.v);
    v += is_unsigned ? static_cast<__int128>(static_cast<uint64_t>(x.v)) : x.v;
    lo += is_unsigned ? static_cast<__int128>(static_cast<uint64_t>(x.v)) : x.lo;
    hi += is_unsigned ? static_cast<__int128>(static_cast<uint64_t>(x.v)) : x.hi;
  }
  const __int128 max = is_unsigned ? static_cast<__int128>(UINT64_MAX) : IntMax(arith.type());
  const __int128 min = is_unsigned ? 0 : IntMin(arith.type());
  if (lo < min || hi > max) return arith.Full(static_cast<int64_t>(v / n));
  return arith.Fit(v / n, lo / n, hi / n);
}

// |x| of each; the smallest value has no counterpart and stays.
Int SumOfIntMagnitudes(const IntArith& arith, std::span<const Int> row) {
  std::vector<Int> magnitudes;
  magnitudes.reserve(row.size());
  for (const Int& x : row) {
    if (IsUnsignedInt(arith.type()) || x.lo >= 0)
      magnitudes.push_back(x);
    else if (x.hi <= 0)
      magnitudes.push_back(arith.Neg(x));
    else
      magnitudes.push_back(Hull(x.v < 0 ? arith.Neg(x) : x, Int::Point(0)));
  }
  return SumInts(arith, magnitudes);
}

// Squares and their sum, wrapped; `exact` says whether the true value stayed within the type.
Int SumOfIntSquares(const IntArith& arith, std::span<const Int> row, bool* exact) {
  const bool is_unsigned = arith.type() == DType::kUint64;
  __int128 v = 0, lo = 0, hi = 0;
  uint64_t wrapped = 0;
  bool certain = true, fits = true;
  for (const Int& x : row) {
    certain = certain && x.point();
    wrapped += static_cast<uint64_t>(x.v) * static_cast<uint64_t>(x.v);
    const auto wide = [&](int64_t t) {
      return is_unsigned ? static_cast<double>(static_cast<uint64_t>(t)) : static_cast<double>(t);
    };
    if (std::fabs(wide(x.v)) > 0x1p31 || std::fabs(wide(x.lo)) > 0x1p31 ||
        std::fabs(wide(x.hi)) > 0x1p31) {
      fits = false;
      continue;
    }
    v += static_cast<__int128>(x.v) * x.v;
    const int64_t small = x.lo > 0 ? x.lo : x.hi < 0 ? -x.hi : 0;
    const int64_t large = std::max(std::abs(x.lo), std::abs(x.hi));
    lo += static_cast<__int128>(small) * small;
    hi += static_cast<__int128>(large) * large;
  }
  *exact = fits && hi <= IntMax(arith.type());
  if (certain) return Int::Point(WrapInt(arith.type(), static_cast<int64_t>(wrapped)));
  return fits ? arith.Fit(v, lo, hi)
              : arith.Full(WrapInt(arith.type(), static_cast<int64_t>(wrapped)));
}

Int RootOfIntSquares(const IntArith& arith, std::span<const Int> row) {
  bool exact = false;
  const Int squares = SumOfIntSquares(arith, row, &exact);
  if (!exact || squares.lo < 0) return arith.Full();
  // Beyond 2^53 the conversion to a float rounds, too; one step covers it.
  const int64_t slack = squares.hi > (int64_t{1} << 53) ? 1 : 0;
  const auto lo =
      static_cast<int64_t>(std::floor(std::sqrt(static_cast<double>(squares.lo)))) - slack;
  const auto hi =
      static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(squares.hi)))) + slack;
  const auto v = static_cast<int64_t>(std::sqrt(static_cast<double>(squares.v)));
  return arith.Fit(v, std::max<int64_t>(lo, 0), hi);
}

Result<Outputs> EvaluateReduceSum(const EvalCall& call) {
  return Reduce(
      call, [](const Arith& a, std::span<const Real> row) { return a.Sum(row); }, SumInts);
}
Result<Outputs> EvaluateReduceMean(const EvalCall& call) { return Reduce(call, Mean, MeanInts); }

Result<Outputs> EvaluateL1(const EvalCall& call) {
  return Reduce(
      call,
      [](const Arith& a, std::span<const Real> row) {
        std::vector<Real> magnitudes(row.size());
        for (size_t i = 0; i < row.size(); ++i) magnitudes[i] = Arith::Abs(row[i]);
        return SumNonNegative(a, magnitudes);
      },
      SumOfIntMagnitudes);
}

Result<Outputs> EvaluateL2(const EvalCall& call) {
  return Reduce(
      call,
      [](const Arith& a, std::span<const Real> row) {
        return row.empty() ? Real::Point(0) : a.Sqrt(SumOfSquares(a, row));
      },
      RootOfIntSquares);
}

Result<Outputs> EvaluateSumSquare(const EvalCall& call) {
  return Reduce(call, SumOfSquares, [](const IntArith& a, std::span<const Int> row) {
    bool exact = false;
    const Int sum = SumOfIntSquares(a, row, &exact);
    return exact ? sum : a.Overflowed(sum.v);
  });
}

}  // namespace

OpDef ReduceSumDef() {
  return {.name = "ReduceSum",
          .meaning = "sum over axes",
          .rounding = Rounding::kSum,
          .infer = InferReduce,
          .evaluate = EvaluateReduceSum,
          .propose = ProposeReduceSum};
}
OpDef ReduceMeanDef() {
  return {.name = "ReduceMean",
          .meaning = "arithmetic mean over axes",
          .rounding = Rounding::kSum,
          .infer = InferReduce,
          .evaluate = EvaluateReduceMean,
          .propose = ProposeReduce,
          .open = {kEmptyMean, kIntegerMean}};
}
OpDef ReduceL1Def() {
  return {.name = "ReduceL1",
          .meaning = "sum of magnitudes over axes",
          .rounding = Rounding::kSum,
          .infer = InferReduce,
          .evaluate = EvaluateL1,
          .propose = ProposeReduce};
}
OpDef ReduceL2Def() {
  return {.name = "ReduceL2",
          .meaning = "square root of the sum of squares over axes",
          .rounding = Rounding::kComposite,
          .infer = InferReduce,
          .evaluate = EvaluateL2,
          .propose = ProposeReduce,
          .open = {kIntegerRoot}};
}
OpDef ReduceSumSquareDef() {
  return {.name = "ReduceSumSquare",
          .meaning = "sum of squares over axes",
          .rounding = Rounding::kSum,
          .infer = InferReduce,
          .evaluate = EvaluateSumSquare,
          .propose = ProposeReduce};
}

}  // namespace assay::ops
