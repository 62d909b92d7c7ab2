#include "web/graph_json.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/strings.h"
#include "web/attribute_text.h"

namespace assay::web {
namespace {

using nlohmann::json;

// A browser lays out this many in a second or two; beyond, nobody finds anything in the picture.
constexpr size_t kMostNodes = 1500;

std::string ElementText(const ValueType& type) {
  if (type.is_tensor()) return std::string(DTypeName(type.tensor.dtype));
  return type.kind == ValueType::Kind::kUnknown ? "" : TypeText(type);
}

// "[2,batch,?]"; "" when not even the rank is known.
std::string ShapeOf(const ValueType& type) {
  if (!type.is_tensor() || !type.tensor.has_rank) return "";
  std::vector<std::string> sizes;
  for (const Dim& dim : type.tensor.dims)
    sizes.push_back(dim.known()       ? StrCat(dim.size)
                    : dim.symbol != 0 ? SymbolName(dim.symbol)
                                      : "?");
  return StrCat("[", Join(sizes, ","), "]");
}

// A weight may be called like an attribute, or like a weight of the same node.
std::string FreeKey(const json& object, const std::string& name) {
  std::string key = name;
  while (object.contains(key)) key += "'";
  return key;
}

class Drawer {
 public:
  Drawer(const Graph& graph, const std::vector<std::string>& wrong, const std::string& first)
      : graph_(graph), wrong_(wrong), first_(first) {
    for (const char* key : {"nodes", "edges", "inputs", "outputs"}) out_[key] = json::array();
  }

  json Draw() {
    if (graph_.node_count() > kMostNodes)
      return {
          {"note", StrCat(graph_.node_count(), " nodes: too many to draw; download the model")}};
    for (size_t i = 0; i < graph_.inputs.size(); ++i) AddInput(i);
    for (size_t i = 0; i < graph_.node_count(); ++i)
      for (const ValueId value : graph_.node(i).outputs) origins_[value] = StrCat("n", i);
    for (size_t i = 0; i < graph_.node_count(); ++i) AddNode(i);
    for (size_t i = 0; i < graph_.outputs.size(); ++i) AddOutput(i);
    return std::move(out_);
  }

 private:
  bool Wrong(ValueId value) const {
    return std::ranges::find(wrong_, graph_.name_of(value)) != wrong_.end();
  }

  json Tensor(ValueId value) const {
    return {{"type", ElementText(graph_.type(value))},
            {"shape", ShapeOf(graph_.type(value))},
            {"wrong", Wrong(value)}};
  }

  // Inputs that only name a weight are no ends of edges.
  void AddInput(size_t i) {
    const ValueId value = graph_.inputs[i];
    if (graph_.initializer(value) != nullptr) return;
    json input = Tensor(value);
    input["id"] = origins_[value] = StrCat("i", i);
    input["name"] = graph_.name_of(value);
    out_["inputs"].push_back(std::move(input));
  }

  void AddOutput(size_t i) {
    const ValueId value = graph_.outputs[i];
    json output = Tensor(value);
    output["id"] = StrCat("o", i);
    output["name"] = graph_.name_of(value);
    AddEdge(value, StrCat("o", i));
    out_["outputs"].push_back(std::move(output));
  }

  void AddEdge(ValueId value, const std::string& to, std::optional<size_t> operand = {}) {
    const auto from = origins_.find(value);
    if (from == origins_.end()) return;
    json edge = Tensor(value);
    edge["from"] = from->second;
    edge["to"] = to;
    if (operand.has_value()) edge["operand"] = *operand;
    edge["tensor"] = graph_.name_of(value);
    out_["edges"].push_back(std::move(edge));
  }

  void AddNode(size_t i) {
    const Node& node = graph_.node(i);
    const std::string id = StrCat("n", i);
    json attributes = json::object();
    for (const auto& [name, attribute] : node.attrs) attributes[name] = AttributeText(attribute);
    bool wrong = false;
    for (const ValueId value : node.outputs)
      wrong = wrong || (value != kAbsent && Wrong(value) &&
                        (graph_.node_count() == 1 || graph_.name_of(value) == first_));
    json operands = json::array(), results = json::array();
    for (size_t k = 0; k < node.inputs.size(); ++k)
      operands.push_back(Operand(node.inputs[k], k, id, attributes));
    for (const ValueId value : node.outputs) results.push_back(Named(value));
    AddCaptured(node, id);
    out_["nodes"].push_back({{"id", id},
                             {"op", node.op},
                             {"domain", node.domain},
                             {"name", node.name},
                             {"attributes", std::move(attributes)},
                             {"operands", std::move(operands)},
                             {"results", std::move(results)},
                             {"wrong", wrong}});
  }

  // A tensor with its name; an empty one where a node leaves it out.
  json Named(ValueId value) const {
    if (value == kAbsent) return {{"name", ""}};
    json out = Tensor(value);
    out["name"] = graph_.name_of(value);
    return out;
  }

  // What node `id` takes at place `k`: the end of an edge, or a weight among its attributes.
  json Operand(ValueId value, size_t k, const std::string& id, json& attributes) {
    json out = Named(value);
    if (value == kAbsent) return out;
    const assay::Tensor* weight = graph_.initializer(value);
    if (weight == nullptr) {
      AddEdge(value, id, k);
      return out;
    }
    const std::string key = FreeKey(attributes, graph_.name_of(value));
    attributes[key] = TensorText(*weight);
    out["attribute"] = key;
    return out;
  }

  // What the bodies of If, Loop and Scan take from around them.
  void AddCaptured(const Node& node, const std::string& id) {
    for (const auto& [name, attribute] : node.attrs) {
      std::vector<GraphPtr> bodies;
      if (const auto* one = std::get_if<GraphPtr>(&attribute)) bodies = {*one};
      if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attribute)) bodies = *many;
      for (const GraphPtr& body : bodies)
        for (const ValueId inner : body->captured)
          if (const ValueId value = graph_.Find(body->name_of(inner)); value != kAbsent)
            AddEdge(value, id);
    }
  }

  const Graph& graph_;
  const std::vector<std::string>& wrong_;
  const std::string& first_;
  std::map<ValueId, std::string> origins_;
  json out_ = json::object();
};

}  // namespace

json GraphJson(const Graph& graph, const std::vector<std::string>& wrong,
               const std::string& first) {
  return Drawer(graph, wrong, first).Draw();
}

}  // namespace assay::web
