// How much a model looks like what people build: the share of its chains of two and three operators
// that also occur in the zoo. 1: all of them, 0: none.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "graph/graph.h"

namespace assay::campaign {

class Realism {
 public:
  // Learns the chains of a real model.
  void Learn(const Graph& graph);
  double Score(const Graph& graph) const;

 private:
  std::unordered_set<uint64_t> chains_;
};

}  // namespace assay::campaign
