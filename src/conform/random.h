// Node tests whose results are drawn.
#pragma once

#include "graph/graph.h"

namespace assay::conform {

// Dropout in training draws its mask, but all it can give lies in the bounds.
bool TrainsDropout(const Graph& graph);

}  // namespace assay::conform
