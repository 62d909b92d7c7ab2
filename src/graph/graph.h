// Graph and Model: the representation that everything reads and mutators change.
//
// A graph is a list of nodes in an order in which they can run, over a table of values; a node
// names its inputs and outputs by ValueId. Values have at most one producer: a graph input, an
// initializer, a node, or (in a subgraph) the enclosing graph. Copying a graph copies two vectors
// of pointers: nodes are immutable and shared, weights are shared Tensors. To change a node,
// replace it: SetNode(i, changed copy).
//
// Nothing here knows what an operator means; src/ops checks nodes against their definitions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "graph/attr.h"
#include "graph/type.h"

namespace assay {

using ValueId = int32_t;
inline constexpr ValueId kAbsent = -1;  // an optional input or output that is left out

struct Node {
  std::string name;  // may be empty
  std::string op;
  std::string domain;    // "" for ai.onnx
  std::string overload;  // of a model-local function; nearly always ""
  InlineVector<ValueId, 6> inputs;
  InlineVector<ValueId, 3> outputs;
  Attrs attrs;
  std::string doc;
};

// Nodes are shared between the copies of a graph and never changed in place.
using NodePtr = std::shared_ptr<const Node>;

struct Value {
  std::string name;  // unique within its graph, never empty
  ValueType type;    // as declared in the file, refined by inference
};

class Graph {
 public:
  std::string name;
  std::string doc;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  // Values that a subgraph takes from the graph around it, matched by name.
  std::vector<ValueId> captured;

  // --- values ---
  ValueId AddValue(std::string name, ValueType type = {});
  // A name not yet used: `hint`, or `hint` with a number behind it.
  std::string FreshName(std::string_view hint) const;
  ValueId Find(std::string_view name) const;  // kAbsent when there is none
  const Value& value(ValueId id) const { return *values_[static_cast<size_t>(id)]; }
  const std::string& name_of(ValueId id) const { return value(id).name; }
  const ValueType& type(ValueId id) const { return value(id).type; }
  void SetType(ValueId id, ValueType type);
  void Rename(ValueId id, std::string name);
  size_t value_count() const { return values_.size(); }

  // --- weights ---
  void SetInitializer(ValueId id, Tensor tensor);
  void EraseInitializer(ValueId id);
  const Tensor* initializer(ValueId id) const;  // nullptr when there is none
  const std::map<ValueId, Tensor>& initializers() const { return initializers_; }

  // --- nodes ---
  size_t node_count() const { return nodes_.size(); }
  const Node& node(size_t i) const { return *nodes_[i]; }
  const std::vector<NodePtr>& nodes() const { return nodes_; }
  void AddNode(Node node) { nodes_.push_back(std::make_shared<const Node>(std::move(node))); }
  void InsertNode(size_t at, Node node);
  void SetNode(size_t at, Node node) { nodes_[at] = std::make_shared<const Node>(std::move(node)); }
  void EraseNode(size_t at) { nodes_.erase(nodes_.begin() + static_cast<std::ptrdiff_t>(at)); }
  // Index of the node that makes each value; -1 for inputs, initializers and captured values.
  std::vector<int> Producers() const;

  // Same nodes, names, types and weights. Value ids may differ: values are compared by name.
  friend bool operator==(const Graph& a, const Graph& b);

 private:
  void Index() const;
  void ReplaceValue(ValueId id, Value changed);

  std::vector<std::shared_ptr<const Value>> values_;
  std::vector<NodePtr> nodes_;
  std::map<ValueId, Tensor> initializers_;
  // Name look-up, made on first use and dropped by copies (they seldom need it).
  struct NameIndex {
    NameIndex() = default;
    NameIndex(const NameIndex&) {}
    NameIndex& operator=(const NameIndex&) {
      ids.clear();
      return *this;
    }
    NameIndex(NameIndex&&) = default;  // its keys point into values that move along
    NameIndex& operator=(NameIndex&&) = default;
    std::unordered_map<std::string_view, ValueId> ids;
  };
  mutable NameIndex index_;
};

// A function defined in the model file. Its body's AttrRef attributes are bound at each call.
struct Function {
  std::string domain, name, overload, doc;
  std::vector<std::string> attributes;  // without default
  Attrs attribute_defaults;
  std::map<std::string, int> opsets;
  Graph body;  // inputs and outputs by position; no initializers
  friend bool operator==(const Function&, const Function&) = default;
};

struct Model {
  int ir_version = 10;
  std::map<std::string, int> opsets;  // domain ("" for ai.onnx) to version
  Graph graph;
  std::vector<Function> functions;
  std::string producer_name, producer_version, domain, doc;
  int64_t model_version = 0;
  std::map<std::string, std::string> metadata;

  int opset(const std::string& of_domain) const;  // 0 when not imported
  const Function* FindFunction(const Node& node) const;
  friend bool operator==(const Model&, const Model&) = default;
};

// The body of `function` with its attribute references replaced by the call's attributes or the
// defaults; a reference to an attribute that has neither is dropped.
Graph BindAttributes(const Function& function, const Node& call);

// Structure only: every id in range, one producer per value, every use after its definition, names
// unique, captured values present in the graph around (`outer`, nullptr at the top). The message
// names the node and the rule.
Status VerifyStructure(const Graph& graph, const Graph* outer = nullptr);

}  // namespace assay
