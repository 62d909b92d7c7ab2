// LayerNormalization: standardises the trailing axes from `axis` on, then scales and shifts.
//
//   Mean = E[X],  InvStdDev = 1 / sqrt(E[(X - Mean)^2] + epsilon),  Y = (X - Mean) * InvStdDev *
//   Scale + B
//
// Spec:  ONNX opset 17. Scale and B broadcast to X from the right.
// Traps: the first stage is computed in the type that stash_type names (float32 unless stated
// otherwise, also for
//        float64), Mean and InvStdDev have that type, and the normalised tensor is cast back to
//        X's.
#include "ops/norm/moments.h"
#include "ops/propose.h"
#include "ops/reduce/reduce.h"

namespace assay::ops {
namespace {

// `parameter` must broadcast to x without changing its shape.
Status CheckBroadcast(const InferCall& call, size_t i) {
  const TensorType& x = call.input(0);
  if (!call.has_input(i) || !x.has_rank || !call.input(i).has_rank) return {};
  const TensorType& parameter = call.input(i);
  const auto joined = BroadcastTypes(x, parameter);
  bool same = joined.ok() && joined->dims.size() == x.dims.size();
  for (size_t k = 0; same && k < x.dims.size(); ++k)
    same = !x.dims[k].known() || !joined->dims[k].known() || joined->dims[k].size == x.dims[k].size;
  if (!same)
    return Invalid(
        StrCat("input ", i, " ", TypeText(parameter), " does not broadcast to ", TypeText(x)));
  return {};
}

Result<Types> InferLayerNormalization(const InferCall& call) {
  const TensorType& x = call.input(0);
  ASSAY_ASSIGN(const DType stash, StashType(call));
  for (const size_t i : {size_t{1}, size_t{2}}) ASSAY_RETURN_IF_ERROR(CheckBroadcast(call, i));
  TensorType statistics(stash);
  if (x.has_rank) {
    ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
    statistics = TensorType(stash, x.dims);
    for (size_t k = static_cast<size_t>(axis); k < x.dims.size(); ++k)
      statistics.dims[k] = Dim::Known(1);
  }
  return Types{ValueType(x), ValueType(statistics), ValueType(statistics)};
}

Result<Outputs> EvaluateLayerNormalization(const EvalCall& call) {
  const Bounded &x = call.tensor(0), &scale = call.tensor(1);
  ASSAY_ASSIGN(const DType stash, StashType(call));
  ASSAY_ASSIGN(const int axis, NormalizeAxis(call.AttrInt("axis", -1), x.rank()));
  const Arith first = call.arith(stash), second = call.arith(LessPrecise(stash, x.dtype()));
  const Real epsilon = first.Constant(call.AttrFloat("epsilon", 1e-5F));
  Shape outer = x.shape();
  int64_t length = 1;
  for (size_t k = static_cast<size_t>(axis); k < outer.size(); ++k)
    length *= std::exchange(outer[k], 1);
  const std::vector<int64_t> scale_map = BroadcastMap(scale.shape(), x.shape());
  const std::vector<int64_t> bias_map =
      call.has_input(2) ? BroadcastMap(call.tensor(2).shape(), x.shape()) : scale_map;
  RealWriter y(x.dtype(), x.shape()), means(stash, outer), inverses(stash, outer);
  std::vector<Real> row(static_cast<size_t>(length));
  for (int64_t r = 0; r < ElementCount(outer); ++r) {
    for (int64_t i = 0; i < length; ++i)
      row[static_cast<size_t>(i)] = AsSeenBy(first, x.dtype(), x.real(r * length + i));
    const Moments moments = MomentsOf(first, row);
    const Real inverse = InverseDeviation(first, moments.variance, epsilon);
    means.set(r, moments.mean);
    inverses.set(r, inverse);
    const Standardizer standardizer(first, second, moments, inverse);
    for (int64_t i = 0; i < length; ++i) {
      const int64_t k = r * length + i;
      const Real bias = call.has_input(2) ? call.tensor(2).real(At(bias_map, k)) : Real::Point(0);
      y.set(k, standardizer.Apply(row[static_cast<size_t>(i)], scale.real(At(scale_map, k)), bias));
    }
  }
  return Outputs{Known(std::move(y).Finish()), Known(std::move(means).Finish()),
                 Known(std::move(inverses).Finish())};
}

std::optional<Proposal> ProposeLayerNormalization(const ProposeCall& call) {
  Shape parameters;
  std::optional<Proposal> p = ProposeTrailing(call, parameters);
  if (!p.has_value()) return p;
  if (call.rng.Chance(0.7))
    p->constants.emplace_back(RandomTensor(call.rng, call.dtype(0), parameters));
  p->outputs = call.rng.Chance(0.3) ? 3 : 1;
  return p;
}

}  // namespace

OpDef LayerNormalizationDef() {
  return {.name = "LayerNormalization",
          .meaning = "standardises the trailing axes, then scales and shifts",
          .rounding = Rounding::kComposite,
          .infer = InferLayerNormalization,
          .evaluate = EvaluateLayerNormalization,
          .propose = ProposeLayerNormalization};
}

}  // namespace assay::ops
