// constant-fold:            a node of constants  ==>  its result as an initializer
// initializer-as-constant:  an initializer  ==>  a Constant node
// constant-as-initializer:  a Constant node  ==>  an initializer
// initializer-unshare:      an initializer with several users  ==>  one of them gets its own copy
//
// Promise: same bits: the same numbers, kept elsewhere. constant-fold takes the result from the
//          reference and only where that is exact: every correct library must get just this.
// Needs:   initializers that are not inputs of the graph as well (those are only defaults).
// Aims at: constant folding, and code that looks for initializers where a Constant may stand.
#include <algorithm>

#include "bound/known.h"
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace constants {
namespace {

constexpr int64_t kMaxFolded = 1 << 16;  // elements

bool IsGraphInput(const Graph& graph, ValueId id) {
  return std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end();
}

// --- constant-fold ---

bool FitsFold(const Model& model, const Node& node) {
  const Graph& graph = model.graph;
  const ops::OpDef* op = ops::FindOp(node.domain, node.op);
  if (op == nullptr || op->evaluate == nullptr || node.inputs.empty() || HasSubgraphs(node) ||
      !IsDeterministic(model, node))
    return false;
  for (const ValueId id : node.inputs) {
    const Tensor* tensor = id == kAbsent ? nullptr : ConstantOf(graph, id);
    if (id != kAbsent && (tensor == nullptr || tensor->count() > kMaxFolded)) return false;
  }
  const auto shape = StaticShape(graph, node.outputs[0]);
  return shape.has_value() && ElementCount(*shape) <= kMaxFolded &&
         !IsComplex(DTypeOf(graph, node.outputs[0]));
}

Result<ValueId> Fold(Emitter& w, const Node& node, Rng&) {
  std::vector<Known> inputs(node.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (node.inputs[i] == kAbsent) continue;
    auto known = Bounded::From(*ConstantOf(w.graph(), node.inputs[i]), {});
    if (!known.ok()) return Reject(known.error().message);
    inputs[i] = Known(std::move(known).value());
  }
  Rng unused(0);
  const Rules rules;
  const ops::EvalCall call(node, w.opset(), inputs, rules, nullptr, unused, nullptr);
  const auto outputs = ops::FindOp(node.domain, node.op)->evaluate(call);
  if (!outputs.ok()) return Reject(outputs.error().message);
  const Known& result = (*outputs)[0];
  if (!result.is_tensor() || !result.tensor.exact()) return Reject("the result is rounded");
  return AddConstant(w.graph(), w.graph().name_of(node.outputs[0]), result.tensor.ToTensor());
}

// --- between initializers and Constant nodes ---

// Sites whose node is the first user; `value` is the initializer.
std::vector<Site> FindInitializers(const Model& model) {
  const Graph& graph = model.graph;
  std::vector<Site> sites;
  std::vector<bool> seen(graph.value_count(), false);
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (const ValueId id : graph.node(i).inputs) {
      if (id == kAbsent || seen[static_cast<size_t>(id)]) continue;
      seen[static_cast<size_t>(id)] = true;
      const Tensor* tensor = graph.initializer(id);
      if (tensor != nullptr && !IsGraphInput(graph, id) && !IsComplex(tensor->dtype()) &&
          Gives(model, "Constant", tensor->dtype()))
        sites.push_back({.node = i, .value = id});
    }
  return sites;
}

Result<ModelCase> ToConstant(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Node node;
  node.op = "Constant";
  node.name = graph.name_of(site.value);
  node.attrs.Set("value", *graph.initializer(site.value));
  node.outputs.push_back(site.value);
  graph.EraseInitializer(site.value);
  graph.InsertNode(0, std::move(node));
  return out;
}

// The tensor that a Constant node makes; nothing for kinds that are not understood.
std::optional<Tensor> ConstantTensor(const Node& node) {
  if (const auto* value = node.attrs.Get<Tensor>("value")) return *value;
  if (const auto* real = node.attrs.Get<float>("value_float")) {
    const double x = *real;
    return MakeTensor(DType::kFloat32, {}, std::span(&x, 1));
  }
  if (const auto* integer = node.attrs.Get<int64_t>("value_int")) return ScalarInt64(*integer);
  if (const auto* integers = node.attrs.Get<std::vector<int64_t>>("value_ints"))
    return Int64Vector(*integers);
  if (const auto* reals = node.attrs.Get<std::vector<float>>("value_floats"))
    return MakeTensor(DType::kFloat32, {static_cast<int64_t>(reals->size())},
                      std::vector<double>(reals->begin(), reals->end()));
  return std::nullopt;
}

bool FitsConstant(const Model&, const Node& node) {
  return node.op == "Constant" && ConstantTensor(node).has_value();
}

Result<ModelCase> ToInitializer(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Tensor value = *ConstantTensor(graph.node(site.node));
  graph.EraseNode(site.node);
  graph.SetInitializer(site.value, value);
  return out;
}

// --- initializer-unshare ---

// One site for each user of a shared initializer but the first.
std::vector<Site> FindShared(const Model& model) {
  const Graph& graph = model.graph;
  std::vector<Site> sites;
  std::vector<bool> seen(graph.value_count(), false);
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      const ValueId id = node.inputs[k];
      if (id == kAbsent || graph.initializer(id) == nullptr || IsGraphInput(graph, id)) continue;
      // Inputs of one node stay the same value: x - x is known to be zero.
      if (std::find(node.inputs.begin(), node.inputs.begin() + static_cast<std::ptrdiff_t>(k),
                    id) != node.inputs.begin() + static_cast<std::ptrdiff_t>(k))
        continue;
      if (seen[static_cast<size_t>(id)]) sites.push_back({.node = i, .value = id});
      seen[static_cast<size_t>(id)] = true;
    }
  }
  return sites;
}

Result<ModelCase> Unshare(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Tensor tensor = *graph.initializer(site.value);
  const ValueId copy = AddConstant(graph, graph.name_of(site.value), tensor);
  Node node = graph.node(site.node);
  std::replace(node.inputs.begin(), node.inputs.end(), site.value, copy);
  graph.SetNode(site.node, std::move(node));
  return out;
}

}  // namespace
}  // namespace constants

MutatorDef ConstantFoldDef() {
  return Equivalence(Promise::kSameBits, "constant-fold",
                     "a node of constants becomes its exact result", FindNodes<constants::FitsFold>,
                     Replace<constants::Fold>);
}
MutatorDef InitializerAsConstantDef() {
  return Equivalence(Promise::kSameBits, "initializer-as-constant",
                     "an initializer becomes a Constant node", constants::FindInitializers,
                     constants::ToConstant);
}
MutatorDef ConstantAsInitializerDef() {
  return Equivalence(Promise::kSameBits, "constant-as-initializer",
                     "a Constant node becomes an initializer", FindNodes<constants::FitsConstant>,
                     constants::ToInitializer);
}
MutatorDef InitializerUnshareDef() {
  return Equivalence(Promise::kSameBits, "initializer-unshare",
                     "a user of a shared initializer gets its own copy", constants::FindShared,
                     constants::Unshare);
}

}  // namespace assay::mutate
