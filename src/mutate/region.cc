#include "mutate/region.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "mutate/edit.h"
#include "ops/op.h"

namespace assay::mutate {
namespace {

template <typename Range, typename T>
bool Contains(const Range& range, const T& item) {
  return std::find(range.begin(), range.end(), item) != range.end();
}

bool HasGraph(const Node& node) {
  return std::any_of(node.attrs.begin(), node.attrs.end(), [](const Attrs::Item& item) {
    return std::holds_alternative<GraphPtr>(item.second) ||
           std::holds_alternative<std::vector<GraphPtr>>(item.second);
  });
}

bool Uses(const Graph& graph, const Node& node, const std::set<ValueId>& values) {
  for (const ValueId id : node.inputs)
    if (values.contains(id)) return true;
  for (const ValueId id : CapturedBy(graph, node))
    if (values.contains(id)) return true;
  return false;
}

void AddOutputs(const Node& node, std::set<ValueId>& values) {
  for (const ValueId id : node.outputs)
    if (id != kAbsent) values.insert(id);
}

// Which of the nodes from the first of `nodes` to the last depend on any of them (members
// included).
std::vector<bool> Dependants(const Graph& graph, const std::vector<size_t>& nodes) {
  std::vector<bool> depends(graph.node_count(), false);
  std::set<ValueId> reached;
  for (size_t i = nodes.front(); i <= nodes.back(); ++i) {
    const bool member = Contains(nodes, i);
    if (!member && !Uses(graph, graph.node(i), reached)) continue;
    depends[i] = true;
    AddOutputs(graph.node(i), reached);
  }
  return depends;
}

// No node outside both depends on a member and is needed by one.
bool IsConvex(const Graph& graph, const std::vector<size_t>& nodes) {
  const std::vector<bool> depends = Dependants(graph, nodes);
  std::set<ValueId> outside;  // results of dependants that are not members
  for (size_t i = nodes.front(); i <= nodes.back(); ++i) {
    if (!depends[i]) continue;
    if (!Contains(nodes, i))
      AddOutputs(graph.node(i), outside);
    else if (Uses(graph, graph.node(i), outside))
      return false;
  }
  return true;
}

bool Touch(const Graph& graph, const Node& a, const Node& b) {
  std::set<ValueId> of_a, of_b;
  AddOutputs(a, of_a);
  AddOutputs(b, of_b);
  return Uses(graph, b, of_a) || Uses(graph, a, of_b);
}

Region Describe(const Graph& graph, std::vector<size_t> nodes) {
  Region region;
  std::set<ValueId> made;
  for (const size_t i : nodes) {
    for (const ValueId id : graph.node(i).inputs) {
      if (id == kAbsent || made.contains(id)) continue;
      const bool weight = graph.initializer(id) != nullptr && !Contains(graph.inputs, id);
      auto& list = weight ? region.weights : region.inputs;
      if (!Contains(list, id)) list.push_back(id);
    }
    AddOutputs(graph.node(i), made);
  }
  for (const size_t i : nodes)
    for (const ValueId id : graph.node(i).outputs) {
      if (id == kAbsent) continue;
      bool used = IsGraphOutput(graph, id);
      for (size_t k = i + 1; k < graph.node_count() && !used; ++k)
        used = !Contains(nodes, k) && Uses(graph, graph.node(k), {id});
      if (used) region.outputs.push_back(id);
    }
  region.nodes = std::move(nodes);
  return region;
}

// A name that is free in the graph and in `inner`.
std::string InnerName(const Graph& graph, const Graph& inner, const std::string& hint) {
  std::string name = UnusedName(graph, hint);
  for (int i = 1; inner.Find(name) != kAbsent; ++i)
    name = UnusedName(graph, StrCat(hint, "_", i, "_"));
  return name;
}

// Copies the region's nodes into `inner`, which knows region.inputs and weights by `known`.
void CopyNodes(const Graph& graph, const Region& region, const std::string& tag,
               std::map<ValueId, ValueId> known, Graph& inner) {
  for (const size_t i : region.nodes) {
    Node node = graph.node(i);
    for (ValueId& id : node.inputs)
      if (id != kAbsent) id = known.at(id);
    for (ValueId& id : node.outputs) {
      if (id == kAbsent) continue;
      const std::string name = InnerName(graph, inner, StrCat(graph.name_of(id), tag));
      const ValueId copy = inner.AddValue(name, graph.type(id));
      known[id] = copy;
      id = copy;
    }
    if (!node.name.empty()) node.name += tag;
    inner.AddNode(std::move(node));
  }
  for (const ValueId id : region.outputs) inner.outputs.push_back(known.at(id));
}

ValueId Capture(const Graph& graph, ValueId id, Graph& inner) {
  const ValueId copy = inner.AddValue(graph.name_of(id), graph.type(id));
  inner.captured.push_back(copy);
  return copy;
}

}  // namespace

bool FitsRegion(const Graph& graph, const Node& node) {
  const ops::OpDef* op = ops::FindOp(node.domain, node.op);
  if (op == nullptr || !node.domain.empty() || op->rounding == ops::Rounding::kRandom ||
      HasGraph(node))
    return false;
  const auto is_tensor = [&](ValueId id) {
    return id == kAbsent || DTypeOf(graph, id) != DType::kUndefined;
  };
  return std::all_of(node.inputs.begin(), node.inputs.end(), is_tensor) &&
         std::all_of(node.outputs.begin(), node.outputs.end(), is_tensor);
}

bool CanDeliver(const Model& model, std::string_view op, const Region& region) {
  return std::all_of(region.outputs.begin(), region.outputs.end(),
                     [&](ValueId id) { return Yields(model, op, DTypeOf(model.graph, id)); });
}

std::optional<Region> GrowRegion(const Graph& graph, size_t start, size_t most,
                                 const NodeTest& fits, Rng& rng) {
  if (start >= graph.node_count() || !fits(graph, graph.node(start))) return std::nullopt;
  std::vector<size_t> nodes = {start};
  while (nodes.size() < most) {
    std::vector<std::vector<size_t>> larger;
    for (size_t i = 0; i < graph.node_count(); ++i) {
      if (Contains(nodes, i) || !fits(graph, graph.node(i))) continue;
      const bool touches = std::any_of(nodes.begin(), nodes.end(), [&](size_t k) {
        return Touch(graph, graph.node(k), graph.node(i));
      });
      if (!touches) continue;
      std::vector<size_t> grown = nodes;
      grown.insert(std::upper_bound(grown.begin(), grown.end(), i), i);
      if (IsConvex(graph, grown)) larger.push_back(std::move(grown));
    }
    if (larger.empty()) break;
    nodes = rng.Pick(std::span<const std::vector<size_t>>(larger));
  }
  Region region = Describe(graph, std::move(nodes));
  if (region.outputs.empty()) return std::nullopt;
  return region;
}

size_t BringTogether(Graph& graph, Region& region) {
  const size_t first = region.nodes.front(), last = region.nodes.back();
  const std::vector<bool> depends = Dependants(graph, region.nodes);
  std::vector<NodePtr> before, inside, behind;
  for (size_t i = first; i <= last; ++i)
    (Contains(region.nodes, i) ? inside : depends[i] ? behind : before).push_back(graph.nodes()[i]);
  const size_t begin = first + before.size();
  for (size_t k = 0; k < region.nodes.size(); ++k) region.nodes[k] = begin + k;
  size_t at = first;
  for (const auto* part : {&before, &inside, &behind})
    for (const NodePtr& node : *part) graph.SetNode(at++, *node);
  return begin;
}

Graph CaptureRegion(const Graph& graph, const Region& region, const std::string& tag) {
  Graph inner;
  inner.name = StrCat("region", tag);
  std::map<ValueId, ValueId> known;
  for (const auto* list : {&region.inputs, &region.weights})
    for (const ValueId id : *list) known[id] = Capture(graph, id, inner);
  CopyNodes(graph, region, tag, std::move(known), inner);
  return inner;
}

Graph EncloseRegion(const Graph& graph, const Region& region, const std::string& tag) {
  Graph inner;
  inner.name = StrCat("region", tag);
  std::map<ValueId, ValueId> known;
  for (const ValueId id : region.inputs) {
    known[id] =
        inner.AddValue(InnerName(graph, inner, StrCat(graph.name_of(id), tag)), graph.type(id));
    inner.inputs.push_back(known[id]);
  }
  for (const ValueId id : region.weights) known[id] = Capture(graph, id, inner);
  CopyNodes(graph, region, tag, std::move(known), inner);
  return inner;
}

Status RewriteRegion(Model& model, Region region, const RegionRewrite& rewrite) {
  Graph& graph = model.graph;
  const size_t first = BringTogether(graph, region);
  std::map<ValueId, ValueId> inner;
  Writer before(model, first, first);
  for (const auto* list : {&region.inputs, &region.weights})
    for (const ValueId id : *list) inner[id] = rewrite.enter(before, id);
  for (const ValueId id : region.outputs)
    inner[id] = graph.AddValue(UnusedName(graph, StrCat(graph.name_of(id), "_inner")));
  const auto rename = [&](auto& ids) {
    for (ValueId& id : ids)
      if (const auto it = inner.find(id); it != inner.end()) id = it->second;
  };
  const size_t begin = before.at(), end = begin + region.nodes.size();
  Writer behind(model, end, begin);
  for (size_t i = begin; i < end; ++i) {
    Node node = graph.node(i);
    rename(node.inputs);
    rename(node.outputs);
    rewrite.change(node);
    behind.Change(i, std::move(node));
  }
  for (const ValueId id : region.outputs) {
    rewrite.leave(behind, inner[id]);
    behind.Into(id);
  }
  ASSAY_RETURN_IF_ERROR(before.status());
  ASSAY_RETURN_IF_ERROR(behind.status());
  DropUnusedInitializers(graph);
  return {};
}

void EraseRegion(Graph& graph, const Region& region) {
  for (size_t k = region.nodes.size(); k-- > 0;) graph.EraseNode(region.nodes[k]);
}

}  // namespace assay::mutate
