// How much memory a model needs: tensors that are alive at the same time.
#pragma once

#include "graph/graph.h"

namespace assay::resources {

struct MemoryNeed {
  double weights = 0;  // bytes; kept all the time
  double live = 0;     // bytes of the other tensors at the worst moment, in the order of the nodes
  double all = 0;      // bytes of all of them, as if nothing were ever released
  bool known = true;   // false: the size of some value is not known
  double total() const { return weights + live; }
};

// Inputs and outputs of the graph stay alive from the beginning and to the end: the caller holds
// them. Between, a tensor lives from the node that makes it to the last that reads it.
MemoryNeed NeedOf(const Graph& graph);

}  // namespace assay::resources
