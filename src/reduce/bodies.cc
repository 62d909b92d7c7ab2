// bodies: puts what If, Loop and calls of local functions hold in place of the node, and thins out
// the bodies that are needed.
//
// A branch is put in whether it was taken or not and a loop body once: that changes what is
// computed, but a candidate only has to show the same failure.
#include <algorithm>

#include "mutate/edit.h"
#include "reduce/extract.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

// The body of a node, what its inputs stand for, and what its outputs take the place of.
struct Body {
  Graph graph;
  std::vector<ValueId> inputs;
  std::vector<size_t> results;  // for each output of the node the output of the body
};

// Copies the nodes and weights of `body` into `graph` at `at`. False when a value is missing.
class Inlining {
 public:
  Inlining(Graph& graph, size_t at, const Body& body) : graph_(graph), at_(at), body_(body) {
    ids_.assign(body.graph.value_count(), kAbsent);
  }

  bool Run(const Node& node) {
    const Graph& inner = body_.graph;
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
  return out;
}

std::optional<ModelCase> Inlined(const ModelCase& now, size_t i, size_t which) {
  ModelCase changed = now;
  Graph& graph = changed.model.graph;
  const std::vector<Body> bodies = BodiesOf(now.model, graph, i);
  if (which >= bodies.size()) return std::nullopt;
  if (!Inlining(graph, i + 1, bodies[which]).Run(now.model.graph.node(i))) return std::nullopt;
  return Finished(std::move(changed));
}

Makers Inlinings(const ModelCase& now) {
  Makers out;
  constexpr size_t kMostBodies = 2;
  for (size_t i = 0; i < now.model.graph.node_count(); ++i) {
    const Node& node = now.model.graph.node(i);
    if (node.op != "If" && node.op != "Loop" && now.model.FindFunction(node) == nullptr) continue;
    for (size_t k = 0; k < kMostBodies; ++k)
      out.push_back([now, i, k] { return Inlined(now, i, k); });
  }
  return out;
}

// `body` without its node `i`, one of whose inputs is used in its place. Nothing when an output is
// then no longer made inside.
std::optional<Graph> Thinner(Graph body, size_t i, size_t k) {
  const NodePtr node = body.nodes()[i];
  for (const ValueId made : node->outputs)
    if (made != kAbsent) mutate::ReplaceUses(body, made, node->inputs[k], i + 1);
  for (const ValueId id : body.outputs)
    if (mutate::ProducerOf(body, id) < 0) return std::nullopt;
  mutate::RemoveDead(body);
  mutate::ForgetTypes(body);
  std::erase_if(body.captured, [&](ValueId id) { return mutate::UseCount(body, id) == 0; });
  return body;
}

std::optional<ModelCase> WithBody(const ModelCase& now, size_t i, const std::string& name,
                                  std::optional<Graph> body) {
  if (!body.has_value()) return std::nullopt;
  ModelCase changed = now;
  Node node = now.model.graph.node(i);
  node.attrs.Set(name, std::make_shared<const Graph>(std::move(*body)));
  changed.model.graph.SetNode(i, std::move(node));
  return Finished(std::move(changed));
}

Makers Thinnings(const ModelCase& now) {
  Makers out;
  for (size_t i = 0; i < now.model.graph.node_count(); ++i)
    for (const auto& [name, attr] : now.model.graph.node(i).attrs) {
      const GraphPtr* held = std::get_if<GraphPtr>(&attr);
      if (held == nullptr) continue;
      const GraphPtr body = *held;
      for (size_t inner = body->node_count(); inner-- > 0;)
        for (size_t k = 0; k < body->node(inner).inputs.size(); ++k)
          if (body->node(inner).inputs[k] != kAbsent)
            out.push_back([now, i, name = name, body, inner, k] {
              return WithBody(now, i, name, Thinner(*body, inner, k));
            });
    }
  return out;
}

}  // namespace

void Bodies(Search& search) {
  search.Sweep(Inlinings);
  search.Sweep(Thinnings);
}

}  // namespace assay::reduce
