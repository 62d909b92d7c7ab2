// Draft: a graph that is being built, with the reference value of everything in it.
//
// Values and nodes are only ever appended, and taken back in the same order when an attempt fails,
// so an attempt costs what it adds and not the size of the graph. Values are listed by element type
// for whoever looks for an operand.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bound/known.h"
#include "generate/pattern.h"
#include "graph/graph.h"

namespace assay::generate {

struct DraftValue {
  enum class Source : uint8_t {
    kInput,   // of the graph
    kWeight,  // an initializer
    kNode,    // made by a node
    kOuter,   // a formal input of a subgraph, or taken from the graph around it
  };
  Source source;
  bool overridable = false;  // a weight that is a graph input, too
  ValueType declared;        // what inference knows
  TensorType actual;         // with its sizes on the case's inputs; no type: not a tensor
  Known known;               // absent until it is needed (inputs and weights)
  Tensor data;               // elements of inputs and weights, likewise
  uint64_t producer = 0;     // the operator that made it, as in generate/combinations.h
  std::string name;          // kOuter
};

class Draft {
 public:
  struct Mark {
    size_t values, nodes;
  };

  // `prefix` begins every name, so that a subgraph's names differ from those around it.
  explicit Draft(std::string prefix = "") : prefix_(std::move(prefix)) {}
  void Reserve(size_t nodes);

  Mark mark() const { return {values_.size(), nodes_.size()}; }
  void Rollback(const Mark& mark);

  // `listed`: other nodes may take it as an operand.
  ValueId Add(DraftValue value, bool listed);
  // Makes a weight an input with the same elements.
  void MakeInput(ValueId id) {
    value(id).source = DraftValue::Source::kInput;
    ++input_count_;
  }
  void AddNode(Node node) { nodes_.push_back(std::move(node)); }

  const DraftValue& value(ValueId id) const { return values_[static_cast<size_t>(id)]; }
  DraftValue& value(ValueId id) { return values_[static_cast<size_t>(id)]; }
  size_t value_count() const { return values_.size(); }
  size_t node_count() const { return nodes_.size(); }
  size_t input_count() const { return input_count_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  // Operands of an element type, oldest first; and of sequences.
  const std::vector<ValueId>& listed(DType dtype) const {
    return listed_[static_cast<size_t>(dtype)];
  }
  const std::vector<ValueId>& listed_sequences() const { return listed_[0]; }
  const std::string& prefix() const { return prefix_; }
  // Patterns (generate/pattern.h) that were grown here.
  void Note(PatternUse use) { patterns_.push_back(use); }
  const std::vector<PatternUse>& patterns() const { return patterns_; }
  // This result of a node is an output even where another node uses it.
  void AlsoOutput(ValueId id) { also_outputs_.push_back(id); }
  // Weights of the same type and elements become one, which all their nodes read.
  void ShareWeights();
  std::string NameOf(ValueId id) const;

  // The graph of all nodes, with the inputs and weights that something uses; its outputs are the
  // values that no node uses. `inputs` gets the values of the graph's inputs. The draft is spent.
  Graph Finish(std::vector<Datum>& inputs);
  // A subgraph with these formal inputs and outputs; further kOuter values that it uses are
  // captured.
  Graph FinishBody(std::string name, const std::vector<ValueId>& formal,
                   const std::vector<ValueId>& outputs);

 private:
  std::vector<bool> Used() const;
  std::vector<ValueId> MoveInto(Graph& graph, const std::vector<bool>& keep);

  std::string prefix_;
  std::vector<DraftValue> values_;
  std::vector<bool> is_listed_;
  std::vector<Node> nodes_;
  std::array<std::vector<ValueId>, kDTypeCount> listed_;  // [0]: sequences
  size_t input_count_ = 0;
  std::vector<PatternUse> patterns_;
  std::vector<ValueId> also_outputs_;
};

// Calls `use` with the name of every value that the node's subgraphs take from around them.
template <typename F>
void ForEachCaptured(const Node& node, F use) {
  for (const auto& [name, attr] : node.attrs)
    if (const auto* graph = std::get_if<GraphPtr>(&attr))
      for (const ValueId id : (*graph)->captured) use((*graph)->name_of(id));
}

}  // namespace assay::generate
