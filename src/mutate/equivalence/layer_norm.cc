// layer-norm-from-primitives:  LayerNormalization(x, g, b)  ==>  (d / Sqrt(var + epsilon)) * g + b
//                                with d = x - ReduceMean(x), var = ReduceMean(d * d)
// layer-norm-fuse:             the same pattern, as exporters write it  ==>  LayerNormalization
//
// Promise: close: the specification defines the operator by these steps. float32 only: other types
//          are computed in float32 inside the operator.
// Needs:   opset 17. To fuse: the mean over the last axes with keepdims, d squared by Pow or Mul, g
//          (and b) of the shape of those axes.
// Aims at: layer normalisation fusion, which matches just this pattern.
#include <algorithm>

#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace layer_norm {
namespace {

constexpr float kDefaultEpsilon = 1e-5f;

std::vector<int64_t> AxesFrom(int64_t axis, int rank) {
  std::vector<int64_t> axes;
  for (int64_t i = axis; i < rank; ++i) axes.push_back(i);
  return axes;
}

bool FitsUnfuse(const Model& model, const Node& node) {
  const TensorType& x = TypeOf(model.graph, node.inputs.empty() ? kAbsent : node.inputs[0]);
  if (node.op != "LayerNormalization" || x.dtype != DType::kFloat32 || HasZeroSize(x)) return false;
  const ops::Call call(node, model.opset(""));
  return x.rank() >= 1 && NormalizeAxis(call.AttrInt("axis", -1), x.rank()).ok() &&
         call.AttrInt("stash_type", 1) == 1;
}

Result<ValueId> Unfuse(Emitter& w, const Node& node, Rng&) {
  const ops::Call call(node, w.opset());
  const ValueId x = node.inputs[0];
  const int rank = RankOf(w.graph(), x);
  const auto axes = AxesFrom(*NormalizeAxis(call.AttrInt("axis", -1), rank), rank);
  const ValueId d = w.Op("Sub", {x, w.Reduce("ReduceMean", x, axes, true)});
  const ValueId variance = w.Reduce("ReduceMean", w.Op("Mul", {d, d}), axes, true);
  const ValueId epsilon = w.Scalar(DType::kFloat32, call.AttrFloat("epsilon", kDefaultEpsilon));
  const ValueId spread = w.Op("Sqrt", {w.Op("Add", {variance, epsilon})});
  const ValueId y = w.Op("Mul", {w.Op("Div", {d, spread}), node.inputs[1]});
  if (node.inputs.size() < 3 || node.inputs[2] == kAbsent) return y;
  return w.Op("Add", {y, node.inputs[2]});
}

// What the pattern is made of.
struct Pattern {
  ValueId x, scale, bias = kAbsent;
  int64_t axis;
  float epsilon;
};

// The first of the axes that a ReduceMean with keepdims takes, when they are the last ones.
std::optional<int64_t> MeanAxis(const Graph& graph, const Node& mean, int opset) {
  const int rank = RankOf(graph, mean.inputs[0]);
  const ops::Call call(mean, opset);
  std::vector<int64_t> axes = call.AttrInts("axes");
  if (mean.inputs.size() > 1) {
    const Tensor* given = ConstantOf(graph, mean.inputs[1]);
    if (given == nullptr) return std::nullopt;
    axes = given->Ints();
  }
  if (rank < 1 || axes.empty() || call.AttrInt("keepdims", 1) == 0) return std::nullopt;
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  std::sort(axes.begin(), axes.end());
  return axes == AxesFrom(axes[0], rank) ? std::optional(axes[0]) : std::nullopt;
}

// d when `id` is d * d or d ^ 2.
ValueId SquareRootOf(const Graph& graph, ValueId id) {
  if (const Node* mul = MakerOf(graph, id, "Mul"))
    return mul->inputs[0] == mul->inputs[1] ? mul->inputs[0] : kAbsent;
  const Node* pow = MakerOf(graph, id, "Pow");
  const Tensor* two = pow == nullptr ? nullptr : ConstantOf(graph, pow->inputs[1]);
  return two != nullptr && IsFloat(two->dtype()) && two->rank() == 0 && two->RealAt(0) == 2
             ? pow->inputs[0]
             : kAbsent;
}

// d / Sqrt(ReduceMean(d^2) + epsilon) with d = x - ReduceMean(x).
std::optional<Pattern> MatchQuotient(const Graph& graph, ValueId id, int opset) {
  const Node* div = MakerOf(graph, id, "Div");
  if (div == nullptr) return std::nullopt;
  const Node* d = MakerOf(graph, div->inputs[0], "Sub");
  const Node* root = MakerOf(graph, div->inputs[1], "Sqrt");
  const Node* sum = root == nullptr ? nullptr : MakerOf(graph, root->inputs[0], "Add");
  if (d == nullptr || sum == nullptr) return std::nullopt;
  const Tensor* epsilon = ConstantOf(graph, sum->inputs[1]);
  const Node* variance = MakerOf(graph, sum->inputs[0], "ReduceMean");
  const Node* mean = MakerOf(graph, d->inputs[1], "ReduceMean");
  if (epsilon == nullptr || epsilon->dtype() != DType::kFloat32 || epsilon->rank() != 0 ||
      variance == nullptr || mean == nullptr || mean->inputs[0] != d->inputs[0] ||
      SquareRootOf(graph, variance->inputs[0]) != div->inputs[0])
    return std::nullopt;
  const auto axis = MeanAxis(graph, *mean, opset);
  if (!axis.has_value() || axis != MeanAxis(graph, *variance, opset)) return std::nullopt;
  return Pattern{.x = d->inputs[0],
                 .scale = kAbsent,
                 .axis = *axis,
                 .epsilon = static_cast<float>(epsilon->RealAt(0))};
}

// Whether `id` has the shape of the normalised axes.
bool HasNormalShape(const Graph& graph, const Pattern& pattern, ValueId id) {
  const auto x = StaticShape(graph, pattern.x), shape = StaticShape(graph, id);
  return x.has_value() && shape.has_value() && ElementCount(*x) > 0 &&
         *shape == Shape(x->begin() + pattern.axis, x->end());
}

// The quotient times a scale; with an Add, plus a bias.
std::optional<Pattern> Match(const Graph& graph, const Node& node, int opset) {
  for (const size_t i : {size_t{0}, size_t{1}}) {
    if (node.op == "Add") {
      const Node* product = MakerOf(graph, node.inputs[i], "Mul");
      auto found = product == nullptr ? std::nullopt : Match(graph, *product, opset);
      if (!found.has_value() || !HasNormalShape(graph, *found, node.inputs[1 - i])) continue;
      found->bias = node.inputs[1 - i];
      return found;
    }
    auto found = MatchQuotient(graph, node.inputs[i], opset);
    if (!found.has_value() || !HasNormalShape(graph, *found, node.inputs[1 - i])) continue;
    found->scale = node.inputs[1 - i];
    return found;
  }
  return std::nullopt;
}

bool FitsFuse(const Model& model, const Node& node) {
  return (node.op == "Mul" || node.op == "Add") && Has(model, "LayerNormalization") &&
         DTypeOf(model.graph, node.outputs[0]) == DType::kFloat32 &&
         Match(model.graph, node, model.opset("")).has_value();
}

Result<ValueId> Fuse(Emitter& w, const Node& node, Rng&) {
  const Pattern found = *Match(w.graph(), node, w.opset());
  std::vector<ValueId> inputs = {found.x, found.scale};
  if (found.bias != kAbsent) inputs.push_back(found.bias);
  return w.Op("LayerNormalization", std::move(inputs),
              {{"axis", found.axis}, {"epsilon", found.epsilon}});
}

}  // namespace
}  // namespace layer_norm

MutatorDef LayerNormFromPrimitivesDef() {
  return {.name = "layer-norm-from-primitives",
          .meaning = "LayerNormalization becomes means, differences and a quotient",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<layer_norm::FitsUnfuse>,
          .apply = Replace<layer_norm::Unfuse>};
}

MutatorDef LayerNormFuseDef() {
  return {.name = "layer-norm-fuse",
          .meaning = "a layer normalisation written out becomes LayerNormalization",
          .family = Family::kEquivalence,
          .promise = Promise::kClose,
          .find = FindNodes<layer_norm::FitsFuse>,
          .apply = Replace<layer_norm::Fuse>};
}

}  // namespace assay::mutate
