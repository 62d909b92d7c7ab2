// CumSum, CumProd: running sums and products along an axis.
//
//   out[i] = x[0] + .. + x[i]     (exclusive: without x[i]; reverse: from the other end)
//
// Spec:  ONNX CumSum opsets 11, 14 (16-bit floats); CumProd 26. `axis` is an input that holds one
// number. Traps: a prefix may be added up in any order (parallel scans do), so each element is
// bounded as a sum of its own; an
//        exclusive result starts with exactly 0 (or 1).
#include "ops/indexing/positions.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// Each prefix is a sum over all its terms: quadratic in the length.
constexpr int64_t kMaxLength = 1 << 14;

Result<Types> InferCumulative(const InferCall& call) {
  const TensorType& x = call.input(0);
  const auto axis = call.ConstantInts(1);
  if (axis.has_value() && axis->size() != 1)
    return Invalid(StrCat("axis must hold one number, holds ", axis->size()));
  if (axis.has_value() && x.has_rank) ASSAY_RETURN_IF_ERROR(NormalizeAxis((*axis)[0], x.rank()));
  return OneType(x);
}

Result<AxisView> ViewOf(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int64_t> axes, call.Ints(1));
  if (axes.size() != 1) return Invalid(StrCat("axis must hold one number, holds ", axes.size()));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(axes[0], x.rank()));
  const AxisView view(x.shape(), axis);
  if (view.size > kMaxLength)
    return Unsupported(StrCat("running results over ", view.size, " elements are not evaluated"));
  return view;
}

Real TermAt(const Bounded& x, int64_t i, Real*) { return x.real(i); }
Int TermAt(const Bounded& x, int64_t i, Int*) { return x.integer(i); }

// combine(span of terms) for every prefix.
template <typename T, typename F>
Bounded Prefixes(const EvalCall& call, const AxisView& view, F combine) {
  const Bounded& x = call.tensor(0);
  const bool exclusive = call.AttrInt("exclusive", 0) != 0,
             reverse = call.AttrInt("reverse", 0) != 0;
  Bounded out(x.dtype(), x.shape());
  std::vector<T> terms;
  for (int64_t o = 0; o < view.outer; ++o) {
    for (int64_t k = 0; k < view.inner; ++k) {
      terms.clear();
      for (int64_t i = 0; i < view.size; ++i) {
        const int64_t at = view.at(o, reverse ? view.size - 1 - i : i, k);
        if (!exclusive) terms.push_back(TermAt(x, at, static_cast<T*>(nullptr)));
        out.set(at, combine(std::span<const T>(terms)));
        if (exclusive) terms.push_back(TermAt(x, at, static_cast<T*>(nullptr)));
      }
    }
  }
  return out;
}

Result<Outputs> EvaluateCumSum(const EvalCall& call) {
  const DType type = call.tensor(0).dtype();
  ASSAY_ASSIGN(const AxisView view, ViewOf(call));
  if (!IsFloat(type))
    return One(Prefixes<Int>(call, view,
                             [&](std::span<const Int> terms) { return SumOf(call, type, terms); }));
  const Arith arith = call.arith(type);
  return One(
      Prefixes<Real>(call, view, [&](std::span<const Real> terms) { return SumOf(arith, terms); }));
}

Result<Outputs> EvaluateCumProd(const EvalCall& call) {
  const DType type = call.tensor(0).dtype();
  ASSAY_ASSIGN(const AxisView view, ViewOf(call));
  if (!IsFloat(type))
    return One(Prefixes<Int>(
        call, view, [&](std::span<const Int> terms) { return ProductOf(call, type, terms); }));
  const Arith arith = call.arith(type);
  return One(Prefixes<Real>(call, view,
                            [&](std::span<const Real> terms) { return ProductOf(arith, terms); }));
}

std::optional<Proposal> ProposeCumulative(const ProposeCall& call) {
  if (call.rank(0) == 0) return std::nullopt;
  Proposal out{.constants = {ScalarInt64(RandomAxis(call.rng, call.rank(0)))}};
  if (call.rng.Chance(0.5)) out.attrs.Set("exclusive", call.rng.Int(0, 1));
  if (call.rng.Chance(0.5)) out.attrs.Set("reverse", call.rng.Int(0, 1));
  return out;
}

}  // namespace

OpDef CumSumDef() {
  return {.name = "CumSum",
          .meaning = "running sums along an axis",
          .rounding = Rounding::kSum,
          .infer = InferCumulative,
          .evaluate = EvaluateCumSum,
          .propose = ProposeCumulative};
}
OpDef CumProdDef() {
  return {.name = "CumProd",
          .meaning = "running products along an axis",
          .rounding = Rounding::kSum,
          .infer = InferCumulative,
          .evaluate = EvaluateCumProd,
          .propose = ProposeCumulative};
}

}  // namespace assay::ops
