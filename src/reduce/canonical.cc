// The form of a small graph: equal for graphs that differ in names, sizes and values only.
//
// Nodes get a colour from their operator, attribute names, element types and, round by round, the
// colours around them; they are then written in an order in which they can run, the least colour
// first. Nodes that are alike in every respect may be written in any order without a difference.
#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "mutate/edit.h"
#include "reduce/reduce.h"

namespace assay::reduce {
namespace {

std::string TypeName(const Graph& graph, ValueId id) {
  const ValueType& type = graph.type(id);
  return type.is_tensor() ? std::string(DTypeName(type.tensor.dtype)) : "other";
}

// What is told of a node without its surroundings.
std::string Alone(const Graph& graph, const Node& node) {
  std::string out = StrCat(node.domain, node.domain.empty() ? "" : ".", node.op, "<");
  bool first = true;
  for (const auto& [name, value] : node.attrs) {
    out += StrCat(first ? "" : ",", name);
    first = false;
    if (const GraphPtr* body = std::get_if<GraphPtr>(&value))
      for (const NodePtr& inner : (*body)->nodes()) out += StrCat(" ", inner->op);
  }
  out += ">(";
  for (const ValueId id : node.inputs) out += id == kAbsent ? "-," : TypeName(graph, id) + ",";
  out += ")->";
  for (const ValueId id : node.outputs) out += id == kAbsent ? "-," : TypeName(graph, id) + ",";
  return out;
}

std::vector<uint64_t> Colours(const Graph& graph, const std::vector<int>& producers) {
  std::vector<uint64_t> colours;
  for (const NodePtr& node : graph.nodes()) colours.push_back(HashBytes(Alone(graph, *node)));
  for (size_t round = 0; round < graph.node_count(); ++round) {
    std::vector<uint64_t> next = colours;
    for (size_t i = 0; i < graph.node_count(); ++i) {
      const Node& node = graph.node(i);
      for (size_t k = 0; k < node.inputs.size(); ++k) {
        const ValueId id = node.inputs[k];
        const int from = id == kAbsent ? -1 : producers[static_cast<size_t>(id)];
        if (from < 0) continue;
        next[i] = HashCombine(next[i], HashCombine(colours[static_cast<size_t>(from)], k));
        // The sum does not depend on the order of the users.
        next[static_cast<size_t>(from)] += HashMix(HashCombine(colours[i], k + 1));
      }
    }
    colours = std::move(next);
  }
  return colours;
}

// An order in which the nodes can run, the least colour first.
std::vector<size_t> Order(const Graph& graph, const std::vector<int>& producers) {
  const std::vector<uint64_t> colours = Colours(graph, producers);
  std::vector<size_t> out;
  std::vector<bool> done(graph.node_count(), false);
  const auto made = [&](ValueId id) {
    const int from = id == kAbsent ? -1 : producers[static_cast<size_t>(id)];
    return from < 0 || done[static_cast<size_t>(from)];
  };
  while (out.size() < graph.node_count()) {
    std::optional<size_t> best;
    for (size_t i = 0; i < graph.node_count(); ++i) {
      const auto& inputs = graph.node(i).inputs;
      if (done[i] || !std::all_of(inputs.begin(), inputs.end(), made)) continue;
      if (!best.has_value() || colours[i] < colours[*best]) best = i;
    }
    done[*best] = true;
    out.push_back(*best);
  }
  return out;
}

}  // namespace

std::string Canonical(const ModelCase& model_case) {
  const Graph& graph = model_case.model.graph;
  const std::vector<int> producers = graph.Producers();
  std::vector<std::string> names(graph.value_count());
  int inputs = 0, results = 0;
  std::string out;
  for (const size_t i : Order(graph, producers)) {
    const Node& node = graph.node(i);
    std::vector<std::string> operands, made, keys;
    for (const ValueId id : node.inputs) {
      if (id == kAbsent) {
        operands.emplace_back("-");
        continue;
      }
      std::string& name = names[static_cast<size_t>(id)];
      if (name.empty()) name = StrCat("i", inputs++, ":", TypeName(graph, id));
      operands.push_back(name);
    }
    for (const ValueId id : node.outputs) {
      if (id == kAbsent) continue;
      names[static_cast<size_t>(id)] = StrCat("t", results++);
      made.push_back(StrCat(names[static_cast<size_t>(id)], ":", TypeName(graph, id)));
    }
    for (const auto& [name, value] : node.attrs) keys.push_back(name);
    if (!out.empty()) out += "; ";
    out += StrCat(Join(made, ","), " = ", node.op, keys.empty() ? "" : "<", Join(keys, ","),
                  keys.empty() ? "" : ">", "(", Join(operands, ", "), ")");
  }
  return out;
}

}  // namespace assay::reduce
