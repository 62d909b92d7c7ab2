// slice: keeps a few nodes and feeds them with the values that the whole model has there.
//
// The reference computes every tensor once; then any set of nodes is a model of its own. Small sets
// come first, around the suspect if there is one, so that a large model is never run again as a
// whole. What shows the failure is then thinned out until no node can be spared.
#include <algorithm>
#include <numeric>
#include <set>

#include "reduce/extract.h"
#include "reduce/pass.h"

namespace assay::reduce {
namespace {

using NodeSet = std::vector<bool>;

// Around nodes that nobody suspects, larger sets than this are left to the thinning out.
constexpr size_t kLargestBlindSet = 8;

// For each node those that make what it uses, then those that use what it makes.
std::vector<std::vector<size_t>> Neighbours(const Graph& graph) {
  const std::vector<int> producers = graph.Producers();
  std::vector<std::vector<size_t>> out(graph.node_count()), users(graph.node_count());
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (const ValueId id : UsesOf(graph, graph.node(i))) {
      const int producer = producers[static_cast<size_t>(id)];
      if (producer < 0) continue;
      out[i].push_back(static_cast<size_t>(producer));
      users[static_cast<size_t>(producer)].push_back(i);
    }
  for (size_t i = 0; i < out.size(); ++i)
    out[i].insert(out[i].end(), users[i].begin(), users[i].end());
  return out;
}

// The `size` nodes nearest to `centre`, itself included.
NodeSet Around(const std::vector<std::vector<size_t>>& neighbours, size_t centre, size_t size) {
  NodeSet out(neighbours.size(), false);
  std::vector<size_t> queue = {centre};
  out[centre] = true;
  for (size_t head = 0; head < queue.size(); ++head)
    for (const size_t next : neighbours[queue[head]]) {
      if (queue.size() >= size) return out;
      if (out[next]) continue;
      out[next] = true;
      queue.push_back(next);
    }
  return out;
}

// A pair of neighbours each, with the first of them as the user of the second or the other way
// round.
std::vector<NodeSet> Pairs(const std::vector<std::vector<size_t>>& neighbours, size_t centre) {
  std::vector<NodeSet> out;
  for (const size_t other : neighbours[centre]) {
    NodeSet set(neighbours.size(), false);
    set[centre] = set[other] = true;
    out.push_back(std::move(set));
  }
  return out;
}

int ProducerNamed(const Graph& graph, const std::string& tensor) {
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (const ValueId id : graph.node(i).outputs)
      if (id != kAbsent && graph.name_of(id) == tensor) return static_cast<int>(i);
  return -1;
}

// Sets to try, the most promising first.
std::vector<NodeSet> Guesses(const Graph& graph, int suspect) {
  const size_t count = graph.node_count();
  const auto neighbours = Neighbours(graph);
  std::vector<NodeSet> out;
  std::set<NodeSet> known;
  const auto add = [&](NodeSet set) {
    if (known.insert(set).second) out.push_back(std::move(set));
  };
  if (suspect >= 0) {
    const auto centre = static_cast<size_t>(suspect);
    add(Around(neighbours, centre, 1));
    for (NodeSet& pair : Pairs(neighbours, centre)) add(std::move(pair));
    for (size_t size = 2; size < count; size *= 2) add(Around(neighbours, centre, size));
  }
  for (size_t i = 0; i < count; ++i) add(Around(neighbours, i, 1));
  for (size_t i = 0; i < count; ++i)
    for (NodeSet& pair : Pairs(neighbours, i)) add(std::move(pair));
  for (size_t size = 3; size <= kLargestBlindSet && size < count; size = size < 4 ? 4 : 2 * size)
    for (size_t i = 0; i < count; ++i) add(Around(neighbours, i, size));
  return out;
}

void TakeSmallSet(Search& search, const Values& values) {
  const ModelCase whole = search.current();
  const int suspect = ProducerNamed(whole.model.graph, search.options().suspect);
  Makers makers;
  for (NodeSet& set : Guesses(whole.model.graph, suspect)) {
    const bool suspected = suspect >= 0 && set[static_cast<size_t>(suspect)];
    makers.push_back([&whole, &values, set] { return Extract(whole, values, set); });
    // Some failures need a value that is known before running.
    if (suspected)
      makers.push_back(
          [&whole, &values, set] { return Extract(whole, values, set, Supply::kConstants); });
  }
  search.TakeFirst(makers);
}

// Drops chunks of nodes, from half of them down to single ones.
void ThinOut(Search& search, const Values& values) {
  for (size_t size = std::max<size_t>(1, search.graph().node_count() / 2);; size /= 2) {
    search.Sweep([&](const ModelCase& now) {
      const size_t count = now.model.graph.node_count();
      Makers makers;
      // From the end: what is behind the failure goes first and takes nothing along.
      for (size_t end = count; end > 0 && count > 1; end -= std::min(end, size)) {
        NodeSet keep(count, true);
        std::fill(keep.begin() + static_cast<std::ptrdiff_t>(end - std::min(end, size)),
                  keep.begin() + static_cast<std::ptrdiff_t>(end), false);
        makers.push_back([now, &values, keep] { return Extract(now, values, keep); });
      }
      return makers;
    });
    if (size <= 1) return;
  }
}

}  // namespace

void Slice(Search& search) {
  if (search.graph().node_count() <= 1) return;
  const auto values = AllValues(search.current());
  if (!values.ok()) return;
  TakeSmallSet(search, *values);
  ThinOut(search, *values);
}

}  // namespace assay::reduce
