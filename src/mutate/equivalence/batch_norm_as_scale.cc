// BatchNormalization(x)  ==>  x * s + (B - mean * s),  s = scale / Sqrt(var + epsilon)
//
// Promise: close: equal in exact arithmetic; the mean is taken off after the scaling instead of
//          before. Statistics that are NaN or make s infinite do the same in both.
// Needs:   float32 or float64, not training, known rank >= 2.
// Aims at: constant folding, fusion of scale and shift into what stands before them.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace batch_norm_as_scale {
namespace {

constexpr float kDefaultEpsilon = 1e-5f;

bool Fits(const Model& model, const Node& node) {
  if (node.op != "BatchNormalization") return false;
  const ops::Call call(node, model.opset(""));
  const DType dtype = DTypeOf(model.graph, node.inputs[0]);
  if (call.AttrInt("training_mode", 0) != 0 || call.AttrInt("spatial", 1) == 0 ||
      (dtype != DType::kFloat32 && dtype != DType::kFloat64) ||
      RankOf(model.graph, node.inputs[0]) < 2)
    return false;
  for (const ValueId id : node.inputs)  // newer opsets admit several types at once
    if (DTypeOf(model.graph, id) != dtype) return false;
  return true;
}

Result<ValueId> WriteOut(Emitter& w, const Node& node, Rng&) {
  const ValueId x = node.inputs[0];
  const double epsilon = ops::Call(node, w.opset()).AttrFloat("epsilon", kDefaultEpsilon);
  const DType dtype = DTypeOf(w.graph(), x);
  std::vector<int64_t> sizes(static_cast<size_t>(RankOf(w.graph(), x)), 1);
  sizes[1] = -1;
  const ValueId spread = w.Op("Sqrt", {w.Op("Add", {node.inputs[4], w.Scalar(dtype, epsilon)})});
  const ValueId scale = w.Op("Div", {node.inputs[1], spread});
  const ValueId shift = w.Op("Sub", {node.inputs[2], w.Op("Mul", {node.inputs[3], scale})});
  const ValueId scaled = w.Op("Mul", {x, w.Reshape(scale, sizes)});
  return w.Op("Add", {scaled, w.Reshape(shift, sizes)});
}

}  // namespace
}  // namespace batch_norm_as_scale

MutatorDef BatchNormAsScaleDef() {
  return {.name = "batch-norm-as-scale",
          .meaning = "a batch normalisation becomes a multiplication and an addition",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<batch_norm_as_scale::Fits>,
          .apply = Replace<batch_norm_as_scale::WriteOut>};
}

}  // namespace assay::mutate
