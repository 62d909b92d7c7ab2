// Flatten(x), Squeeze(x), Unsqueeze(x)  ==>  Reshape(x, shape of the result)
//
// Promise: same bits: no element moves.   Needs: a result of static shape without a 0.
// Aims at: merging of reshapes.
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace shape_op_as_reshape {
namespace {

bool Fits(const Model& model, const Node& node) {
  if (node.op != "Flatten" && node.op != "Squeeze" && node.op != "Unsqueeze") return false;
  const auto shape = StaticShape(model.graph, node.outputs[0]);
  return shape.has_value() && ElementCount(*shape) > 0;
}

Result<ValueId> AsReshape(Emitter& w, const Node& node, Rng& rng) {
  const Shape shape = *StaticShape(w.graph(), node.outputs[0]);
  std::vector<int64_t> sizes(shape.begin(), shape.end());
  if (!sizes.empty() && rng.Chance(0.5))
    sizes[static_cast<size_t>(rng.Int(0, static_cast<int64_t>(sizes.size()) - 1))] = -1;
  return w.Reshape(node.inputs[0], sizes);
}

}  // namespace
}  // namespace shape_op_as_reshape

MutatorDef ShapeOpAsReshapeDef() {
  return {.name = "shape-op-as-reshape",
          .meaning = "Flatten, Squeeze or Unsqueeze becomes Reshape",
          .choices = "one size left to be inferred half the time",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindNodes<shape_op_as_reshape::Fits>,
          .apply = Replace<shape_op_as_reshape::AsReshape>};
}

}  // namespace assay::mutate
