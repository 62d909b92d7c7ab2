#include "campaign/realism.h"

#include "base/hash.h"

namespace assay::campaign {
namespace {

// Hashes of all chains of two and three operators along the edges, each as often as it occurs.
std::vector<uint64_t> Chains(const Graph& graph) {
  const std::vector<int> producers = graph.Producers();
  std::vector<uint64_t> names;
  for (const NodePtr& node : graph.nodes()) names.push_back(HashBytes(node->op));
  std::vector<uint64_t> out;
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (const ValueId id : graph.node(i).inputs) {
      const int middle = id == kAbsent ? -1 : producers[static_cast<size_t>(id)];
      if (middle < 0) continue;
      const uint64_t two = HashCombine(names[static_cast<size_t>(middle)], names[i]);
      out.push_back(two);
      for (const ValueId before : graph.node(static_cast<size_t>(middle)).inputs) {
        const int first = before == kAbsent ? -1 : producers[static_cast<size_t>(before)];
        if (first >= 0) out.push_back(HashCombine(names[static_cast<size_t>(first)], two));
      }
    }
  return out;
}

}  // namespace

void Realism::Learn(const Graph& graph) {
  for (const uint64_t chain : Chains(graph)) chains_.insert(chain);
}

double Realism::Score(const Graph& graph) const {
  const std::vector<uint64_t> chains = Chains(graph);
  if (chains.empty()) return 0;
  size_t known = 0;
  for (const uint64_t chain : chains) known += chains_.contains(chain) ? 1 : 0;
  return static_cast<double>(known) / static_cast<double>(chains.size());
}

}  // namespace assay::campaign
