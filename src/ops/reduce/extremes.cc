// ReduceMax, ReduceMin: the largest and the smallest element over the chosen axes.
//
// Spec:  ONNX opsets 1, 11 (negative axes), 12 (8-bit integers), 13 (bfloat16), 18 (axes as input),
// 20 (bool). Traps: of no elements: the infinity that loses every comparison, or the type's own
// limit; NaN among the elements is
//        kept by some libraries and dropped by others.
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

constexpr Open kExtremeNan = {
    "NaN among the elements: the result is NaN or one of the other elements",
    "ONNX ReduceMax, ReduceMin: no text on NaN"};

// Where NaN restarts a running maximum, the result is the largest of what follows: any operand may
// come out.
Real WithNan(Real out, std::span<const Real> row) {
  Nan state = Nan::kNever;
  for (const Real& x : row) state = std::max(state, x.nan);
  if (state == Nan::kNever || out.nan == Nan::kMust) return out;
  for (const Real& x : row) {
    if (x.nan == Nan::kMust) continue;
    out.lo = std::min(out.lo, x.lo);
    out.hi = std::max(out.hi, x.hi);
  }
  out.nan = Nan::kMay;
  return out;
}

Real MaxReal(const Arith& arith, std::span<const Real> row) {
  if (row.empty()) return Real::Point(-kInf);
  Real out = row[0];
  for (size_t i = 1; i < row.size(); ++i) out = arith.Max(out, row[i]);
  return arith.adversarial() || row.size() == 1 ? out : WithNan(out, row);
}

Real MinReal(const Arith& arith, std::span<const Real> row) {
  if (row.empty()) return Real::Point(kInf);
  Real out = row[0];
  for (size_t i = 1; i < row.size(); ++i) out = arith.Min(out, row[i]);
  return arith.adversarial() || row.size() == 1 ? out : WithNan(out, row);
}

Int MaxInt(const IntArith& arith, std::span<const Int> row) {
  if (row.empty()) return Int::Point(IntMin(arith.type()));
  Int out = row[0];
  for (size_t i = 1; i < row.size(); ++i) out = arith.Max(out, row[i]);
  return out;
}

Int MinInt(const IntArith& arith, std::span<const Int> row) {
  // uint64 keeps its bits: the largest value reads as -1.
  if (row.empty()) return Int::Point(arith.type() == DType::kUint64 ? -1 : IntMax(arith.type()));
  Int out = row[0];
  for (size_t i = 1; i < row.size(); ++i) out = arith.Min(out, row[i]);
  return out;
}

Result<Outputs> EvaluateReduceMax(const EvalCall& call) { return Reduce(call, MaxReal, MaxInt); }
Result<Outputs> EvaluateReduceMin(const EvalCall& call) { return Reduce(call, MinReal, MinInt); }

}  // namespace

OpDef ReduceMaxDef() {
  return {.name = "ReduceMax",
          .meaning = "largest element over axes",
          .rounding = Rounding::kExact,
          .infer = InferReduce,
          .evaluate = EvaluateReduceMax,
          .propose = ProposeReduce,
          .open = {kExtremeNan}};
}
OpDef ReduceMinDef() {
  return {.name = "ReduceMin",
          .meaning = "smallest element over axes",
          .rounding = Rounding::kExact,
          .infer = InferReduce,
          .evaluate = EvaluateReduceMin,
          .propose = ProposeReduce,
          .open = {kExtremeNan}};
}

}  // namespace assay::ops
