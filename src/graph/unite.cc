#include "graph/unite.h"

#include <algorithm>

#include "base/strings.h"

namespace assay {
namespace {

// Named sizes of different members have nothing to do with each other.
ValueType Renamed(ValueType type, size_t member) {
  for (Dim& dim : type.tensor.dims)
    if (dim.symbol != 0) dim.symbol = InternSymbol(UnitedName(member, SymbolName(dim.symbol)));
  if (type.element != nullptr)
    type.element = std::make_shared<const ValueType>(Renamed(*type.element, member));
  return type;
}

// All names of a body get the prefix, those that it takes from around it too: a value keeps its one
// name through all levels.
GraphPtr Renamed(const Graph& body, size_t member);

Attr Renamed(const Attr& attr, size_t member) {
  if (const auto* body = std::get_if<GraphPtr>(&attr)) return Renamed(**body, member);
  const auto* bodies = std::get_if<std::vector<GraphPtr>>(&attr);
  if (bodies == nullptr) return attr;
  std::vector<GraphPtr> out;
  for (const GraphPtr& body : *bodies) out.push_back(Renamed(*body, member));
  return out;
}

Node Renamed(Node node, size_t member) {
  if (!node.name.empty()) node.name = UnitedName(member, node.name);
  const Attrs attrs = node.attrs;
  for (const auto& [name, attr] : attrs) node.attrs.Set(name, Renamed(attr, member));
  return node;
}

void RenameValue(ValueId id, size_t member, Graph& graph) {
  graph.Rename(id, UnitedName(member, graph.name_of(id)));
  graph.SetType(id, Renamed(graph.type(id), member));
}

GraphPtr Renamed(const Graph& body, size_t member) {
  Graph out = body;
  for (size_t id = 0; id < out.value_count(); ++id)
    RenameValue(static_cast<ValueId>(id), member, out);
  for (size_t i = 0; i < out.node_count(); ++i) out.SetNode(i, Renamed(out.node(i), member));
  return std::make_shared<const Graph>(std::move(out));
}

// Adds `graph`, whose values get the ids behind those of `out`.
void Append(const Graph& graph, size_t member, Graph& out) {
  const auto first = static_cast<ValueId>(out.value_count());
  const auto shift = [&](auto& ids) {
    for (ValueId& id : ids)
      if (id != kAbsent) id += first;
  };
  for (size_t id = 0; id < graph.value_count(); ++id) {
    const Value& value = graph.value(static_cast<ValueId>(id));
    out.AddValue(UnitedName(member, value.name), Renamed(value.type, member));
  }
  for (const auto& [id, tensor] : graph.initializers()) out.SetInitializer(id + first, tensor);
  for (const NodePtr& node : graph.nodes()) {
    Node added = Renamed(*node, member);
    shift(added.inputs);
    shift(added.outputs);
    out.AddNode(std::move(added));
  }
  for (const ValueId id : graph.inputs) out.inputs.push_back(id + first);
  for (const ValueId id : graph.outputs) out.outputs.push_back(id + first);
}

}  // namespace

std::string UnitedName(size_t i, std::string_view name) { return StrCat("m", i, "_", name); }

std::optional<Model> Unite(std::span<const Model* const> models, Opsets opsets) {
  Model out;
  out.graph.name = kPackName;
  std::string members;
  bool differ = false;
  for (size_t i = 0; i < models.size(); ++i) {
    const Model& model = *models[i];
    if (!model.functions.empty()) return std::nullopt;
    for (const auto& [domain, version] : model.opsets) {
      int& own = out.opsets.emplace(domain, version).first->second;
      if (own == version) continue;
      if (opsets == Opsets::kEqual || !domain.empty()) return std::nullopt;
      own = std::max(own, version);
      differ = true;
    }
    members += StrCat(members.empty() ? "" : " ", model.opset(""));
    out.ir_version = i == 0 ? model.ir_version : std::max(out.ir_version, model.ir_version);
    Append(model.graph, i, out.graph);
  }
  if (differ) out.metadata[std::string(kMemberOpsets)] = members;
  return out;
}

}  // namespace assay
