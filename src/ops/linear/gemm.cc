// Gemm: general matrix product with a scaled addend.
//
//   y = alpha * A' * B' + beta * C,  A' = A or its transpose, B' likewise, C broadcast to the
//   result
//
// Spec:  ONNX opsets 1 and 6 (C broadcast only with broadcast = 1), 7 (unidirectional
// broadcasting), 9 (integers),
//        11 (C optional), 13 (bfloat16).
// Traps: alpha may be applied to an operand, to each product or to the sum: one more rounding; the
// unscaled sum may overflow.
//        alpha and beta are float32 whatever the element type. Without C, beta does not matter.
#include "ops/elementwise.h"
#include "ops/linear/cut_factors.h"
#include "ops/linear/product.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Result<Types> InferGemm(const InferCall& call) {
  const TensorType &a = call.input(0), &b = call.input(1);
  if (call.opset() < 11 && !call.has_input(2)) return Invalid("Gemm needs C before opset 11");
  if ((a.has_rank && a.rank() != 2) || (b.has_rank && b.rank() != 2))
    return Invalid(StrCat("Gemm takes matrices, not ", TypeText(a), " and ", TypeText(b)));
  const bool ta = call.AttrInt("transA", 0) != 0, tb = call.AttrInt("transB", 0) != 0;
  const auto dim = [](const TensorType& t, size_t i) {
    return t.has_rank ? t.dims[i] : Dim::Unknown();
  };
  const Dim inner_a = dim(a, ta ? 0 : 1), inner_b = dim(b, tb ? 1 : 0);
  if (inner_a.known() && inner_b.known() && inner_a.size != inner_b.size)
    return Invalid(StrCat("Gemm of ", TypeText(a), " and ", TypeText(b), ": inner sizes ",
                          inner_a.size, " and ", inner_b.size, " differ"));
  const TensorType out(a.dtype, Dims{dim(a, ta ? 1 : 0), dim(b, tb ? 0 : 1)});
  if (call.has_input(2) && call.input(2).has_rank) {
    const TensorType& c = call.input(2);
    if (c.rank() > 2) return Invalid(StrCat("Gemm: C is ", TypeText(c)));
    for (int i = 0; i < c.rank(); ++i) {
      const Dim have = c.dims[static_cast<size_t>(c.rank() - 1 - i)],
                want = out.dims[static_cast<size_t>(1 - i)];
      if (have.known() && want.known() && have.size != want.size && have.size != 1)
        return Invalid(
            StrCat("Gemm: C of ", TypeText(c), " does not broadcast to ", TypeText(out)));
    }
  }
  return OneType(out);
}

Bounded Scaled(const EvalCall& call, const Bounded& x, double factor) {
  if (factor == 1) return x;
  if (!x.is_real()) {  // integer types: the factor is taken in that type
    const IntArith arith = call.int_arith(x.dtype());
    const Int f = Int::Point(static_cast<int64_t>(std::clamp(factor, -1e18, 1e18)));
    return MapInt(x, x.dtype(), [&](const Int& e) {
      if (factor == std::nearbyint(factor)) return arith.Mul(f, e);
      return arith.Full();
    });
  }
  const Arith arith = call.arith(x.dtype());
  const Real f = arith.Constant(factor);
  return MapReal(x, x.dtype(), [&](const Real& e) { return arith.Mul(f, e); });
}

double Largest(const Bounded& x) {
  double largest = 0;
  for (int64_t i = 0; i < x.count(); ++i) {
    const Real e = x.real(i);
    if (e.nan != Nan::kMust) largest = std::max({largest, std::fabs(e.lo), std::fabs(e.hi)});
  }
  return largest;
}

// With |alpha| < 1 the sum before scaling may overflow although the result does not.
Bounded Tempered(const Bounded& y, const Bounded& unscaled) {
  Bounded out = y;
  for (int64_t i = 0; i < y.count(); ++i) {
    const Real u = unscaled.real(i);
    if (u.nan != Nan::kMust && !u.point() && (std::isinf(u.lo) || std::isinf(u.hi)))
      out.SetUndetermined(i);
  }
  return out;
}

Result<Outputs> UncutGemm(const EvalCall& call) {
  const Bounded &a = call.tensor(0), &b = call.tensor(1);
  const bool ta = call.AttrInt("transA", 0) != 0, tb = call.AttrInt("transB", 0) != 0;
  const double alpha = call.AttrFloat("alpha", 1), beta = call.AttrFloat("beta", 1);
  const int64_t a_cols = a.shape()[1], b_cols = b.shape()[1];
  ProductPlan plan{.rows = a.shape()[ta ? 1 : 0],
                   .terms = a.shape()[ta ? 0 : 1],
                   .cols = b.shape()[tb ? 0 : 1],
                   .a_row = ta ? 1 : a_cols,
                   .a_col = ta ? a_cols : 1,
                   .b_row = tb ? 1 : b_cols,
                   .b_col = tb ? b_cols : 1,
                   .a_offsets = {0},
                   .b_offsets = {0}};
  const Shape shape{plan.rows, plan.cols};
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  plan.extra_roundings = alpha == 1 ? 0 : 1;
  Bounded start;
  if (call.has_input(2) && beta != 0) {
    start = Scaled(call, call.tensor(2), beta);
    const Shape strides = BroadcastStrides(start.shape(), shape);
    plan.start = &start;
    plan.start_row = strides[0];
    plan.start_col = strides[1];
  }
  ASSAY_ASSIGN(Bounded y, MatrixProducts(call, Scaled(call, a, alpha), b, plan, shape));
  if (a.is_real() && !call.adversarial() && std::fabs(alpha) < 1 && alpha != 0 &&
      !(Largest(a) * Largest(b) * static_cast<double>(plan.terms) < FormatOf(a.dtype()).max)) {
    plan.start = nullptr;
    ASSAY_ASSIGN(const Bounded unscaled, MatrixProducts(call, a, b, plan, shape));
    y = Tempered(y, unscaled);
  }
  return One(std::move(y));
}

Result<Outputs> EvaluateGemm(const EvalCall& call) {
  // A factor may be cut before alpha scales it, or after.
  return call.AttrFloat("alpha", 1) == 1 ? WithCutFactors(call, UncutGemm) : UncutGemm(call);
}

std::optional<Proposal> ProposeGemm(const ProposeCall& call) {
  if (call.rank(0) != 2) return std::nullopt;
  Rng& rng = call.rng;
  const bool ta = rng.Chance(0.4), tb = rng.Chance(0.4);
  const Shape a = call.shape(0);
  const int64_t rows = a[ta ? 1 : 0], terms = a[ta ? 0 : 1], cols = rng.Int(1, 6);
  Proposal out;
  if (ta) out.attrs.Set("transA", int64_t{1});
  if (tb) out.attrs.Set("transB", int64_t{1});
  const bool real = IsFloat(call.dtype(0));
  constexpr float kFactors[] = {1, 0.5F, 2, -1, 0.1F, 1.5F};
  if (rng.Chance(0.4)) out.attrs.Set("alpha", real ? rng.Pick<float>(kFactors) : 2.0F);
  if (rng.Chance(0.4)) out.attrs.Set("beta", real ? rng.Pick<float>(kFactors) : 3.0F);
  out.constants.emplace_back(
      RandomTensor(rng, call.dtype(0), tb ? Shape{cols, terms} : Shape{terms, cols}));
  if (call.opset < 11 || rng.Chance(0.7)) {
    const Shape choices[] = {{rows, cols}, {cols}, {1, cols}, {rows, 1}, {1}, {}};
    // Before opset 7 the addend has the full shape unless `broadcast` says otherwise.
    out.constants.emplace_back(
        RandomTensor(rng, call.dtype(0), call.opset < 7 ? choices[0] : rng.Pick<Shape>(choices)));
  }
  return out;
}

}  // namespace

OpDef GemmDef() {
  return {.name = "Gemm",
          .meaning = "alpha * A * B + beta * C",
          .rounding = Rounding::kSum,
          .data_inputs = {1, 1},
          .infer = InferGemm,
          .evaluate = EvaluateGemm,
          .propose = ProposeGemm,
          .open = {{"fractional alpha or beta with integer tensors",
                    "ONNX Gemm-9: alpha and beta are floats, no text on their conversion"}}};
}

}  // namespace assay::ops
