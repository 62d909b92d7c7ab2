#include "mutate/edit.h"

#include <algorithm>
#include <unordered_set>

#include "base/strings.h"

namespace assay::mutate {
namespace {

constexpr int kPadTakesInputs = 11;    // opset from which Pad's amounts are an input
constexpr int kSliceTakesInputs = 10;  // the same for Slice

template <typename Visit>
void ForEachSubgraph(const Node& node, Visit visit) {
  for (const auto& [name, attr] : node.attrs) {
    if (const auto* one = std::get_if<GraphPtr>(&attr)) visit(**one);
    if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
      for (const GraphPtr& graph : *many) visit(*graph);
  }
}

bool Captures(const Node& node, const std::string& name) {
  bool found = false;
  ForEachSubgraph(node, [&](const Graph& graph) {
    for (const ValueId id : graph.captured) found = found || graph.name_of(id) == name;
  });
  return found;
}

void CollectInnerNames(const Graph& graph, std::unordered_set<std::string>& names) {
  for (const NodePtr& node : graph.nodes())
    ForEachSubgraph(*node, [&](const Graph& inner) {
      for (size_t i = 0; i < inner.value_count(); ++i)
        names.insert(inner.name_of(static_cast<ValueId>(i)));
      CollectInnerNames(inner, names);
    });
}

ValueId Resize(Graph& graph, size_t& at, ValueId value, DType dtype, const Shape& from,
               const Shape& to, int opset, std::string_view role) {
  std::vector<int64_t> ends, pads(2 * from.size(), 0);
  bool cut = false, grow = false;
  for (size_t i = 0; i < from.size(); ++i) {
    ends.push_back(std::min(from[i], to[i]));
    cut = cut || to[i] < from[i];
    pads[from.size() + i] = std::max<int64_t>(0, to[i] - from[i]);
    grow = grow || to[i] > from[i];
  }
  if (cut) {
    const std::vector<int64_t> starts(from.size(), 0);
    if (opset >= kSliceTakesInputs)
      value =
          Emit(graph, at, "Slice",
               {value, AddInts(graph, "starts", starts), AddInts(graph, "ends", ends)}, {}, role);
    else
      value = Emit(graph, at, "Slice", {value}, {{"starts", starts}, {"ends", ends}}, role);
  }
  if (!grow) return value;
  if (opset < kPadTakesInputs) return Emit(graph, at, "Pad", {value}, {{"pads", pads}}, role);
  std::vector<ValueId> inputs = {value, AddInts(graph, "pads", pads)};
  // The default of the missing value is defined for numbers only.
  if (!IsFloat(dtype)) inputs.push_back(AddConstant(graph, "fill", Tensor(dtype, Shape{})));
  return Emit(graph, at, "Pad", std::move(inputs), {}, role);
}

ValueId Reshape(Graph& graph, size_t& at, ValueId value, const Shape& to, int opset,
                std::string_view role) {
  const std::vector<int64_t> sizes(to.begin(), to.end());
  Attrs attrs;
  // A zero in the target shape means "copy from the input" unless this is said.
  if (opset >= 14 && std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    attrs.Set("allowzero", int64_t{1});
  return Emit(graph, at, "Reshape", {value, AddInts(graph, "shape", sizes)}, attrs, role);
}

}  // namespace

std::string UnusedName(const Graph& graph, std::string_view hint) {
  std::unordered_set<std::string> inner;
  CollectInnerNames(graph, inner);
  std::string name = graph.FreshName(hint);
  for (int i = 1; inner.contains(name); ++i) name = graph.FreshName(StrCat(hint, "_", i, "_"));
  return name;
}

ValueId Emit(Graph& graph, size_t& at, std::string_view op, std::vector<ValueId> inputs,
             Attrs attrs, std::string_view role) {
  Node node;
  node.op = op;
  node.attrs = std::move(attrs);
  for (const ValueId id : inputs) node.inputs.push_back(id);
  const ValueId out = graph.AddValue(UnusedName(graph, StrCat(op, "_out")));
  node.outputs.push_back(out);
  node.name = StrCat(role, graph.name_of(out));
  graph.InsertNode(at++, std::move(node));
  return out;
}

ValueId AddConstant(Graph& graph, std::string_view hint, Tensor tensor) {
  const ValueId id =
      graph.AddValue(UnusedName(graph, hint), TensorType(tensor.dtype(), tensor.shape()));
  graph.SetInitializer(id, std::move(tensor));
  return id;
}

ValueId AddInts(Graph& graph, std::string_view hint, const std::vector<int64_t>& values) {
  return AddConstant(graph, hint, Int64Vector(values));
}

ValueId AddScalar(Graph& graph, std::string_view hint, DType dtype, double value) {
  return AddConstant(graph, hint, MakeTensor(dtype, Shape{}, std::span(&value, 1)));
}

void ReplaceUses(Graph& graph, ValueId old, ValueId to, size_t from) {
  for (size_t i = from; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    if (std::find(node.inputs.begin(), node.inputs.end(), old) == node.inputs.end()) continue;
    Node changed = node;
    std::replace(changed.inputs.begin(), changed.inputs.end(), old, to);
    graph.SetNode(i, std::move(changed));
  }
  std::replace(graph.outputs.begin(), graph.outputs.end(), old, to);
}

int UseCount(const Graph& graph, ValueId value) {
  int count = 0;
  for (const NodePtr& node : graph.nodes()) {
    count += static_cast<int>(std::count(node->inputs.begin(), node->inputs.end(), value));
    count += Captures(*node, graph.name_of(value)) ? 1 : 0;
  }
  return count + static_cast<int>(std::count(graph.outputs.begin(), graph.outputs.end(), value));
}

int ProducerOf(const Graph& graph, ValueId value) {
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const auto& outputs = graph.node(i).outputs;
    if (std::find(outputs.begin(), outputs.end(), value) != outputs.end())
      return static_cast<int>(i);
  }
  return -1;
}

bool IsCaptured(const Graph& graph, ValueId value) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(),
                     [&](const NodePtr& node) { return Captures(*node, graph.name_of(value)); });
}

std::vector<ValueId> CapturedBy(const Graph& graph, const Node& node) {
  std::vector<ValueId> out;
  ForEachSubgraph(node, [&](const Graph& inner) {
    for (const ValueId id : inner.captured) {
      const ValueId outer = graph.Find(inner.name_of(id));
      if (outer != kAbsent) out.push_back(outer);
    }
  });
  return out;
}

bool IsGraphOutput(const Graph& graph, ValueId value) {
  return std::find(graph.outputs.begin(), graph.outputs.end(), value) != graph.outputs.end();
}

std::optional<Shape> StaticShape(const Graph& graph, ValueId value) {
  const ValueType& type = graph.type(value);
  return type.is_tensor() ? type.tensor.shape() : std::nullopt;
}

DType DTypeOf(const Graph& graph, ValueId value) {
  const ValueType& type = graph.type(value);
  return type.is_tensor() ? type.tensor.dtype : DType::kUndefined;
}

void RemoveDead(Graph& graph) {
  std::vector<bool> live(graph.value_count(), false);
  for (const ValueId id : graph.outputs) live[static_cast<size_t>(id)] = true;
  for (size_t i = graph.node_count(); i-- > 0;) {
    const NodePtr node = graph.nodes()[i];
    const bool needed = std::any_of(node->outputs.begin(), node->outputs.end(), [&](ValueId id) {
      return id != kAbsent && live[static_cast<size_t>(id)];
    });
    if (!needed) {
      graph.EraseNode(i);
      continue;
    }
    for (const ValueId id : node->inputs)
      if (id != kAbsent) live[static_cast<size_t>(id)] = true;
    ForEachSubgraph(*node, [&](const Graph& inner) {
      for (const ValueId id : inner.captured) {
        const ValueId outer = graph.Find(inner.name_of(id));
        if (outer != kAbsent) live[static_cast<size_t>(outer)] = true;
      }
    });
  }
  std::vector<ValueId> dead;
  for (const auto& [id, tensor] : graph.initializers())
    if (!live[static_cast<size_t>(id)] &&
        std::find(graph.inputs.begin(), graph.inputs.end(), id) == graph.inputs.end())
      dead.push_back(id);
  for (const ValueId id : dead) graph.EraseInitializer(id);
}

void RemoveUnused(Graph& graph, size_t i) {
  const auto& outputs = graph.node(i).outputs;
  if (std::any_of(outputs.begin(), outputs.end(),
                  [&](ValueId id) { return id != kAbsent && UseCount(graph, id) > 0; }))
    return;
  graph.EraseNode(i);
  DropUnusedInitializers(graph);
}

void DropUnusedInitializers(Graph& graph) {
  std::vector<bool> used(graph.value_count(), false);
  const auto use = [&](ValueId id) {
    if (id != kAbsent) used[static_cast<size_t>(id)] = true;
  };
  for (const NodePtr& node : graph.nodes()) {
    for (const ValueId id : node->inputs) use(id);
    for (const ValueId id : CapturedBy(graph, *node)) use(id);
  }
  for (const ValueId id : graph.inputs) use(id);
  for (const ValueId id : graph.outputs) use(id);
  std::vector<ValueId> unused;
  for (const auto& [id, tensor] : graph.initializers())
    if (!used[static_cast<size_t>(id)]) unused.push_back(id);
  for (const ValueId id : unused) graph.EraseInitializer(id);
}

void ForgetTypes(Graph& graph) {
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent) graph.SetType(id, {});
}

ValueId FitShape(Graph& graph, size_t& at, ValueId value, DType from_dtype, const Shape& from,
                 DType to_dtype, const Shape& to, int opset, std::string_view role) {
  if (!(from == to)) {
    if (from.size() == to.size() && !from.empty()) {
      value = Resize(graph, at, value, from_dtype, from, to, opset, role);
    } else {
      const Shape flat_from = {ElementCount(from)}, flat_to = {ElementCount(to)};
      if (from.size() != 1) value = Reshape(graph, at, value, flat_from, opset, role);
      value = Resize(graph, at, value, from_dtype, flat_from, flat_to, opset, role);
      if (to.size() != 1) value = Reshape(graph, at, value, to, opset, role);
    }
  }
  if (from_dtype != to_dtype)
    value = Emit(graph, at, "Cast", {value}, {{"to", static_cast<int64_t>(to_dtype)}}, role);
  return value;
}

}  // namespace assay::mutate
