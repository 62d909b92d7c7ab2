// Reply: what a run of the model gives back, open to a fault before it is sent.
#pragma once

#include <vector>

#include "bound/known.h"
#include "graph/graph.h"
#include "session.h"

namespace assay::faults {

struct Reply {
  const Graph& graph;
  Session& session;
  std::vector<Known>& outputs;  // as in graph.outputs
};

}  // namespace assay::faults
