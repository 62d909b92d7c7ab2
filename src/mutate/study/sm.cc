// y = Layer(x)  ==>  y = Fit(Layer(Pad(x)))      where the layer takes the larger input
//                    y = Layer(Fit(Pad(x)))      where it does not
//
// Promise: changes.   Needs: a layer with known shapes.   Aims at: kernels at odd sizes, memory.
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/new_layer.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"

namespace assay::mutate {
namespace sm {
namespace {

constexpr int kRepairInFront = -1;
constexpr int64_t kMostPadding = 3;  // at each end of the axis

TensorType Padded(const TensorType& type, int axis, int64_t by) {
  TensorType out = type;
  out.dims[static_cast<size_t>(axis)].size += by;
  return out;
}

bool IsResizable(const Model& model, const Node& node) {
  return IsFittableLayer(model, node) &&
         Admits(model, "Pad", DTypeOf(model.graph, node.inputs[0])) &&
         StaticShape(model.graph, node.inputs[0]).has_value() &&
         model.graph.type(node.inputs[0]).tensor.rank() > 0;
}

// Spatial and feature axes first; the batch only where the layer takes nothing else.
std::vector<Site> FindAxes(const Model& model) {
  std::vector<Site> sites;
  for (Site site : NodesWhere(model, IsResizable)) {
    const Node& node = model.graph.node(site.node);
    const TensorType& type = model.graph.type(node.inputs[0]).tensor;
    const size_t before = sites.size();
    for (int axis = type.rank() - 1; axis >= 0; --axis) {
      site.variant = axis;
      if ((axis > 0 || sites.size() == before) && MayBecome(model, node, Padded(type, axis, 1)))
        sites.push_back(site);
    }
    site.variant = kRepairInFront;
    if (sites.size() == before) sites.push_back(site);
  }
  return sites;
}

ValueId PadAxis(const Model& model, Graph& graph, size_t& at, ValueId value, const TensorType& type,
                int axis, int64_t begin, int64_t end, Rng& rng, std::string_view role) {
  std::vector<int64_t> pads(2 * static_cast<size_t>(type.rank()), 0);
  pads[static_cast<size_t>(axis)] = begin;
  pads[static_cast<size_t>(axis + type.rank())] = end;
  NewLayer where{model, graph, at, value, type, rng, role};
  return InsertPad(where, value, pads);
}

struct Plan {
  int axis = 0;
  int64_t begin = 0, end = 1;
  bool in_front = false;
  std::optional<TensorType> result;  // of the layer on the padded input
};

// Amounts that the layer takes; one at the end always does, `find` has tried it.
Plan MakePlan(const Model& model, const Node& node, const Site& site, Rng& rng) {
  const TensorType& type = model.graph.type(node.inputs[0]).tensor;
  Plan plan;
  plan.in_front = site.variant == kRepairInFront;
  plan.axis = plan.in_front ? static_cast<int>(rng.Int(0, type.rank() - 1)) : site.variant;
  const int64_t begin = rng.Int(0, kMostPadding), end = rng.Int(1, kMostPadding);
  if (plan.in_front || MayBecome(model, node, Padded(type, plan.axis, begin + end))) {
    plan.begin = begin;
    plan.end = end;
  }
  if (!plan.in_front)
    plan.result = MayBecome(model, node, Padded(type, plan.axis, plan.begin + plan.end));
  return plan;
}

Result<ModelCase> Resize(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  if (!ToleratesChange(graph, site.value)) return Reject("what follows needs this layer's range");
  Node node = graph.node(site.node);
  const std::string_view role = RolePrefix(graph, site.node);
  const TensorType type = graph.type(node.inputs[0]).tensor;
  const Plan plan = MakePlan(base.model, node, site, rng);
  if (!plan.in_front && !plan.result.has_value()) return Reject("the layer takes no other size");
  size_t at = site.node;
  node.inputs[0] = PadAxis(base.model, graph, at, node.inputs[0], type, plan.axis, plan.begin,
                           plan.end, rng, role);
  if (plan.in_front)
    node.inputs[0] = Fit(base.model, graph, at, node.inputs[0],
                         Padded(type, plan.axis, plan.begin + plan.end), type, role);
  graph.SetNode(at, std::move(node));
  if (plan.in_front) return out;
  const ValueId made = Detach(graph, at);
  ++at;
  const ValueType& wanted = base.model.graph.type(site.value);
  const ValueId fitted = Fit(base.model, graph, at, made, *plan.result, wanted, role);
  Attach(graph, at, fitted, site.value);
  return out;
}

bool HasKnownInput(const Model& model, const Node& node) {
  return IsFloatLayer(model, node) && StaticShape(model.graph, node.inputs[0]).has_value() &&
         model.graph.type(node.inputs[0]).tensor.rank() > 0;
}
std::vector<Site> FindAnyLayer(const Model& model) { return NodesWhere(model, HasKnownInput); }

Result<ModelCase> ResizeWithoutRepair(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Node node = graph.node(site.node);
  const TensorType type = graph.type(node.inputs[0]).tensor;
  const int axis = static_cast<int>(rng.Int(0, type.rank() - 1));
  size_t at = site.node;
  node.inputs[0] =
      PadAxis(base.model, graph, at, node.inputs[0], type, axis, rng.Int(0, kMostPadding),
              rng.Int(1, kMostPadding), rng, RolePrefix(graph, site.node));
  graph.SetNode(at, std::move(node));
  return out;
}

}  // namespace
}  // namespace sm

MutatorDef SMDef() {
  return {.name = "SM",
          .meaning = "the input of a layer is padded to another shape",
          .choices =
              "0 to 3 zeros in front of and 1 to 3 behind one axis; an axis that the layer "
              "takes larger (spatial and feature axes before the batch) with the result "
              "sliced or padded back, otherwise any axis, repaired in front of the layer. "
              "Unconstrained: any axis, no repair",
          .family = Family::kInput,
          .promise = Promise::kChanges,
          .find = sm::FindAxes,
          .apply = sm::Resize,
          .find_unconstrained = sm::FindAnyLayer,
          .apply_unconstrained = sm::ResizeWithoutRepair,
          .literal_repairs = true};
}

}  // namespace assay::mutate
