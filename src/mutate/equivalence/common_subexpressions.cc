// duplicate-node:  a node with several consumers  ==>  two equal nodes that share them
// merge-equal:     two nodes of the same operator, attributes and inputs  ==>  one
//
// Promise: same bits: the same operator on the same operands. Nodes that draw random numbers are
//          left alone.
// Needs:   duplicate-node: two consumers; merge-equal: two such nodes, of which the second is not
//          captured by a subgraph.
// Aims at: elimination of common subexpressions, fusion that needs a single consumer.
#include <algorithm>

#include "mutate/equivalence/rewrite.h"
#include "mutate/layer.h"

namespace assay::mutate {
namespace common_subexpressions {
namespace {

// Nodes that take `value` (each once), then outputs of the graph, as positions behind the nodes.
std::vector<size_t> Consumers(const Graph& graph, ValueId value) {
  std::vector<size_t> found;
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const auto& inputs = graph.node(i).inputs;
    if (std::find(inputs.begin(), inputs.end(), value) != inputs.end()) found.push_back(i);
  }
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    if (graph.outputs[i] == value) found.push_back(graph.node_count() + i);
  return found;
}

bool FitsDuplicate(const Model& model, const Node& node) {
  return IsDeterministic(model, node) && !HasSubgraphs(node) && node.op != "Constant" &&
         Consumers(model.graph, node.outputs[0]).size() >= 2;
}

Result<ModelCase> Duplicate(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  // A consumer takes one of the two for all its inputs: x * x stays a square.
  std::vector<size_t> moved = Consumers(graph, site.value);
  const auto kept = static_cast<size_t>(rng.Int(0, static_cast<int64_t>(moved.size()) - 1));
  moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(kept));
  while (moved.size() > 1 && rng.Chance(0.5)) moved.pop_back();
  const Node node = graph.node(site.node);
  size_t at = site.node + 1;
  const ValueId copy = Emit(graph, at, node.op, {node.inputs.begin(), node.inputs.end()},
                            node.attrs, RolePrefix(graph, site.node));
  const size_t old_count = graph.node_count() - 1;
  for (const size_t place : moved) {
    if (place >= old_count) {
      graph.outputs[place - old_count] = copy;
      continue;
    }
    Node consumer = graph.node(place + 1);
    std::replace(consumer.inputs.begin(), consumer.inputs.end(), site.value, copy);
    graph.SetNode(place + 1, std::move(consumer));
  }
  return out;
}

bool SameComputation(const Node& a, const Node& b) {
  return a.op == b.op && a.domain == b.domain && a.overload == b.overload && a.inputs == b.inputs &&
         a.outputs.size() == b.outputs.size() && a.attrs == b.attrs;
}

// Sites are the second of two equal nodes; `variant` is the first.
std::vector<Site> FindEqual(const Model& model) {
  const Graph& graph = model.graph;
  std::vector<Site> sites;
  const std::vector<Site> candidates = NodeSites(model, [](const Model& m, const Node& node) {
    return IsDeterministic(m, node) && !HasSubgraphs(node) && !node.inputs.empty();
  });
  for (size_t j = 1; j < candidates.size(); ++j) {
    const ValueId later = candidates[j].value;
    for (size_t i = 0; i < j; ++i) {
      if (!SameComputation(graph.node(candidates[i].node), graph.node(candidates[j].node)))
        continue;
      // A graph may not list one value twice among its outputs.
      if (IsCaptured(graph, later) ||
          (IsGraphOutput(graph, later) && IsGraphOutput(graph, candidates[i].value)))
        break;
      sites.push_back({.node = candidates[j].node,
                       .value = later,
                       .variant = static_cast<int>(candidates[i].node)});
      break;
    }
  }
  return sites;
}

Result<ModelCase> Merge(const ModelCase& base, const Site& site, Rng&) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const ValueId first = graph.node(static_cast<size_t>(site.variant)).outputs[0];
  ReplaceUses(graph, site.value, first, site.node + 1);
  graph.EraseNode(site.node);
  return out;
}

}  // namespace
}  // namespace common_subexpressions

MutatorDef DuplicateNodeDef() {
  return {.name = "duplicate-node",
          .meaning = "a node is computed twice and its consumers are shared between the two",
          .choices = "at least one consumer each",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindNodes<common_subexpressions::FitsDuplicate>,
          .apply = common_subexpressions::Duplicate};
}

MutatorDef MergeEqualDef() {
  return {.name = "merge-equal",
          .meaning = "of two nodes that compute the same, one serves both",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = common_subexpressions::FindEqual,
          .apply = common_subexpressions::Merge};
}

}  // namespace assay::mutate
