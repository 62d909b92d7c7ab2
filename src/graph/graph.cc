#include "graph/graph.h"

#include <array>
#include <mutex>

#include "base/check.h"
#include "base/strings.h"

namespace assay {

ValueId Graph::AddValue(std::string value_name, ValueType type) {
  const auto id = static_cast<ValueId>(values_.size());
  values_.push_back(std::make_shared<const Value>(Value{std::move(value_name), std::move(type)}));
  if (!index_.ids.empty()) index_.ids.emplace(values_.back()->name, id);
  return id;
}

std::string Graph::FreshName(std::string_view hint) const {
  if (hint.empty()) hint = "value";  // no value has an empty name
  std::string candidate(hint);
  for (int i = 1; Find(candidate) != kAbsent; ++i) candidate = StrCat(hint, "_", i);
  return candidate;
}

void Graph::Index() const {
  if (index_.ids.size() == values_.size()) return;
  index_.ids.clear();
  for (size_t i = 0; i < values_.size(); ++i)
    index_.ids.emplace(values_[i]->name, static_cast<ValueId>(i));
}

ValueId Graph::Find(std::string_view value_name) const {
  // Threads may read one graph at once, and the first reader makes the index. One lock per graph
  // would make graphs larger and copies slower; a few for all graphs do.
  static std::array<std::mutex, 16> locks;
  const std::lock_guard lock(
      locks[reinterpret_cast<uintptr_t>(this) / alignof(Graph) % locks.size()]);
  Index();
  const auto it = index_.ids.find(value_name);
  return it == index_.ids.end() ? kAbsent : it->second;
}

void Graph::SetType(ValueId id, ValueType type) {
  const Value& old = value(id);
  if (old.type == type) return;
  ReplaceValue(id, Value{old.name, std::move(type)});
}

void Graph::Rename(ValueId id, std::string value_name) {
  ReplaceValue(id, Value{std::move(value_name), type(id)});
}

void Graph::ReplaceValue(ValueId id, Value changed) {
  std::shared_ptr<const Value>& slot = values_[static_cast<size_t>(id)];
  const auto it = index_.ids.find(slot->name);
  const bool indexed = it != index_.ids.end() && it->second == id;
  if (indexed) index_.ids.erase(it);  // its key points into the old value
  slot = std::make_shared<const Value>(std::move(changed));
  if (indexed) index_.ids.emplace(slot->name, id);
}

void Graph::SetInitializer(ValueId id, Tensor tensor) {
  initializers_.insert_or_assign(id, std::move(tensor));
}
void Graph::EraseInitializer(ValueId id) { initializers_.erase(id); }

const Tensor* Graph::initializer(ValueId id) const {
  const auto it = initializers_.find(id);
  return it == initializers_.end() ? nullptr : &it->second;
}

void Graph::InsertNode(size_t at, Node node) {
  nodes_.insert(nodes_.begin() + static_cast<std::ptrdiff_t>(at),
                std::make_shared<const Node>(std::move(node)));
}

std::vector<int> Graph::Producers() const {
  std::vector<int> producers(values_.size(), -1);
  for (size_t i = 0; i < nodes_.size(); ++i)
    for (const ValueId out : nodes_[i]->outputs)
      if (out != kAbsent) producers[static_cast<size_t>(out)] = static_cast<int>(i);
  return producers;
}

namespace {

bool SameValues(const Graph& a, const Graph& b, const auto& ids_a, const auto& ids_b) {
  return std::equal(ids_a.begin(), ids_a.end(), ids_b.begin(), ids_b.end(),
                    [&](ValueId x, ValueId y) {
                      if (x == kAbsent || y == kAbsent) return x == y;
                      return a.name_of(x) == b.name_of(y) && a.type(x) == b.type(y);
                    });
}

bool SameNode(const Graph& a, const Graph& b, const Node& x, const Node& y) {
  return x.op == y.op && x.domain == y.domain && x.overload == y.overload && x.name == y.name &&
         x.attrs == y.attrs && SameValues(a, b, x.inputs, y.inputs) &&
         SameValues(a, b, x.outputs, y.outputs);
}

}  // namespace

bool operator==(const Graph& a, const Graph& b) {
  if (a.name != b.name || a.node_count() != b.node_count()) return false;
  if (a.initializers_.size() != b.initializers_.size()) return false;
  if (!SameValues(a, b, a.inputs, b.inputs) || !SameValues(a, b, a.outputs, b.outputs))
    return false;
  for (size_t i = 0; i < a.node_count(); ++i)
    if (!SameNode(a, b, a.node(i), b.node(i))) return false;
  for (const auto& [id, tensor] : a.initializers_) {
    const Tensor* other = b.initializer(b.Find(a.name_of(id)));
    if (other == nullptr || !(*other == tensor)) return false;
  }
  return true;
}

int Model::opset(const std::string& of_domain) const {
  const auto it = opsets.find(of_domain == "ai.onnx" ? "" : of_domain);
  return it == opsets.end() ? 0 : it->second;
}

const Function* Model::FindFunction(const Node& node) const {
  for (const Function& function : functions)
    if (function.name == node.op && function.domain == node.domain &&
        function.overload == node.overload)
      return &function;
  return nullptr;
}

namespace {

Graph BindGraph(const Graph& graph, const Attrs& values);

Attr BindAttr(const Attr& attr, const Attrs& values) {
  if (const auto* graph = std::get_if<GraphPtr>(&attr))
    return std::make_shared<const Graph>(BindGraph(**graph, values));
  if (const auto* graphs = std::get_if<std::vector<GraphPtr>>(&attr)) {
    std::vector<GraphPtr> bound;
    for (const GraphPtr& one : *graphs)
      bound.push_back(std::make_shared<const Graph>(BindGraph(*one, values)));
    return bound;
  }
  return attr;
}

Graph BindGraph(const Graph& graph, const Attrs& values) {
  Graph out = graph;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    if (graph.node(i).attrs.empty()) continue;
    Node node = graph.node(i);
    Attrs attrs;
    for (const auto& [name, attr] : node.attrs) {
      const auto* reference = std::get_if<AttrRef>(&attr);
      if (reference == nullptr)
        attrs.Set(name, BindAttr(attr, values));
      else if (const Attr* value = values.Find(reference->name))
        attrs.Set(name, *value);
    }
    node.attrs = std::move(attrs);
    out.SetNode(i, std::move(node));
  }
  return out;
}

}  // namespace

Graph BindAttributes(const Function& function, const Node& call) {
  Attrs values = function.attribute_defaults;
  for (const auto& [name, attr] : call.attrs) values.Set(name, attr);
  return BindGraph(function.body, values);
}

}  // namespace assay
