// Which combinations of operators, types, shapes and neighbours a graph covers, and how often each
// has been seen: a campaign steers towards the rare ones.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "graph/graph.h"
#include "graph/type.h"

namespace assay::generate {

// What a graph covers: hashed keys of (operator, element type, shape class of its first input) per
// node, of (operator, neighbour operator) per edge, with the type for three types, and per node of
// (operator, which optional attributes and inputs are present) and of (operator, attribute, value
// at its boundary) as in generate/boundary.h. Subgraphs included. Sorted, unique; the same on every
// machine.
std::vector<uint64_t> Combinations(const Graph& graph);

class CombinationCounts {
 public:
  // Counts each key once more; returns how many were new.
  int Add(std::span<const uint64_t> keys);
  uint32_t Count(uint64_t key) const;    // 0: never seen
  size_t size() const { return size_; }  // distinct keys
  int64_t pairs() const {
    return pairs_;
  }  // of those, pairs of operators with their type (generate/operator_pairs.h)
  int64_t boundaries() const { return boundaries_; }  // and attributes at their boundaries

  // Compact, sorted by key, with a version and a checksum. Load rejects everything else.
  std::string Save() const;
  static Result<CombinationCounts> Load(std::string_view bytes);

 private:
  // An open hash table in one piece: a campaign copies it with every block of cases, and asks it
  // dozens of times for every node. A count of 0 marks a free slot.
  struct Slot {
    uint64_t key = 0;
    uint32_t count = 0;
  };
  size_t SlotOf(uint64_t key) const;  // where it is, or would be
  void Reserve(size_t keys);
  bool AddOnce(uint64_t key, uint32_t count);  // whether it is new

  std::vector<Slot> slots_;  // none, or a power of two of them
  size_t size_ = 0;
  int64_t pairs_ = 0, boundaries_ = 0;
};

// The hashed keys behind generate/combinations.h, for those that need a single one of them: the
// grower asks how often a node that it is about to add has been seen.

// Rank 0, 1, 2, 3, 4, 5 and more (or not known), times: has an axis of size 0, has one of size 1,
// plain. A size that is not known counts as plain.
int ShapeClass(const TensorType& type);

inline uint64_t OperatorHash(std::string_view op, std::string_view domain) {
  return HashBytes(op, domain.empty() ? 0 : HashBytes(domain));
}

// (operator, element type, shape class) of a node, by its first input.
uint64_t NodeKey(uint64_t op, DType dtype, int shape_class);
// (operator, element type of its first input), whatever the shape.
inline uint64_t SupportKey(uint64_t op, DType dtype) { return NodeKey(op, dtype, 255); }
// (operator, element types of all its inputs and its first output), whatever the shapes.
uint64_t TypesKey(const Graph& graph, const Node& node);
// The same in one opset: what a target supports can end with a new version of an operator.
inline uint64_t TypesKey(const Graph& graph, const Node& node, int opset) {
  return HashCombine(TypesKey(graph, node), static_cast<uint64_t>(opset));
}
// (operator, operator that takes its result).
uint64_t EdgeKey(uint64_t producer, uint64_t consumer);
// The element types that campaigns count pairs of operators in.
inline constexpr std::array<DType, 3> kPairTypes = {DType::kFloat32, DType::kFloat16,
                                                    DType::kInt64};
// The same with the element type of what is passed on, which is one of those.
uint64_t TypedPairKey(uint64_t producer, uint64_t consumer, DType dtype);
// TypedPairKey for a pair that generate/operator_pairs.h admits, otherwise EdgeKey.
uint64_t PairKey(uint64_t producer, uint64_t consumer, DType dtype);
// Of an attribute at its boundary, by a hash of operator, attribute and value.
uint64_t BoundaryKey(uint64_t hash);

}  // namespace assay::generate
