// MatMulInteger: matrix product of 8-bit integers, accumulated in int32.
//
//   Y = (A - a_zero_point) (B - b_zero_point)
//
// Spec:  ONNX opset 10. Zero points for the whole tensor, per row of A, per column of B.
// Traps: the products never overflow; the int32 accumulator may wrap.
#include "ops/propose.h"
#include "ops/quantize/matmul_plan.h"
#include "ops/quantize/quantized.h"

namespace assay::ops {
namespace {

Result<Types> InferMatMulInteger(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType y, MatMulType(call.input(0), call.input(1), DType::kInt32));
  const auto a = call.input(0).shape(), b = call.input(1).shape(), za = call.input(2).shape(),
             zb = call.input(3).shape();
  const auto small = [](const std::optional<Shape>& s) {
    return s.has_value() && CheckedElementCount(*s).value_or(kMaxElements) < kMaxElements;
  };
  if (call.has_input(2) && small(a) && small(za)) ASSAY_RETURN_IF_ERROR(RowMap(*a, *za));
  if (call.has_input(3) && small(b) && small(zb)) ASSAY_RETURN_IF_ERROR(ColumnMap(*b, *zb));
  return OneType(y);
}

Result<Outputs> EvaluateMatMulInteger(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  ASSAY_ASSIGN(const MatMulPlan plan, PlanMatMul(a.shape(), b.shape()));
  const Bounded none(a.dtype(), Shape());  // a zero point of zero
  const Bounded &za = call.has_input(2) ? call.tensor(2) : none,
                &zb = call.has_input(3) ? call.tensor(3) : none;
  ASSAY_ASSIGN(const std::vector<int64_t> rows, RowMap(a.shape(), za.shape()));
  ASSAY_ASSIGN(const std::vector<int64_t> columns, ColumnMap(b.shape(), zb.shape()));
  ASSAY_ASSIGN(Bounded y, NewTensor(DType::kInt32, plan.out));
  const IntArith arith = call.int_arith(DType::kInt32);
  int64_t out = 0;
  for (int64_t batch = 0; batch < plan.batches(); ++batch) {
    const int64_t ab = plan.a_batch[static_cast<size_t>(batch)],
                  bb = plan.b_batch[static_cast<size_t>(batch)];
    for (int64_t i = 0; i < plan.m; ++i) {
      const Int row_zero = za.integer(rows[static_cast<size_t>(ab * plan.m + i)]);
      for (int64_t j = 0; j < plan.n; ++j) {
        const Int column_zero = zb.integer(columns[static_cast<size_t>(bb * plan.n + j)]);
        IntSum sum;
        for (int64_t k = 0; k < plan.k; ++k)
          sum.Add(a.integer((ab * plan.m + i) * plan.k + k), row_zero,
                  b.integer((bb * plan.k + k) * plan.n + j), column_zero);
        y.set(out++, arith.Fit(sum.v, sum.lo, sum.hi));
      }
    }
  }
  return One(std::move(y));
}

std::optional<Proposal> ProposeMatMulInteger(const ProposeCall& call) {
  if (call.rank(0) < 2) return std::nullopt;
  const int64_t k = call.shape(0).back(), n = call.rng.Int(1, 5);
  const DType type = call.rng.Chance(0.5) ? DType::kInt8 : DType::kUint8;
  Proposal p;
  p.constants.emplace_back(RandomTensor(call.rng, type, {k, n}, -128, 255));
  const bool a_zero = call.rng.Chance(0.6), b_zero = call.rng.Chance(0.5);
  if (a_zero)
    p.constants.emplace_back(RandomZeroPoint(call.rng, call.dtype(0), {}));
  else if (b_zero)
    p.constants.emplace_back(std::nullopt);
  if (b_zero)
    p.constants.emplace_back(
        RandomZeroPoint(call.rng, type, call.rng.Chance(0.5) ? Shape{} : Shape{n}));
  return p;
}

}  // namespace

OpDef MatMulIntegerDef() {
  return {.name = "MatMulInteger",
          .meaning = "matrix product of 8-bit integers in int32",
          .rounding = Rounding::kExact,
          .infer = InferMatMulInteger,
          .evaluate = EvaluateMatMulInteger,
          .propose = ProposeMatMulInteger};
}

}  // namespace assay::ops
