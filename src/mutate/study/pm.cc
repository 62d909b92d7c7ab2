// y = Layer<p>(x)  ==>  y = Fit(Layer<p'>(x))
//
// Promise: changes.   Needs: a layer or an activation with a parameter that PM knows.
// Aims at: rarely used attribute values, kernels chosen by attribute.
#include <algorithm>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/parameters.h"
#include "mutate/study/splice.h"
#include "mutate/tolerance.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace pm {
namespace {

constexpr int kTries = 8;  // values drawn before the site is given up

bool HasFloatResult(const Model& model, const Node& node) {
  return IsFloatLayer(model, node) || (IsActivation(node) && node.outputs[0] != kAbsent &&
                                       IsLayerFloat(DTypeOf(model.graph, node.outputs[0])));
}

bool KnownAt(const Model& model, const Parameter& parameter) {
  const ops::Schema* schema = ops::FindSchema("", parameter.op, OpsetOf(model));
  return schema != nullptr &&
         std::any_of(schema->attrs.begin(), schema->attrs.end(),
                     [&](const ops::AttrSpec& spec) { return spec.name == parameter.attribute; });
}

std::vector<Site> Find(const Model& model, bool with_repair) {
  std::vector<Site> sites;
  const auto parameters = Parameters();
  for (Site site : NodesWhere(model, HasFloatResult)) {
    const Node& node = model.graph.node(site.node);
    const ValueType& type = model.graph.type(site.value);
    for (size_t p = 0; p < parameters.size(); ++p) {
      if (parameters[p].op != node.op || !KnownAt(model, parameters[p])) continue;
      if (with_repair && !parameters[p].keeps_type &&
          (!CanFit(model, type, type) || !StaticShape(model.graph, node.inputs[0]).has_value()))
        continue;
      site.variant = static_cast<int>(p);
      sites.push_back(site);
    }
  }
  return sites;
}
std::vector<Site> FindParameters(const Model& model) { return Find(model, true); }
std::vector<Site> FindAnyParameters(const Model& model) { return Find(model, false); }

// One draw: the changed case, or why it does not fit.
Result<ModelCase> TryChange(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Parameter& parameter = Parameters()[static_cast<size_t>(site.variant)];
  const NodePtr old = graph.nodes()[site.node];
  const std::string_view role = RolePrefix(graph, site.node);
  Node node = *old;
  if (!parameter.change({base.model, graph, node, rng}, parameter.attribute))
    return Reject("the parameter takes no other value here");
  graph.SetNode(site.node, node);
  DropWeights(graph, *old);
  if (parameter.keeps_type) return out;
  // `node` may use weights that only the new graph has.
  Model changed = base.model;
  changed.graph = graph;
  changed.graph.SetType(site.value, base.model.graph.type(site.value));
  const auto result = MayBecome(changed, node, base.model.graph.type(node.inputs[0]).tensor);
  if (!result.has_value()) return Reject("the layer does not take this value");
  const ValueId made = Detach(graph, site.node);
  size_t at = site.node + 1;
  const ValueType& wanted = base.model.graph.type(site.value);
  const ValueId fitted = Fit(base.model, graph, at, made, *result, wanted, role);
  Attach(graph, at, fitted, site.value);
  return out;
}

Result<ModelCase> Change(const ModelCase& base, const Site& site, Rng& rng) {
  if (!ToleratesChange(base.model.graph, site.value))
    return Reject("what follows needs this layer's range");
  for (int i = 1; i < kTries; ++i) {
    auto made = TryChange(base, site, rng);
    if (made.ok()) return made;
  }
  return TryChange(base, site, rng);
}

Result<ModelCase> ChangeFreely(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Node node = graph.node(site.node);
  ChangeArbitrarily({base.model, graph, node, rng},
                    Parameters()[static_cast<size_t>(site.variant)]);
  graph.SetNode(site.node, std::move(node));
  return out;
}

}  // namespace
}  // namespace pm

MutatorDef PMDef() {
  return {
      .name = "PM",
      .meaning = "a parameter of a layer or an activation gets another value",
      .choices =
          "convolution and pooling: kernel 1 to 5 (weights repeated or cut), strides and dilations "
          "1 to 3, pads below the kernel, auto_pad, groups, ceil_mode, count_include_pad, p; "
          "normalisation: epsilon 1e-6 to 1e-2, groups, LRN's four; Gemm: alpha, beta, transA, "
          "transB; Flatten and Softmax axis, Transpose perm, block sizes, modes; slopes of "
          "activations. The result is padded or sliced back. Unconstrained: numbers that nothing "
          "vouches for (-2 to 100; -1e38 to 1e20), no repair",
      .family = Family::kParameter,
      .promise = Promise::kChanges,
      .find = pm::FindParameters,
      .apply = pm::Change,
      .find_unconstrained = pm::FindAnyParameters,
      .apply_unconstrained = pm::ChangeFreely};
}

}  // namespace assay::mutate
