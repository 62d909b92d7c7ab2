#include "web/graph_json.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/strings.h"
#include "graph/attr.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr size_t kMostItems = 16;     // of a list
constexpr int64_t kMostElements = 8;  // of a tensor
constexpr size_t kLongestText = 200;

std::string Short(const std::string& text) {
  return text.size() <= kLongestText ? text : text.substr(0, kLongestText) + " …";
}

// "" when there are too many elements to be read.
std::string ValuesText(const Tensor& tensor) {
  if (tensor.count() > kMostElements) return "";
  std::vector<std::string> items;
  for (int64_t i = 0; i < tensor.count(); ++i) {
    if (tensor.dtype() == DType::kString)
      items.push_back(Short(tensor.strings()[static_cast<size_t>(i)]));
    else if (IsFloat(tensor.dtype()))
      items.push_back(FormatDouble(tensor.RealAt(i)));
    else if (IsIntOrBool(tensor.dtype()))
      items.push_back(StrCat(tensor.IntAt(i)));
    else
      return "";
  }
  return tensor.rank() == 0 && items.size() == 1 ? items[0] : StrCat("[", Join(items, ", "), "]");
}

// "float32[3] = [1, 2, 3]"; without the values when there are too many to be read.
std::string TensorText(const Tensor& tensor) {
  const std::string values = ValuesText(tensor);
  return StrCat(DTypeName(tensor.dtype()), ShapeText(tensor.shape()),
                values.empty() ? "" : " = " + values);
}

std::string Item(int64_t value) { return StrCat(value); }
std::string Item(float value) { return FormatDouble(static_cast<double>(value)); }
std::string Item(const std::string& value) { return Short(value); }
std::string Item(const Tensor& value) { return TensorText(value); }
std::string Item(const GraphPtr& value) {
  return StrCat("a graph of ", value->node_count(), value->node_count() == 1 ? " node" : " nodes");
}
std::string Item(const ValueType& value) { return TypeText(value); }
std::string Item(const AttrRef& value) {
  return StrCat("attribute '", value.name, "' of the call");
}

template <typename T>
std::string Item(const std::vector<T>& values) {
  std::vector<std::string> items;
  for (size_t i = 0; i < values.size() && i < kMostItems; ++i) items.push_back(Item(values[i]));
  if (values.size() > kMostItems) items.push_back(StrCat("… ", values.size(), " in all"));
  return StrCat("[", Join(items, ", "), "]");
}

// "[2, 2]", "0.5", "float32[3] = [1, 2, 3]", "a graph of 4 nodes". Long lists are cut.
std::string AttributeText(const Attr& attribute) {
  return std::visit([](const auto& value) { return Item(value); }, attribute);
}

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
