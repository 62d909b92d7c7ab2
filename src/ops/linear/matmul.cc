// MatMul: matrix product over the last two axes, with NumPy broadcasting over the others.
//
//   y[.., i, j] = sum_k a[.., i, k] * b[.., k, j]
//
// Spec:  ONNX opsets 1, 9 (32- and 64-bit integers), 13 (bfloat16).
// Traps: a rank-1 operand is a row (left) or a column (right) and its axis disappears from the
// result; k may be 0 (zeros).
#include "ops/elementwise.h"
#include "ops/linear/cut_factors.h"
#include "ops/linear/product.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Result<Types> InferMatMul(const InferCall& call) {
  TensorType a = call.input(0), b = call.input(1);
  TensorType out(a.dtype);
  if (!a.has_rank || !b.has_rank) return OneType(out);
  if (a.rank() == 0 || b.rank() == 0)
    return Invalid(
        StrCat("MatMul of ", TypeText(a), " and ", TypeText(b), ": scalars are not admitted"));
  const bool row = a.rank() == 1, column = b.rank() == 1;
  if (row) a.dims.insert(0, Dim::Known(1));
  if (column) b.dims.push_back(Dim::Known(1));
  const Dim k = a.dims.back(), m = b.dims[b.dims.size() - 2];
  if (k.known() && m.known() && k.size != m.size)
    return Invalid(StrCat("MatMul of ", TypeText(a), " and ", TypeText(b), ": inner sizes ", k.size,
                          " and ", m.size, " differ"));
  TensorType lead_a = a, lead_b = b;
  for (int i = 0; i < 2; ++i) {
    lead_a.dims.pop_back();
    lead_b.dims.pop_back();
  }
  ASSAY_ASSIGN(out, BroadcastTypes(lead_a, lead_b));
  if (!row) out.dims.push_back(a.dims[a.dims.size() - 2]);
  if (!column) out.dims.push_back(b.dims.back());
  return OneType(out);
}

Result<Outputs> UncutMatMul(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  Shape sa = a.shape(), sb = b.shape();
  const bool row = sa.size() == 1, column = sb.size() == 1;
  if (row) sa.insert(0, 1);
  if (column) sb.push_back(1);
  const Shape lead_a(sa.begin(), sa.end() - 2), lead_b(sb.begin(), sb.end() - 2);
  ASSAY_ASSIGN(const Shape lead, BroadcastShapes(lead_a, lead_b));
  ProductPlan plan{.rows = sa[sa.size() - 2],
                   .terms = sa.back(),
                   .cols = sb.back(),
                   .a_row = sa.back(),
                   .a_col = 1,
                   .b_row = sb.back(),
                   .b_col = 1};
  Shape shape = lead;
  if (!row) shape.push_back(plan.rows);
  if (!column) shape.push_back(plan.cols);
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  if (ElementCount(lead_b) == 1 &&
      lead_a == lead) {  // one right side for all: a single tall product
    plan.rows *= ElementCount(lead);
    plan.a_offsets = plan.b_offsets = {0};
  } else {
    Odometer ib(lead, BroadcastStrides(lead_b, lead));
    for (Odometer ia(lead, BroadcastStrides(lead_a, lead)); !ia.done(); ia.Next(), ib.Next()) {
      plan.a_offsets.push_back(ia.offset() * sa[sa.size() - 2] * sa.back());
      plan.b_offsets.push_back(ib.offset() * sb[sb.size() - 2] * sb.back());
    }
  }
  return One(MatrixProducts(call, a, b, plan, shape));
}

Result<Outputs> EvaluateMatMul(const EvalCall& call) { return WithCutFactors(call, UncutMatMul); }

std::optional<Proposal> ProposeMatMul(const ProposeCall& call) {
  if (call.dtype(0) != call.dtype(1) || call.rank(0) == 0 || call.rank(1) == 0) return std::nullopt;
  Shape a = call.shape(0), b = call.shape(1);
  if (b.size() == 1) b.push_back(1);
  if (a.size() == 1) a.insert(0, 1);
  if (a.back() != b[b.size() - 2]) return std::nullopt;
  if (!BroadcastShapes(Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2)).ok())
    return std::nullopt;
  return Proposal{};
}

// With one candidate the right side is a constant matrix.
std::optional<Proposal> ProposeMatMulAny(const ProposeCall& call) {
  if (call.inputs.size() > 1) return ProposeMatMul(call);
  const Shape a = call.shape(0);
  if (a.empty()) return std::nullopt;
  Shape b{a.back()};
  if (call.rng.Chance(0.9)) b.push_back(call.rng.Int(1, 6));
  return Proposal{.constants = {RandomTensor(call.rng, call.dtype(0), b)}};
}

}  // namespace

OpDef MatMulDef() {
  return {.name = "MatMul",
          .meaning = "matrix product with broadcasting over the leading axes",
          .rounding = Rounding::kSum,
          .data_inputs = {1, 2},
          .infer = InferMatMul,
          .evaluate = EvaluateMatMul,
          .propose = ProposeMatMulAny};
}

}  // namespace assay::ops
