#include "generate/combinations.h"

#include <algorithm>

#include "generate/combination_keys.h"

namespace assay::generate {
namespace {

// First words of the three kinds of keys, so that they never meet.
enum KeyKind : uint64_t { kNodeKind = 1, kEdgeKind = 2, kPresenceKind = 3 };

constexpr int kRankClasses = 6;

uint64_t PresenceKey(uint64_t op, const Node& node) {
  uint64_t key = HashCombine(kPresenceKind, op);
  for (const auto& [name, attr] : node.attrs) key = HashCombine(key, HashBytes(name));
  // Only which are present: a Concat of three is no other combination than one of four.
  uint64_t inputs = 0;
  for (size_t i = 0; i < node.inputs.size() && i < 8; ++i)
    if (node.inputs[i] != kAbsent) inputs |= uint64_t{1} << i;
  return HashCombine(key, inputs);
}

TensorType TypeOf(const Graph& graph, ValueId id) {
  const ValueType* type = &graph.type(id);
  while (!type->is_tensor() && type->element != nullptr) type = type->element.get();
  return type->tensor;
}

// The type that stands for a node: its first input's, or its result's when it takes none.
TensorType LeadingType(const Graph& graph, const Node& node) {
  for (const ValueId id : node.inputs)
    if (id != kAbsent) return TypeOf(graph, id);
  for (const ValueId id : node.outputs)
    if (id != kAbsent) return TypeOf(graph, id);
  return TensorType();
}

void Collect(const Graph& graph, std::vector<uint64_t>& keys) {
  std::vector<uint64_t> producers(graph.value_count(), 0);
  for (const NodePtr& node : graph.nodes()) {
    const uint64_t op = OperatorHash(node->op, node->domain);
    const TensorType type = LeadingType(graph, *node);
    keys.push_back(NodeKey(op, type.dtype, ShapeClass(type)));
    keys.push_back(PresenceKey(op, *node));
    for (const ValueId id : node->inputs)
      if (id != kAbsent && producers[static_cast<size_t>(id)] != 0)
        keys.push_back(EdgeKey(producers[static_cast<size_t>(id)], op));
    for (const ValueId id : node->outputs)
      if (id != kAbsent) producers[static_cast<size_t>(id)] = op;
    for (const auto& [name, attr] : node->attrs) {
      if (const auto* one = std::get_if<GraphPtr>(&attr)) Collect(**one, keys);
      if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
        for (const GraphPtr& subgraph : *many) Collect(*subgraph, keys);
    }
  }
}

}  // namespace

int ShapeClass(const TensorType& type) {
  const int rank = type.has_rank ? std::min(type.rank(), kRankClasses - 1) : kRankClasses;
  bool zero = false, one = false;
  for (const Dim& dim : type.dims) {
    zero = zero || dim.size == 0;
    one = one || dim.size == 1;
  }
  return rank * 3 + (zero ? 2 : one ? 1 : 0);
}

uint64_t NodeKey(uint64_t op, DType dtype, int shape_class) {
  return HashCombine(HashCombine(kNodeKind, op),
                     static_cast<uint64_t>(dtype) << 8 | static_cast<uint64_t>(shape_class));
}

uint64_t EdgeKey(uint64_t producer, uint64_t consumer) {
  return HashCombine(HashCombine(kEdgeKind, producer), consumer);
}

std::vector<uint64_t> Combinations(const Graph& graph) {
  std::vector<uint64_t> keys;
  keys.reserve(graph.node_count() * 4);
  Collect(graph, keys);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

}  // namespace assay::generate
