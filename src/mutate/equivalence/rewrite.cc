#include "mutate/equivalence/rewrite.h"

#include <algorithm>
#include <cmath>

#include "mutate/layer.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace rewrite {
namespace {

// Site::variant of a tensor that the graph is fed with: what is inserted stands before all nodes.
constexpr int kBeforeAll = -1;

// For each value the first node that uses it directly; the node count for those that only the
// graph's outputs use, nothing for the rest.
std::vector<std::optional<size_t>> FirstUses(const Graph& graph) {
  std::vector<std::optional<size_t>> uses(graph.value_count());
  for (const ValueId id : graph.outputs) uses[static_cast<size_t>(id)] = graph.node_count();
  for (size_t i = graph.node_count(); i-- > 0;)
    for (const ValueId id : graph.node(i).inputs)
      if (id != kAbsent) uses[static_cast<size_t>(id)] = i;
  return uses;
}

bool IsInput(const Graph& graph, ValueId id) {
  return std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end();
}

}  // namespace
}  // namespace rewrite

std::vector<Site> TensorSites(const Model& model, TensorFits fits) {
  const Graph& graph = model.graph;
  const auto uses = rewrite::FirstUses(graph);
  const auto good = [&](ValueId id) {
    return id != kAbsent && uses[static_cast<size_t>(id)].has_value() &&
           graph.type(id).is_tensor() && graph.type(id).tensor.dtype != DType::kUndefined &&
           !IsComplex(graph.type(id).tensor.dtype) && fits(model, graph.type(id).tensor);
  };
  std::vector<Site> sites;
  if (graph.node_count() == 0) return sites;
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr && good(id))
      sites.push_back({.node = std::min(*uses[static_cast<size_t>(id)], graph.node_count() - 1),
                       .value = id,
                       .variant = rewrite::kBeforeAll});
  for (size_t i = 0; i < graph.node_count(); ++i) {
    if (graph.node(i).op == "Constant") continue;
    for (const ValueId id : graph.node(i).outputs)
      if (good(id)) sites.push_back({.node = i, .value = id});
  }
  return sites;
}

std::vector<Site> NodeSites(const Model& model, NodeFits fits) {
  std::vector<Site> sites;
  for (size_t i = 0; i < model.graph.node_count(); ++i) {
    const Node& node = model.graph.node(i);
    if (!node.domain.empty() || node.outputs.empty() || node.outputs[0] == kAbsent ||
        std::any_of(node.outputs.begin() + 1, node.outputs.end(),
                    [](ValueId id) { return id != kAbsent; }) ||
        model.FindFunction(node) != nullptr || !fits(model, node))
      continue;
    sites.push_back({.node = i, .value = node.outputs[0]});
  }
  return sites;
}

Result<ModelCase> InsertAt(const ModelCase& base, const Site& site, Rng& rng, Build build) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  Emitter w(out, site.variant == rewrite::kBeforeAll ? 0 : site.node + 1,
            RolePrefix(graph, site.node));
  const TensorType type = graph.type(site.value).tensor;
  ASSAY_ASSIGN(const ValueId made, build(w, site.value, type, rng));
  ReplaceUses(graph, site.value, made, w.at());
  return out;
}

Result<ModelCase> ReplaceAt(const ModelCase& base, const Site& site, Rng& rng, Rewrite rewrite) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const NodePtr node = graph.nodes()[site.node];
  Emitter w(out, site.node + 1, RolePrefix(graph, site.node));
  ASSAY_ASSIGN(const ValueId made, rewrite(w, *node, rng));
  ReplaceUses(graph, node->outputs[0], made, w.at());
  EraseUnused(graph, node->outputs[0]);
  return out;
}

bool Has(const Model& model, std::string_view op) {
  const ops::Schema* schema = ops::FindSchema("", op, model.opset(""));
  return schema != nullptr && !schema->deprecated && model.opset("") >= ops::kOldestOpset;
}

bool Takes(const Model& model, std::string_view op, DType dtype, size_t i) {
  if (!Has(model, op)) return false;
  const ops::Schema* schema = ops::FindSchema("", op, model.opset(""));
  if (schema->inputs.empty()) return false;
  return schema->inputs[std::min(i, schema->inputs.size() - 1)].type_set().AdmitsTensor(dtype);
}

bool Gives(const Model& model, std::string_view op, DType dtype) {
  return Has(model, op) &&
         ops::FindSchema("", op, model.opset(""))->outputs[0].type_set().AdmitsTensor(dtype);
}

bool IsCommonFloat(DType dtype) {
  return dtype == DType::kFloat16 || dtype == DType::kFloat32 || dtype == DType::kFloat64;
}

bool IsCommon(DType dtype) {
  return IsCommonFloat(dtype) || dtype == DType::kInt32 || dtype == DType::kInt64;
}

bool HasZeroSize(const TensorType& type) {
  return std::any_of(type.dims.begin(), type.dims.end(),
                     [](const Dim& dim) { return dim.size == 0; });
}

std::vector<int64_t> AxesOfSize(const TensorType& type, int64_t least) {
  std::vector<int64_t> axes;
  for (size_t i = 0; type.has_rank && i < type.dims.size(); ++i)
    if (type.dims[i].known() && type.dims[i].size >= least) axes.push_back(static_cast<int64_t>(i));
  return axes;
}

bool MayCarryShape(const TensorType& type) { return IsInt(type.dtype) && type.rank() <= 1; }

bool HasSubgraphs(const Node& node) {
  return std::any_of(node.attrs.begin(), node.attrs.end(), [](const Attrs::Item& item) {
    return std::holds_alternative<GraphPtr>(item.second) ||
           std::holds_alternative<std::vector<GraphPtr>>(item.second);
  });
}

bool IsDeterministic(const Model& model, const Node& node) {
  const auto all = [&](const Graph& graph) {
    return std::all_of(graph.nodes().begin(), graph.nodes().end(),
                       [&](const NodePtr& inner) { return IsDeterministic(model, *inner); });
  };
  if (const Function* function = model.FindFunction(node)) return all(function->body);
  const ops::OpDef* op = ops::FindOp(node.domain, node.op);
  if (op == nullptr || op->rounding == ops::Rounding::kRandom) return false;
  // Dropout draws when a third input says that this is training.
  if (node.op == "Dropout" && node.inputs.size() > 2 && node.inputs[2] != kAbsent) return false;
  for (const auto& [name, attr] : node.attrs) {
    if (const auto* one = std::get_if<GraphPtr>(&attr))
      if (!all(**one)) return false;
    if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
      for (const GraphPtr& graph : *many)
        if (!all(*graph)) return false;
  }
  return true;
}

const Tensor* ConstantOf(const Graph& graph, ValueId value) {
  if (value == kAbsent) return nullptr;
  if (const Tensor* tensor = graph.initializer(value))
    return rewrite::IsInput(graph, value) ? nullptr : tensor;
  const Node* node = MakerOf(graph, value, "Constant");
  return node == nullptr ? nullptr : node->attrs.Get<Tensor>("value");
}

bool AllFinite(const Tensor& tensor) {
  if (!IsFloat(tensor.dtype())) return true;
  for (int64_t i = 0; i < tensor.count(); ++i)
    if (!std::isfinite(tensor.RealAt(i))) return false;
  return true;
}

const Node* MakerOf(const Graph& graph, ValueId value, std::string_view op) {
  const int i = value == kAbsent ? -1 : ProducerOf(graph, value);
  if (i < 0) return nullptr;
  const Node& node = graph.node(static_cast<size_t>(i));
  return node.op == op && node.domain.empty() && node.outputs[0] == value ? &node : nullptr;
}

const TensorType& TypeOf(const Graph& graph, ValueId value) {
  static const TensorType kNone;
  return value != kAbsent && graph.type(value).is_tensor() ? graph.type(value).tensor : kNone;
}

void EraseUnused(Graph& graph, ValueId value) {
  if (value == kAbsent || UseCount(graph, value) > 0) return;
  if (graph.initializer(value) != nullptr) {
    if (!rewrite::IsInput(graph, value)) graph.EraseInitializer(value);
    return;
  }
  const int i = ProducerOf(graph, value);
  if (i < 0) return;
  const NodePtr node = graph.nodes()[static_cast<size_t>(i)];
  for (const ValueId id : node->outputs)
    if (id != kAbsent && UseCount(graph, id) > 0) return;
  graph.EraseNode(static_cast<size_t>(i));
  for (const ValueId id : node->inputs) EraseUnused(graph, id);
}

MutatorDef Equivalence(Promise promise, std::string_view name, std::string_view meaning,
                       std::string_view choices, decltype(MutatorDef::find) find,
                       decltype(MutatorDef::apply) apply) {
  return {.name = name,
          .meaning = meaning,
          .choices = choices,
          .family = Family::kEquivalence,
          .promise = promise,
          .find = find,
          .apply = apply};
}

}  // namespace assay::mutate
