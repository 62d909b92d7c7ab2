// Softmax, LogSoftmax: normalised exponentials along an axis, and their logarithms.
//
//   exp(x_i) / sum_j exp(x_j),    log of it
//
// Spec:  ONNX opsets 1, 11: the axes from `axis` (default 1) on are flattened into one row; 13: one
// axis, default the last. Traps: NaN or an infinity spoils the whole row in some libraries and one
// element in others.
#include "ops/norm/softmax_row.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

constexpr Open kInfinities = {"rows with NaN or infinite elements",
                              "ONNX Softmax, LogSoftmax: no text on NaN or infinity"};

int64_t DefaultAxis(int opset) { return opset < 13 ? 1 : -1; }

Result<Types> InferSoftmax(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (x.has_rank)
    ASSAY_RETURN_IF_ERROR(NormalizeAxis(call.AttrInt("axis", DefaultAxis(call.opset())), x.rank()));
  return OneType(x);
}

Result<Outputs> Evaluate(const EvalCall& call,
                         void (*of_row)(const Arith&, std::span<const Real>, std::span<Real>)) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const int axis,
               NormalizeAxis(call.AttrInt("axis", DefaultAxis(call.opset())), x.rank()));
  std::vector<int> axes;
  for (int i = axis; i < (call.opset() < 13 ? x.rank() : axis + 1); ++i) axes.push_back(i);
  const ReducePlan plan = PlanReduction(x.shape(), axes, true);
  const Arith arith = call.arith(x.dtype());
  Bounded out(x.dtype(), x.shape());
  std::vector<Real> row(plan.inner.size()), result(plan.inner.size());
  for (const int64_t base : plan.base) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = x.real(base + plan.inner[k]);
    of_row(arith, row, result);
    for (size_t k = 0; k < row.size(); ++k) out.set(base + plan.inner[k], result[k]);
  }
  return One(std::move(out));
}

Result<Outputs> EvaluateSoftmax(const EvalCall& call) {
  return Evaluate(call, [](const Arith& arith, std::span<const Real> row, std::span<Real> out) {
    SoftmaxOfRow(arith, row, out, EmptyRow::kOpen);
  });
}
Result<Outputs> EvaluateLogSoftmax(const EvalCall& call) { return Evaluate(call, LogSoftmaxOfRow); }

std::optional<Proposal> ProposeSoftmax(const ProposeCall& call) {
  const int rank = call.rank(0);
  if (rank == 0) return std::nullopt;
  Proposal p;
  // The default axis is 1 in old opsets, which a vector does not have; they do not take negative
  // axes before 11.
  if (call.opset < 11)
    p.attrs.Set("axis", call.rng.Int(0, rank - 1));
  else if ((call.opset < 13 && rank == 1) || call.rng.Chance(0.8))
    p.attrs.Set("axis", RandomAxis(call.rng, rank));
  return p;
}

}  // namespace

OpDef SoftmaxDef() {
  return {.name = "Softmax",
          .meaning = "normalised exponentials along an axis",
          .rounding = Rounding::kComposite,
          .infer = InferSoftmax,
          .evaluate = EvaluateSoftmax,
          .propose = ProposeSoftmax,
          .open = {kInfinities}};
}
OpDef LogSoftmaxDef() {
  return {.name = "LogSoftmax",
          .meaning = "logarithm of the softmax along an axis",
          .rounding = Rounding::kComposite,
          .infer = InferSoftmax,
          .evaluate = EvaluateLogSoftmax,
          .propose = ProposeSoftmax,
          .open = {kInfinities}};
}

}  // namespace assay::ops
