// Changes that leave every computation as it is:
//
//   dead-code:      nodes that nobody uses
//   rename-values:  other names for intermediate values
//   reorder-nodes:  another order in which the nodes can run
//
// Promise: same bits. (A model that draws random numbers may draw them in another order, so its
//          nodes are not reordered.)
// Needs:   rename-values: values that no subgraph takes by name.
// Aims at: dead-code elimination, generated code that takes names from the model, memory planning.
#include <algorithm>

#include "base/strings.h"
#include "mutate/equivalence/rewrite.h"

namespace assay::mutate {
namespace {

// --- dead-code ---

bool FitsDead(const Model& model, const TensorType& type) {
  return Takes(model, "Shape", type.dtype);
}

Result<ValueId> AddDead(Emitter& w, ValueId x, const TensorType& type, Rng& rng) {
  const std::vector<std::string_view> ops =
      IsCommon(type.dtype) ? std::vector<std::string_view>{"Shape", "Neg", "Abs", "Identity"}
                           : std::vector<std::string_view>{"Shape"};
  const ValueId dead = w.Op(rng.Pick(std::span<const std::string_view>(ops)), {x});
  if (rng.Chance(0.5)) w.Op("Shape", {dead});
  return x;
}

// --- rename-values ---

// Values that nodes make and neither subgraphs nor the caller know by name.
std::vector<ValueId> PrivateValues(const Graph& graph) {
  std::vector<ValueId> found;
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent && !IsGraphOutput(graph, id) && !IsCaptured(graph, id)) found.push_back(id);
  return found;
}

std::vector<Site> FindNamed(const Model& model) {
  const std::vector<ValueId> names = PrivateValues(model.graph);
  if (names.empty()) return {};
  return {{.node = static_cast<size_t>(ProducerOf(model.graph, names[0])), .value = names[0]}};
}

// Names as exporters write them, and some that generated code trips over.
std::string OddName(size_t k, Rng& rng) {
  switch (rng.Int(0, 5)) {
    case 0:
      return StrCat(k);
    case 1:
      return StrCat("/model/layers.", k, "/Add_output_0");
    case 2:
      return StrCat("onnx::MatMul_", k);
    case 3:
      return StrCat("x.", k);
    case 4:
      return StrCat("int", k % 2 == 0 ? "" : "32_t");
    default:
      return StrCat(std::string(120, 'n'), k);
  }
}

Result<ModelCase> RenameValues(const ModelCase& base, const Site&, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const std::vector<ValueId> values = PrivateValues(graph);
  for (size_t k = 0; k < values.size(); ++k)
    if (k == 0 || rng.Chance(0.5)) graph.Rename(values[k], UnusedName(graph, OddName(k, rng)));
  return out;
}

// --- reorder-nodes ---

// Whether node `i` takes what node `i - 1` makes, itself or in a subgraph.
bool FollowsDirectly(const Graph& graph, size_t i) {
  const auto& made = graph.node(i - 1).outputs;
  std::vector<ValueId> needs(graph.node(i).inputs.begin(), graph.node(i).inputs.end());
  for (const ValueId id : CapturedBy(graph, graph.node(i))) needs.push_back(id);
  return std::any_of(needs.begin(), needs.end(), [&](ValueId id) {
    return id != kAbsent && std::find(made.begin(), made.end(), id) != made.end();
  });
}

// There is another order exactly when two neighbours can change places; one site for each such
// pair, the second of the two.
std::vector<Site> FindReorderable(const Model& model) {
  const auto& nodes = model.graph.nodes();
  std::vector<Site> sites;
  if (!std::all_of(nodes.begin(), nodes.end(),
                   [&](const NodePtr& node) { return IsDeterministic(model, *node); }))
    return sites;
  for (size_t i = 1; i < nodes.size(); ++i)
    if (!FollowsDirectly(model.graph, i)) sites.push_back({.node = i});
  return sites;
}

// An order drawn at random: the next node is uniform among those that are ready.
std::vector<size_t> DrawOrder(const Graph& graph, Rng& rng) {
  const std::vector<int> producers = graph.Producers();
  const size_t count = graph.node_count();
  std::vector<std::vector<size_t>> users(count);
  std::vector<size_t> waiting(count, 0), ready, order;
  for (size_t i = 0; i < count; ++i) {
    std::vector<ValueId> needs(graph.node(i).inputs.begin(), graph.node(i).inputs.end());
    for (const ValueId id : CapturedBy(graph, graph.node(i))) needs.push_back(id);
    for (const ValueId id : needs)
      if (id != kAbsent && producers[static_cast<size_t>(id)] >= 0) {
        users[static_cast<size_t>(producers[static_cast<size_t>(id)])].push_back(i);
        ++waiting[i];
      }
    if (waiting[i] == 0) ready.push_back(i);
  }
  while (!ready.empty()) {
    const auto k = static_cast<size_t>(rng.Int(0, static_cast<int64_t>(ready.size()) - 1));
    order.push_back(ready[k]);
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(k));
    for (const size_t user : users[order.back()])
      if (--waiting[user] == 0) ready.push_back(user);
  }
  return order;
}

Result<ModelCase> Reorder(const ModelCase& base, const Site& site, Rng& rng) {
  const Graph& graph = base.model.graph;
  std::vector<size_t> order = DrawOrder(graph, rng);
  if (std::is_sorted(order.begin(), order.end())) std::swap(order[site.node - 1], order[site.node]);
  ModelCase out = base;
  for (size_t i = 0; i < order.size(); ++i) out.model.graph.SetNode(i, graph.node(order[i]));
  return out;
}

}  // namespace

MutatorDef DeadCodeDef() {
  return {.name = "dead-code",
          .meaning = "nodes that nobody uses are added",
          .choices = "one or two: Shape, Neg, Abs, Identity",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindTensors<FitsDead>,
          .apply = Insert<AddDead>};
}

MutatorDef RenameValuesDef() {
  return {.name = "rename-values",
          .meaning = "intermediate values get other names",
          .choices =
              "numbers, paths, keywords and very long names as exporters write them; half of "
              "the values",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindNamed,
          .apply = RenameValues};
}

MutatorDef ReorderNodesDef() {
  return {.name = "reorder-nodes",
          .meaning = "the nodes are listed in another order in which they can run",
          .choices =
              "the next node is uniform among those that are ready; where that gives the order "
              "as it was, two neighbours change places",
          .family = Family::kEquivalence,
          .promise = Promise::kSameBits,
          .find = FindReorderable,
          .apply = Reorder};
}

}  // namespace assay::mutate
