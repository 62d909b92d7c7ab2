#include "triage/stand_in.h"

#include <algorithm>
#include <map>

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::triage {
namespace {

// Nodes whose results nobody reads.
void DropDead(Graph& graph) {
  for (size_t i = graph.node_count(); i-- > 0;) {
    const Node& node = graph.node(i);
    if (std::none_of(node.outputs.begin(), node.outputs.end(),
                     [&](ValueId id) { return id != kAbsent && IsUsed(graph, id); }))
      graph.EraseNode(i);
  }
}

ValueId FirstResult(const Node& node) {
  const auto found = std::ranges::find_if(node.outputs, [](ValueId id) { return id != kAbsent; });
  return found == node.outputs.end() ? kAbsent : *found;
}

}  // namespace

bool IsUsed(const Graph& graph, ValueId id) {
  if (std::find(graph.outputs.begin(), graph.outputs.end(), id) != graph.outputs.end()) return true;
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const NodePtr& node) {
    return std::find(node->inputs.begin(), node->inputs.end(), id) != node->inputs.end();
  });
}

ValueId OnlyResult(const Graph& graph, const Node& node) {
  ValueId out = kAbsent;
  for (const ValueId id : node.outputs) {
    if (id == kAbsent || !IsUsed(graph, id)) continue;
    if (out != kAbsent) return kAbsent;
    out = id;
  }
  return out;
}

Tensor Distinct(const Shape& shape, size_t input) {
  std::vector<double> values;
  const int64_t count = ElementCount(shape);
  for (int64_t k = 0; k < count; ++k)
    values.push_back(0.25 + 0.375 * static_cast<double>(input) +
                     0.0625 * static_cast<double>(k % 64));
  return MakeTensor(DType::kFloat32, shape, values);
}

ValueId AddInput(ModelCase& model_case, Tensor value) {
  Graph& graph = model_case.model.graph;
  const ValueId id = graph.AddValue(graph.FreshName("x"), TensorType(value.dtype(), value.shape()));
  graph.inputs.push_back(id);
  Datum datum;
  datum.tensor = std::move(value);
  model_case.inputs.push_back(std::move(datum));
  return id;
}

std::optional<ModelCase> Checked(ModelCase changed) {
  Graph& graph = changed.model.graph;
  const std::vector<NodePtr> nodes = graph.nodes();
  for (const NodePtr& node : nodes)
    for (const ValueId id : node->outputs)
      if (id != kAbsent) graph.SetType(id, {});
  if (!ops::InferTypes(changed.model).ok()) return std::nullopt;
  return changed;
}

std::optional<Node> Simple(const Node& node, ValueId result, const StandIn& other, size_t first) {
  Node out;
  out.name = node.name;
  out.op = other.op;
  out.outputs.push_back(result);
  for (size_t i = first; i < node.inputs.size(); ++i)
    if (node.inputs[i] != kAbsent && out.inputs.size() < static_cast<size_t>(other.operands))
      out.inputs.push_back(node.inputs[i]);
  if (out.inputs.size() < static_cast<size_t>(other.operands)) return std::nullopt;
  return out;
}

std::vector<Node> SameCall(const Node& node, int opset) {
  std::vector<Node> out;
  for (const ops::OpDef& op : ops::AllOps()) {
    if (!op.domain.empty() || op.name == node.op || op.rounding == ops::Rounding::kRandom) continue;
    const ops::Schema* schema = ops::FindSchema("", op.name, opset);
    if (schema == nullptr || node.inputs.size() > schema->max_inputs ||
        node.inputs.size() < schema->min_inputs || node.outputs.size() > schema->max_outputs)
      continue;
    Node other = node;
    other.op = op.name;
    out.push_back(std::move(other));
  }
  return out;
}

std::optional<ModelCase> Ordinary(const Model& like, const Node& node, double value, DType dtype) {
  for (const Shape& shape : {Shape{1}, Shape{1, 1}, Shape{1, 1, 1, 1}}) {
    ModelCase out;
    out.model.ir_version = like.ir_version;
    out.model.opsets = like.opsets;
    Graph& graph = out.model.graph;
    graph.name = "ordinary";
    Node plain;
    plain.op = node.op;
    const ops::Schema* schema = ops::FindSchema("", node.op, like.opset(""));
    if (schema == nullptr) return std::nullopt;
    const size_t operands = std::max<size_t>(1, schema->min_inputs);
    for (size_t i = 0; i < operands; ++i)
      plain.inputs.push_back(AddInput(out, MakeTensor(dtype, shape, {&value, 1})));
    // Windows of size 1; other attributes that must be there leave no ordinary form.
    for (const ops::AttrSpec& attr : schema->attrs)
      if (attr.required && attr.kind == ops::AttrKind::kInts && shape.size() > 2)
        plain.attrs.Set(std::string(attr.name), std::vector<int64_t>(shape.size() - 2, 1));
    const ValueId result = graph.AddValue("y");
    plain.outputs.push_back(result);
    graph.outputs.push_back(result);
    graph.AddNode(std::move(plain));
    if (auto checked = Checked(std::move(out))) return checked;
  }
  return std::nullopt;
}

void DropUnread(ModelCase& model_case) {
  Graph& graph = model_case.model.graph;
  DropDead(graph);
  for (size_t i = graph.inputs.size(); i-- > 0;) {
    if (IsUsed(graph, graph.inputs[i])) continue;
    graph.inputs.erase(graph.inputs.begin() + static_cast<std::ptrdiff_t>(i));
    model_case.inputs.erase(model_case.inputs.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

ModelCase AllAlike(const ModelCase& from, bool connected) {
  const Graph& old = from.model.graph;
  ModelCase out;
  out.model.ir_version = from.model.ir_version;
  out.model.opsets = from.model.opsets;
  Graph& graph = out.model.graph;
  graph.name = old.name;
  // A node that nobody reads does its harm by being there: its stand-in must be, too.
  const auto unread = [&](const Node& node) {
    return std::ranges::none_of(node.outputs,
                                [&](ValueId id) { return id != kAbsent && IsUsed(old, id); })
               ? FirstResult(node)
               : kAbsent;
  };
  std::map<ValueId, ValueId> made;
  for (const NodePtr& node : old.nodes()) {
    for (const ValueId id : node->outputs) {
      if (id == kAbsent || (!IsUsed(old, id) && id != unread(*node))) continue;
      const auto operand = std::find_if(node->inputs.begin(), node->inputs.end(),
                                        [&](ValueId input) { return made.contains(input); });
      const ValueType& type = old.type(id);
      const Shape shape = type.is_tensor() ? type.tensor.shape().value_or(Shape{2}) : Shape{2};
      Node plain;
      plain.op = kStandIns[0].op;
      plain.inputs.push_back(connected && operand != node->inputs.end()
                                 ? made[*operand]
                                 : AddInput(out, Distinct(shape, out.inputs.size())));
      plain.outputs.push_back(graph.AddValue(graph.FreshName("t")));
      made[id] = plain.outputs[0];
      graph.AddNode(std::move(plain));
    }
  }
  for (const ValueId id : old.outputs)
    if (made.contains(id)) graph.outputs.push_back(made[id]);
  for (const NodePtr& node : old.nodes())
    if (made.contains(unread(*node))) graph.outputs.push_back(made[unread(*node)]);
  DropUnread(out);
  return out;
}

}  // namespace assay::triage
