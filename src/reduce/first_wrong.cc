#include "reduce/first_wrong.h"

#include <algorithm>
#include <cctype>

#include "reduce/inline_body.h"

namespace assay::reduce {
namespace {

using NodeSet = std::vector<bool>;

// Larger cases were not really reduced: every part of them costs a run.
constexpr size_t kMostNodes = 8;

// A node with all that it is made of.
NodeSet WithAncestors(const Graph& graph, size_t last) {
  const std::vector<int> producers = graph.Producers();
  NodeSet out(graph.node_count(), false);
  out[last] = true;
  for (size_t i = last + 1; i-- > 0;) {
    if (!out[i]) continue;
    for (const ValueId id : UsesOf(graph, graph.node(i)))
      if (const int from = producers[static_cast<size_t>(id)]; from >= 0)
        out[static_cast<size_t>(from)] = true;
  }
  return out;
}

// Single nodes first, then what leads to a node; never all of them.
std::vector<NodeSet> PartsOf(const Graph& graph) {
  const size_t count = graph.node_count();
  std::vector<NodeSet> out;
  for (size_t i = 0; i < count; ++i) {
    NodeSet one(count, false);
    one[i] = true;
    out.push_back(std::move(one));
  }
  for (size_t i = 0; i < count; ++i) {
    NodeSet set = WithAncestors(graph, i);
    const auto size = static_cast<size_t>(std::ranges::count(set, true));
    if (size > 1 && size < count) out.push_back(std::move(set));
  }
  return out;
}

// Whether the message names `op` as a word.
bool Names(const std::string& message, const std::string& op) {
  const auto letter = [&](size_t at) {
    return at < message.size() && std::isalnum(static_cast<unsigned char>(message[at])) != 0;
  };
  for (size_t at = message.find(op); at != std::string::npos; at = message.find(op, at + 1))
    if ((at == 0 || !letter(at - 1)) && !letter(at + op.size())) return true;
  return false;
}

// Whether a part with a wrong result is the one that a refusal speaks of: that is another failure.
bool Complains(const Graph& graph, const NodeSet& nodes, const triage::Sighted& wanted,
               const triage::Sighted& seen) {
  if (wanted.symptom.message.empty() || !seen.symptom.message.empty()) return false;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i] && Names(wanted.result.message, graph.node(i).op)) return true;
  return false;
}

}  // namespace

std::optional<Part> WrongByItself(const ModelCase& whole, const Values& values,
                                  const NodeSet& nodes, const triage::Probe& probe,
                                  const triage::Sighted& wanted) {
  auto part = Extract(whole, values, nodes);
  if (!part.has_value()) return std::nullopt;
  auto seen = probe.Run(*part);
  if (!seen.ok() || !seen->finding()) return std::nullopt;
  // What is seen must not go because the one who says it goes.
  if (Complains(whole.model.graph, nodes, wanted, *seen)) return std::nullopt;
  NodeSet others = nodes;
  others.flip();
  const auto rest = Extract(whole, values, others);
  if (rest.has_value() && probe.Shows(*rest, wanted.symptom)) return std::nullopt;
  return Part{std::move(*part), std::move(seen).value()};
}

namespace {

// What a single node holds, where that fails without the node.
std::optional<Part> WrongBody(const ModelCase& lone, const triage::Probe& probe) {
  if (!HasBody(lone.model, 0)) return std::nullopt;
  for (size_t which = 0; which < kMostBodies; ++which) {
    auto body = Inlined(lone, 0, which);
    if (!body.has_value()) continue;
    auto seen = probe.Run(*body);
    if (seen.ok() && seen->finding()) return Part{std::move(*body), std::move(seen).value()};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Part> FirstWrong(const ModelCase& reduced, const triage::Probe& probe,
                               const triage::Sighted& wanted) {
  const Graph& graph = reduced.model.graph;
  if (graph.node_count() == 1) return WrongBody(reduced, probe);
  if (graph.node_count() < 2 || graph.node_count() > kMostNodes) return std::nullopt;
  const auto values = AllValues(reduced);
  if (!values.ok()) return std::nullopt;
  for (const NodeSet& nodes : PartsOf(graph))
    if (auto part = WrongByItself(reduced, *values, nodes, probe, wanted)) return part;
  return std::nullopt;
}

}  // namespace assay::reduce
