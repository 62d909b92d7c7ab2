// outline-function:  a few nodes in a row  ==>  one call of a function of the model
// inline-function:   a call of a function of the model  ==>  the nodes of its body
//
// Promise: same bits: a function means its body.
// Needs:   outline-function: nodes of operators without subgraphs, and a result that something
//          uses. inline-function: a body without subgraphs, in the model's own opsets.
// Aims at: function inlining, type inference through functions.
#include <algorithm>
#include <map>

#include "base/strings.h"
#include "mutate/equivalence/rewrite.h"
#include "mutate/layer.h"

namespace assay::mutate {
namespace {

constexpr std::string_view kDomain = "outlined";
constexpr int kIrWithFunctions = 8;
constexpr int64_t kMaxNodes = 3;
// Small integers are often shapes and axes, which inference needs to see inside the body.
constexpr int64_t kMaxInlinedInts = 16;

// --- outline-function ---

bool FitsOutline(const Model& model, const Node& node) {
  return !HasSubgraphs(node) && node.op != "Constant" && UseCount(model.graph, node.outputs[0]) > 0;
}

// The part of a graph that becomes a function.
class Outline {
 public:
  // `ints_inside`: small integer constants move into the body.
  Outline(const Graph& graph, size_t first, size_t count, bool ints_inside)
      : graph_(graph), first_(first), count_(count), ints_inside_(ints_inside) {
    for (size_t i = first; i < first + count; ++i) CopyNode(graph.node(i));
    for (size_t i = first; i < first + count; ++i)
      for (const ValueId id : graph.node(i).outputs)
        if (id != kAbsent && UsedOutside(id)) {
          outputs_.push_back(id);
          body_.outputs.push_back(inner_.at(id));
        }
  }

  Graph& body() { return body_; }
  const std::vector<ValueId>& inputs() const { return inputs_; }
  const std::vector<ValueId>& outputs() const { return outputs_; }

 private:
  void CopyNode(const Node& node) {
    Node copy = node;
    for (ValueId& id : copy.inputs)
      if (id != kAbsent) id = Inner(id);
    for (ValueId& id : copy.outputs)
      if (id != kAbsent) id = Define(id);
    body_.AddNode(std::move(copy));
  }

  ValueId Define(ValueId id) { return inner_[id] = body_.AddValue(graph_.name_of(id)); }

  ValueId Inner(ValueId id) {
    if (const auto it = inner_.find(id); it != inner_.end()) return it->second;
    const Tensor* tensor = ConstantOf(graph_, id);
    if (ints_inside_ && graph_.initializer(id) != nullptr && tensor != nullptr &&
        IsInt(tensor->dtype()) && tensor->count() <= kMaxInlinedInts) {
      Node constant;
      constant.op = "Constant";
      constant.attrs.Set("value", *tensor);
      constant.outputs.push_back(Define(id));
      body_.AddNode(std::move(constant));
      return inner_.at(id);
    }
    inputs_.push_back(id);
    body_.inputs.push_back(Define(id));
    return inner_.at(id);
  }

  bool UsedOutside(ValueId id) const {
    if (IsGraphOutput(graph_, id) || IsCaptured(graph_, id)) return true;
    for (size_t i = first_ + count_; i < graph_.node_count(); ++i) {
      const auto& inputs = graph_.node(i).inputs;
      if (std::find(inputs.begin(), inputs.end(), id) != inputs.end()) return true;
    }
    return false;
  }

  const Graph& graph_;
  size_t first_, count_;
  bool ints_inside_;
  Graph body_;
  std::map<ValueId, ValueId> inner_;  // values of the graph, as the body knows them
  std::vector<ValueId> inputs_, outputs_;
};

std::string FreshFunctionName(const Model& model) {
  Node call;
  call.domain = kDomain;
  call.op = "Part";
  for (int i = 1; model.FindFunction(call) != nullptr; ++i) call.op = StrCat("Part_", i);
  return call.op;
}

Result<ModelCase> OutlineNodes(const ModelCase& base, const Site& site, Rng& rng) {
  const Graph& graph = base.model.graph;
  size_t count = 1;
  for (const auto wanted = static_cast<size_t>(rng.Int(1, kMaxNodes));
       count < wanted && site.node + count < graph.node_count(); ++count) {
    const Node& next = graph.node(site.node + count);
    if (HasSubgraphs(next) || !next.domain.empty() || base.model.FindFunction(next) != nullptr)
      break;
  }
  Outline part(graph, site.node, count, Gives(base.model, "Constant", DType::kInt64));
  if (part.outputs().empty()) return Reject("nothing uses these nodes");
  ModelCase out = base;
  Function function;
  function.domain = kDomain;
  function.name = FreshFunctionName(base.model);
  function.opsets = {{"", base.model.opset("")}};
  part.body().name = function.name;
  Node call;
  call.op = function.name;
  call.domain = kDomain;
  call.name = StrCat(RolePrefix(graph, site.node), function.name);
  for (const ValueId id : part.inputs()) call.inputs.push_back(id);
  for (const ValueId id : part.outputs()) call.outputs.push_back(id);
  function.body = std::move(part.body());
  for (size_t i = 0; i < count; ++i) out.model.graph.EraseNode(site.node);
  out.model.graph.InsertNode(site.node, std::move(call));
  out.model.functions.push_back(std::move(function));
  out.model.opsets.emplace(kDomain, 1);
  out.model.ir_version = std::max(out.model.ir_version, kIrWithFunctions);
  return out;
}

// --- inline-function ---

bool CanInline(const Model& model, const Function& function) {
  for (const auto& [domain, version] : function.opsets)
    if (model.opset(domain) != version) return false;
  const auto& nodes = function.body.nodes();
  return std::none_of(nodes.begin(), nodes.end(),
                      [](const NodePtr& node) { return HasSubgraphs(*node); });
}

std::vector<Site> FindCalls(const Model& model) {
  std::vector<Site> sites;
  for (size_t i = 0; i < model.graph.node_count(); ++i) {
    const Function* function = model.FindFunction(model.graph.node(i));
    if (function != nullptr && CanInline(model, *function)) sites.push_back({.node = i});
  }
  return sites;
}

Result<ModelCase> InlineCall(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const Node call = graph.node(site.node);
  const Graph body = BindAttributes(*base.model.FindFunction(call), call);
  std::vector<ValueId> outer(body.value_count(), kAbsent);
  const auto at = [&](ValueId id) -> ValueId& { return outer[static_cast<size_t>(id)]; };
  for (size_t i = 0; i < body.inputs.size() && i < call.inputs.size(); ++i)
    at(body.inputs[i]) = call.inputs[i];
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    // An output that is an input, or one value twice, would need a copy.
    if (call.outputs[i] != kAbsent && at(body.outputs[i]) != kAbsent)
      return Reject("the function hands a value on");
    if (call.outputs[i] != kAbsent) at(body.outputs[i]) = call.outputs[i];
  }
  graph.EraseNode(site.node);
  size_t place = site.node;
  for (const NodePtr& inner : body.nodes()) {
    Node node = *inner;
    for (ValueId& id : node.inputs)
      if (id != kAbsent) id = at(id);
    for (ValueId& id : node.outputs) {
      if (id == kAbsent) continue;
      if (at(id) == kAbsent) at(id) = graph.AddValue(UnusedName(graph, body.name_of(id)));
      id = at(id);
    }
    graph.InsertNode(place++, std::move(node));
  }
  return out;
}

}  // namespace

MutatorDef OutlineFunctionDef() {
  return {.name = "outline-function",
          .meaning = "a few nodes become a call of a function of the model",
          .choices = "one to three nodes in a row; small integer constants move into the body",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindNodes<FitsOutline>,
          .apply = OutlineNodes};
}

MutatorDef InlineFunctionDef() {
  return {.name = "inline-function",
          .meaning = "a call of a function of the model becomes the nodes of its body",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindCalls,
          .apply = InlineCall};
}

}  // namespace assay::mutate
