// Values that a node could take instead of, or beside, another one.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace assay::mutate {

// Float tensors of exactly the type of `like`, all sizes known, that exist before node `before`:
// the graph's inputs without initializer and results of earlier nodes, in that order, without
// `like`.
std::vector<ValueId> EarlierOfSameType(const Graph& graph, ValueId like, size_t before);

}  // namespace assay::mutate
