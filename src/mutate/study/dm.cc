// y = Layer(x)  ==>  y = Fit(Layer(Unsqueeze(x)))            where the layer takes the other rank
//                    y = Fit(Layer(Flatten(x)))
//                    y = Layer(Fit(Pad(Unsqueeze(x))))       where it does not
//
// Promise: changes.   Needs: a layer with known shapes.   Aims at: rank-dependent kernels,
// broadcasting, buffers of reshaped values.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/new_layer.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace dm {
namespace {

constexpr int kRepairInFront = -1;
constexpr int kFlatten = 100;  // beyond every axis
constexpr int kMaxRank = 5;    // of the layer's input; frameworks stop at six
constexpr int kUnsqueezeTakesAxes = 13;
// Frameworks read the "N x C x H x W" of their specifications to the letter.
bool HasFixedRank(const Node& node) {
  return node.op == "LRN" || node.op == "InstanceNormalization";
}
// They also pool over at most three axes.
bool HasRoomForAxis(const Node& node, int rank) {
  return !HasFixedRank(node) && !(node.op.ends_with("Pool") && rank >= 5);
}

TensorType Unsqueezed(const TensorType& type, int axis) {
  TensorType out = type;
  out.dims.clear();
  for (int i = 0; i <= type.rank(); ++i) {
    if (i == axis) out.dims.push_back(Dim::Known(1));
    if (i < type.rank()) out.dims.push_back(type.dims[static_cast<size_t>(i)]);
  }
  return out;
}

TensorType Flattened(const TensorType& type) {
  const Shape shape = *type.shape();
  return TensorType(type.dtype, Shape{shape[0], ElementCount(shape) / shape[0]});
}

bool IsReshapable(const Model& model, const Node& node) {
  return IsFittableLayer(model, node) && StaticShape(model.graph, node.inputs[0]).has_value() &&
         CanFit(
             model, model.graph.type(node.inputs[0]),
             ValueType(TensorType(DTypeOf(model.graph, node.inputs[0]), Shape{1, 1, 1, 1, 1}))) &&
         model.graph.type(node.inputs[0]).tensor.rank() <= kMaxRank;
}

std::vector<Site> FindRanks(const Model& model) {
  std::vector<Site> sites;
  for (Site site : NodesWhere(model, IsReshapable)) {
    const Node& node = model.graph.node(site.node);
    const TensorType& type = model.graph.type(node.inputs[0]).tensor;
    const size_t before = sites.size();
    const bool room = HasRoomForAxis(node, type.rank());
    for (int axis = 0; axis <= type.rank() && room; ++axis) {
      site.variant = axis;
      if (MayBecome(model, node, Unsqueezed(type, axis))) sites.push_back(site);
    }
    site.variant = kFlatten;
    if (type.rank() > 2 && !HasFixedRank(node) && MayBecome(model, node, Flattened(type)))
      sites.push_back(site);
    site.variant = kRepairInFront;
    if (sites.size() == before) sites.push_back(site);
  }
  return sites;
}

ValueId Unsqueeze(const Model& model, Graph& graph, size_t& at, ValueId value, int axis,
                  std::string_view role) {
  const std::vector<int64_t> axes = {axis};
  if (OpsetOf(model) < kUnsqueezeTakesAxes)
    return Emit(graph, at, "Unsqueeze", {value}, {{"axes", axes}}, role);
  return Emit(graph, at, "Unsqueeze", {value, AddInts(graph, "axes", axes)}, {}, role);
}

// Another rank and another size, then back to `type`: the rank of the layer itself is fixed.
ValueId ThereAndBack(const Model& model, Graph& graph, size_t& at, ValueId value,
                     const TensorType& type, Rng& rng, std::string_view role) {
  const int axis = static_cast<int>(rng.Int(0, type.rank()));
  TensorType wide = Unsqueezed(type, axis);
  value = Unsqueeze(model, graph, at, value, axis, role);
  std::vector<int64_t> pads(2 * static_cast<size_t>(wide.rank()), 0);
  pads[static_cast<size_t>(axis + wide.rank())] = 1;
  NewLayer where{model, graph, at, value, wide, rng, role};
  value = InsertPad(where, value, pads);
  wide.dims[static_cast<size_t>(axis)].size = 2;
  return Fit(model, graph, at, value, wide, type, role);
}

Result<ModelCase> ChangeRank(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  if (!ToleratesChange(graph, site.value)) return Reject("what follows needs this layer's range");
  Node node = graph.node(site.node);
  const std::string_view role = RolePrefix(graph, site.node);
  const TensorType type = graph.type(node.inputs[0]).tensor;
  size_t at = site.node;
  if (site.variant == kRepairInFront) {
    node.inputs[0] = ThereAndBack(base.model, graph, at, node.inputs[0], type, rng, role);
    graph.SetNode(at, std::move(node));
    return out;
  }
  const bool flatten = site.variant == kFlatten;
  const auto result =
      MayBecome(base.model, node, flatten ? Flattened(type) : Unsqueezed(type, site.variant));
  if (!result.has_value()) return Reject("the layer takes no other rank");
  node.inputs[0] = flatten
                       ? Emit(graph, at, "Flatten", {node.inputs[0]}, {{"axis", int64_t{1}}}, role)
                       : Unsqueeze(base.model, graph, at, node.inputs[0], site.variant, role);
  graph.SetNode(at, std::move(node));
  const ValueId made = Detach(graph, at);
  ++at;
  const ValueType& wanted = base.model.graph.type(site.value);
  const ValueId fitted = Fit(base.model, graph, at, made, *result, wanted, role);
  Attach(graph, at, fitted, site.value);
  return out;
}

bool HasKnownRank(const Model& model, const Node& node) {
  const int rank =
      model.graph
          .type(node.inputs.empty() || node.inputs[0] == kAbsent ? node.outputs[0] : node.inputs[0])
          .tensor.rank();
  return IsFloatLayer(model, node) && rank >= 0 && rank <= kMaxRank;
}
std::vector<Site> FindAnyLayer(const Model& model) { return NodesWhere(model, HasKnownRank); }

Result<ModelCase> ChangeRankWithoutRepair(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Node node = graph.node(site.node);
  const int rank = graph.type(node.inputs[0]).tensor.rank();
  size_t at = site.node;
  node.inputs[0] = Unsqueeze(base.model, graph, at, node.inputs[0],
                             static_cast<int>(rng.Int(0, rank)), RolePrefix(graph, site.node));
  graph.SetNode(at, std::move(node));
  return out;
}

}  // namespace
}  // namespace dm

MutatorDef DMDef() {
  return {.name = "DM",
          .meaning = "the input of a layer gets another number of dimensions",
          .choices =
              "Unsqueeze at any axis, or Flatten, where the layer takes the other rank, with "
              "the result reshaped back; otherwise Unsqueeze and Pad, flattened, sliced and "
              "reshaped back in front of the layer. Unconstrained: Unsqueeze, no repair",
          .family = Family::kInput,
          .promise = Promise::kChanges,
          .find = dm::FindRanks,
          .apply = dm::ChangeRank,
          .find_unconstrained = dm::FindAnyLayer,
          .apply_unconstrained = dm::ChangeRankWithoutRepair,
          .literal_repairs = true};
}

}  // namespace assay::mutate
