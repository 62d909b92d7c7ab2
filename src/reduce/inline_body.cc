#include "reduce/inline_body.h"

#include <algorithm>

#include "mutate/edit.h"
#include "reduce/extract.h"

namespace assay::reduce {
namespace {

// The body of a node, what its inputs stand for, and what its outputs take the place of.
struct Body {
  Graph graph;
  std::vector<ValueId> inputs;
  std::vector<size_t> results;    // for each output of the node the output of the body
  std::vector<Node> before = {};  // makes what `inputs` name
};

// Copies the nodes and weights of `body` into `graph` at `at`. False when a value is missing.
class Inlining {
 public:
  Inlining(Graph& graph, size_t at, const Body& body) : graph_(graph), at_(at), body_(body) {
    ids_.assign(body.graph.value_count(), kAbsent);
  }

  bool Run(const Node& node) {
    const Graph& inner = body_.graph;
    for (const Node& made : body_.before) graph_.InsertNode(at_++, made);
    for (size_t i = 0; i < inner.inputs.size() && i < body_.inputs.size(); ++i)
      Id(inner.inputs[i]) = body_.inputs[i];
    for (const ValueId id : inner.captured) Id(id) = graph_.Find(inner.name_of(id));
    for (const auto& [id, tensor] : inner.initializers())
      graph_.SetInitializer(Id(id) = New(inner.name_of(id)), tensor);
    for (const NodePtr& copied : inner.nodes())
      if (!Copy(*copied)) return false;
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (node.outputs[i] == kAbsent) continue;
      if (i >= body_.results.size() || body_.results[i] >= inner.outputs.size()) return false;
      const ValueId made = Id(inner.outputs[body_.results[i]]);
      if (made == kAbsent) return false;
      mutate::ReplaceUses(graph_, node.outputs[i], made, at_);
    }
    return true;
  }

 private:
  ValueId& Id(ValueId inner) { return ids_[static_cast<size_t>(inner)]; }

  ValueId New(const std::string& name) { return graph_.AddValue(graph_.FreshName(name)); }

  bool Copy(Node node) {
    for (ValueId& id : node.inputs) {
      if (id == kAbsent) continue;
      id = Id(id);
      if (id == kAbsent) return false;
    }
    for (ValueId& id : node.outputs)
      if (id != kAbsent) id = Id(id) = New(body_.graph.name_of(id));
    graph_.InsertNode(at_++, std::move(node));
    return true;
  }

  Graph& graph_;
  size_t at_;
  const Body& body_;
  std::vector<ValueId> ids_;
};

std::vector<size_t> Numbers(size_t from, size_t count) {
  std::vector<size_t> out(count);
  for (size_t i = 0; i < count; ++i) out[i] = from + i;
  return out;
}

// The first slice or element of `from`, made by a node of its own.
ValueId First(Graph& graph, ValueId from, const char* op, int64_t axis, Body& body) {
  Node node;
  node.op = op;
  node.inputs = {from, mutate::AddConstant(graph, "first", ScalarInt64(0))};
  node.outputs = {graph.AddValue(graph.FreshName("slice"))};
  if (axis != 0) node.attrs.Set("axis", axis);
  body.before.push_back(node);
  return node.outputs[0];
}

// One turn of a Scan: its states as they are at first, and the first slices.
Body FirstTurn(Graph& graph, const Node& node, const Graph& inner) {
  Body out{inner, {}, Numbers(0, node.outputs.size())};
  const auto* slices = node.attrs.Get<int64_t>("num_scan_inputs");
  const auto* axes = node.attrs.Get<std::vector<int64_t>>("scan_input_axes");
  const size_t states =
      node.inputs.size() -
      std::min(node.inputs.size(),
               static_cast<size_t>(slices == nullptr ? 0 : std::max<int64_t>(*slices, 0)));
  for (size_t k = 0; k < node.inputs.size(); ++k) {
    const size_t slice = k - std::min(k, states);
    const int64_t axis = axes != nullptr && slice < axes->size() ? (*axes)[slice] : 0;
    out.inputs.push_back(k < states ? node.inputs[k]
                                    : First(graph, node.inputs[k], "Gather", axis, out));
  }
  return out;
}

// The bodies that may take the place of node `i`. What they need anew is added to `graph`.
std::vector<Body> BodiesOf(const Model& model, Graph& graph, size_t i) {
  const Node& node = model.graph.node(i);
  const std::vector<size_t> same = Numbers(0, node.outputs.size());
  if (const Function* function = model.FindFunction(node))
    return {{BindAttributes(*function, node),
             std::vector<ValueId>(node.inputs.begin(), node.inputs.end()), same}};
  std::vector<Body> out;
  if (node.op == "If")
    for (const char* branch : {"then_branch", "else_branch"})
      if (const GraphPtr* body = node.attrs.Get<GraphPtr>(branch))
        out.push_back({**body, {}, same});
  const GraphPtr* body = node.attrs.Get<GraphPtr>("body");
  if (node.op == "Loop" && body != nullptr) {
    std::vector<ValueId> inputs = {
        mutate::AddConstant(graph, "iteration", ScalarInt64(0)),
        mutate::AddConstant(graph, "go_on",
                            MakeIntTensor(DType::kBool, {}, std::vector<int64_t>{1}))};
    inputs.insert(inputs.end(),
                  node.inputs.begin() + std::min<std::ptrdiff_t>(2, std::ssize(node.inputs)),
                  node.inputs.end());
    // Its first result says whether to go on.
    out.push_back({**body, std::move(inputs), Numbers(1, node.outputs.size())});
  }
  // Before opset 9 it had a batch.
  if (node.op == "Scan" && body != nullptr && model.opset("") >= 9)
    out.push_back(FirstTurn(graph, node, **body));
  return out;
}

}  // namespace

std::optional<ModelCase> Inlined(const ModelCase& now, size_t i, size_t which) {
  ModelCase changed = now;
  Graph& graph = changed.model.graph;
  const std::vector<Body> bodies = BodiesOf(now.model, graph, i);
  if (which >= bodies.size()) return std::nullopt;
  if (!Inlining(graph, i + 1, bodies[which]).Run(now.model.graph.node(i))) return std::nullopt;
  return Finished(std::move(changed));
}

bool HasBody(const Model& model, size_t i) {
  const Node& node = model.graph.node(i);
  return node.op == "If" || node.op == "Loop" || node.op == "Scan" ||
         model.FindFunction(node) != nullptr;
}

}  // namespace assay::reduce
