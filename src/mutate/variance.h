// The pattern mean(x * x) - mean(x) * mean(x).
#pragma once

#include <vector>

#include "graph/graph.h"

namespace assay::mutate {

// Whether `node`, a Sub, computes a variance that way, which is never negative but for rounding.
// The mean is a pooling, a ReduceMean or a convolution whose weights are an average. `producers`:
// Graph::Producers().
bool IsVariance(const Graph& graph, const std::vector<int>& producers, const Node& node);

}  // namespace assay::mutate
