// QLinearMatMul: matrix product of quantised tensors, quantised again.
//
//   y = saturate(round((a - a_zp)(b - b_zp) * a_scale * b_scale / y_scale) + y_zp)
//
// Spec:  ONNX opsets 10, 21 (float8 operands; float16 and bfloat16 scales). Parameters of a per
// row, of b per column. Traps: the sum is exact (int32), the rescaling is not: libraries multiply
// the scales in different orders, so near a tie both
//        neighbours are allowed.
#include "ops/propose.h"
#include "ops/quantize/matmul_plan.h"
#include "ops/quantize/quantized.h"

namespace assay::ops {
namespace {

enum MatMulInput : size_t { kA, kAScale, kAZero, kB, kBScale, kBZero, kProductScale, kProductZero };

Result<Types> InferQLinearMatMul(const InferCall& call) {
  ASSAY_ASSIGN(const TensorType y,
               MatMulType(call.input(kA), call.input(kB), call.dtype(kProductZero)));
  return OneType(y);
}

// One parameter tensor with its index per row or column.
struct Parameter {
  const Bounded& tensor;
  std::vector<int64_t> map;
  int64_t at(int64_t i) const { return map[static_cast<size_t>(i)]; }
};

class MatMulEvaluation {
 public:
  MatMulEvaluation(const EvalCall& call, MatMulPlan plan, std::vector<int64_t> maps[4],
                   std::vector<int64_t> y_scale, std::vector<int64_t> y_zero)
      : call_(call),
        plan_(std::move(plan)),
        a_(call.tensor(kA)),
        b_(call.tensor(kB)),
        a_scale_{call.tensor(kAScale), std::move(maps[0])},
        a_zero_{call.tensor(kAZero), std::move(maps[1])},
        b_scale_{call.tensor(kBScale), std::move(maps[2])},
        b_zero_{call.tensor(kBZero), std::move(maps[3])},
        y_scale_{call.tensor(kProductScale), std::move(y_scale)},
        y_zero_{call.tensor(kProductZero), std::move(y_zero)},
        y_(y_zero_.tensor.dtype(), plan_.out) {}

  Bounded Run() {
    int64_t out = 0;
    for (int64_t batch = 0; batch < plan_.batches(); ++batch)
      for (int64_t i = 0; i < plan_.m; ++i)
        for (int64_t j = 0; j < plan_.n; ++j) Element(batch, i, j, out++);
    return std::move(y_);
  }

 private:
  void Element(int64_t batch, int64_t i, int64_t j, int64_t out) {
    const int64_t row = plan_.a_batch[static_cast<size_t>(batch)] * plan_.m + i;
    const int64_t b_matrix = plan_.b_batch[static_cast<size_t>(batch)],
                  column = b_matrix * plan_.n + j;
    const bool integers = !a_.is_real() && !b_.is_real();
    const Real sum =
        integers ? IntegerSum(row, b_matrix, j, column) : FloatSum(row, b_matrix, j, column);
    const DType type = y_.dtype();
    const Real t =
        Rescale(call_, a_scale_.tensor.dtype(), sum, a_scale_.tensor.real(a_scale_.at(row)),
                b_scale_.tensor.real(b_scale_.at(column)), y_scale_.tensor.real(y_scale_.at(out)));
    const int64_t zero = y_zero_.at(out);
    if (!IsFloat(type)) {
      y_.set(out, RequantizeToInt(call_, t, y_zero_.tensor.integer(zero), type));
      return;
    }
    const Real shifted = call_.arith(DType::kFloat32).Add(t, y_zero_.tensor.real(zero));
    y_.set(out, QuantizeToFloat(shifted, type, true));
  }

  Real IntegerSum(int64_t row, int64_t b_matrix, int64_t j, int64_t column) const {
    const Int za = a_zero_.tensor.integer(a_zero_.at(row)),
              zb = b_zero_.tensor.integer(b_zero_.at(column));
    IntSum sum;
    for (int64_t k = 0; k < plan_.k; ++k)
      sum.Add(a_.integer(row * plan_.k + k), za, b_.integer((b_matrix * plan_.k + k) * plan_.n + j),
              zb);
    const Int held = call_.int_arith(DType::kInt32).Fit(sum.v, sum.lo, sum.hi);
    return {static_cast<double>(held.v), static_cast<double>(held.lo), static_cast<double>(held.hi),
            Nan::kNever};
  }

  Real FloatSum(int64_t row, int64_t b_matrix, int64_t j, int64_t column) const {
    const Arith arith = call_.arith(DType::kFloat32);
    const Real za = AsReal(a_zero_.tensor, a_zero_.at(row)),
               zb = AsReal(b_zero_.tensor, b_zero_.at(column));
    std::vector<Real> left, right;
    for (int64_t k = 0; k < plan_.k; ++k) {
      left.push_back(arith.Sub(AsReal(a_, row * plan_.k + k), za));
      right.push_back(arith.Sub(AsReal(b_, (b_matrix * plan_.k + k) * plan_.n + j), zb));
    }
    return arith.Dot(left, right);
  }

  const EvalCall& call_;
  MatMulPlan plan_;
  const Bounded &a_, &b_;
  Parameter a_scale_, a_zero_, b_scale_, b_zero_, y_scale_, y_zero_;
  Bounded y_;
};

// y's parameters: one for all, or a shape that broadcasts to the result.
Result<std::vector<int64_t>> ResultMap(const Shape& out, const Shape& parameter) {
  const auto count = static_cast<size_t>(ElementCount(out));
  if (CheckedElementCount(parameter) == 1) return std::vector<int64_t>(count, 0);
  const auto joined = BroadcastShapes(parameter, out);
  if (!joined.ok() || *joined != out)
    return Invalid(StrCat("a parameter of shape ", ShapeText(parameter), " does not broadcast to ",
                          ShapeText(out)));
  std::vector<int64_t> map;
  for (Odometer it(out, BroadcastStrides(parameter, out)); !it.done(); it.Next())
    map.push_back(it.offset());
  return map;
}

Result<Outputs> EvaluateQLinearMatMul(const EvalCall& call) {
  const Shape &a = call.tensor(kA).shape(), &b = call.tensor(kB).shape();
  ASSAY_ASSIGN(const MatMulPlan plan, PlanMatMul(a, b));
  ASSAY_RETURN_IF_ERROR(NewTensor(call.tensor(kProductZero).dtype(), plan.out));
  std::vector<int64_t> maps[4];
  ASSAY_ASSIGN(maps[0], RowMap(a, call.tensor(kAScale).shape()));
  ASSAY_ASSIGN(maps[1], RowMap(a, call.tensor(kAZero).shape()));
  ASSAY_ASSIGN(maps[2], ColumnMap(b, call.tensor(kBScale).shape()));
  ASSAY_ASSIGN(maps[3], ColumnMap(b, call.tensor(kBZero).shape()));
  ASSAY_ASSIGN(std::vector<int64_t> y_scale,
               ResultMap(plan.out, call.tensor(kProductScale).shape()));
  ASSAY_ASSIGN(std::vector<int64_t> y_zero, ResultMap(plan.out, call.tensor(kProductZero).shape()));
  return One(MatMulEvaluation(call, plan, maps, std::move(y_scale), std::move(y_zero)).Run());
}

std::optional<Proposal> ProposeQLinearMatMul(const ProposeCall& call) {
  if (call.rank(0) < 2 || IsFloat(call.dtype(0))) return std::nullopt;
  const int64_t k = call.shape(0).back(), n = call.rng.Int(1, 5);
  const DType type = call.rng.Chance(0.5) ? DType::kInt8 : DType::kUint8,
              y = call.rng.Chance(0.5) ? call.dtype(0) : type;
  const DType scale = call.opset >= 21 && call.rng.Chance(0.2) ? DType::kFloat16 : DType::kFloat32;
  const Shape columns = call.rng.Chance(0.5) ? Shape{} : Shape{n};
  Proposal p;
  p.constants.emplace_back(RandomScale(call.rng, scale, {}));
  p.constants.emplace_back(RandomZeroPoint(call.rng, call.dtype(0), {}));
  p.constants.emplace_back(RandomTensor(call.rng, type, {k, n}, -128, 255));
  p.constants.emplace_back(RandomScale(call.rng, scale, columns));
  p.constants.emplace_back(RandomZeroPoint(call.rng, type, columns));
  p.constants.emplace_back(RandomTensor(call.rng, scale, {}, 0.1, 2));
  p.constants.emplace_back(RandomZeroPoint(call.rng, y, {}));
  return p;
}

}  // namespace

OpDef QLinearMatMulDef() {
  return {.name = "QLinearMatMul",
          .meaning = "matrix product of quantised tensors, quantised again",
          .rounding = Rounding::kComposite,
          .infer = InferQLinearMatMul,
          .evaluate = EvaluateQLinearMatMul,
          .propose = ProposeQLinearMatMul};
}

}  // namespace assay::ops
