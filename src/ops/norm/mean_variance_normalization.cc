// MeanVarianceNormalization: (X - EX) / sqrt(E(X - EX)^2) over the chosen axes (by default 0, 2, 3:
// per channel).
//
// Spec:  ONNX opsets 9, 13 (bfloat16). The function body adds 1e-9 to the deviation, which the
//        formula in the text does not, and takes E(X^2) - E(X)^2 for the variance; both are allowed
//        here, by careful libraries, too.
// Traps: a constant group gives 0 by the function body and 0/0 by the formula.
#include "ops/norm/moments.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

constexpr Open kConstant = {
    "groups without variance: 0, NaN, or rounding errors magnified",
    "ONNX MeanVarianceNormalization: '(X-EX)/sqrt(E(X-EX)^2)', function body with 1e-9"};
constexpr double kEpsilon = 1e-9F;

std::vector<int64_t> AxesOf(const Call& call) {
  return call.HasAttr("axes") ? call.AttrInts("axes") : std::vector<int64_t>{0, 2, 3};
}

Result<Types> InferMvn(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (x.has_rank) ASSAY_RETURN_IF_ERROR(SortedAxes(AxesOf(call), x.rank()));
  return OneType(x);
}

Real Deviation(const Arith& arith, const Real& variance) {
  const Real root = arith.Sqrt(variance);
  if (arith.adversarial() && Varies(arith, 0.3)) return root;
  const Real moved = arith.Add(root, arith.Constant(kEpsilon));
  return arith.adversarial() ? moved : Hull(moved, root);
}

Result<Outputs> EvaluateMvn(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int> axes, SortedAxes(AxesOf(call), x.rank()));
  const ReducePlan plan = PlanReduction(x.shape(), axes, true);
  const Arith arith = call.arith(x.dtype());
  Bounded out(x.dtype(), x.shape());
  std::vector<Real> row(plan.inner.size());
  for (const int64_t base : plan.base) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = x.real(base + plan.inner[k]);
    const Moments moments = MomentsOf(arith, row, /*one_pass=*/true);
    const Real deviation = Deviation(arith, moments.variance);
    for (size_t k = 0; k < row.size(); ++k)
      out.set(base + plan.inner[k], arith.Div(arith.Sub(row[k], moments.mean), deviation));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeMvn(const ProposeCall& call) {
  const int rank = call.rank(0);
  if (rank == 0) return std::nullopt;
  if (rank == 4 && call.rng.Chance(0.5)) return Proposal{};
  std::vector<int64_t> axes;
  for (int i = 0; i < rank; ++i)
    if (call.rng.Chance(0.6)) axes.push_back(i);
  if (axes.empty()) axes.push_back(rank - 1);
  return Proposal{.attrs = {{"axes", axes}}};
}

}  // namespace

OpDef MeanVarianceNormalizationDef() {
  return {.name = "MeanVarianceNormalization",
          .meaning = "standardises over the chosen axes",
          .rounding = Rounding::kComposite,
          .infer = InferMvn,
          .evaluate = EvaluateMvn,
          .propose = ProposeMvn,
          .open = {kConstant}};
}

}  // namespace assay::ops
