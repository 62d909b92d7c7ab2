// Which combinations of operators, types, shapes and neighbours a graph covers, and how often each
// has been seen: a campaign steers towards the rare ones.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"

namespace assay::generate {

// What a graph covers: hashed keys of (operator, element type, shape class of its first input) per
// node, of (operator, neighbour operator) per edge, and per node of (operator, which optional
// attributes and inputs are present). Subgraphs included. Sorted, unique; the same on every
// machine.
std::vector<uint64_t> Combinations(const Graph& graph);

class CombinationCounts {
 public:
  // Counts each key once more; returns how many were new.
  int Add(std::span<const uint64_t> keys);
  uint32_t Count(uint64_t key) const;             // 0: never seen
  size_t size() const { return counts_.size(); }  // distinct keys

  // Compact, sorted by key, with a version and a checksum. Load rejects everything else.
  std::string Save() const;
  static Result<CombinationCounts> Load(std::string_view bytes);

 private:
  std::unordered_map<uint64_t, uint32_t> counts_;
};

}  // namespace assay::generate
