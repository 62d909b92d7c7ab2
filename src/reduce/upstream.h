// The operators that a tensor depends on.
#pragma once

#include <set>
#include <string>

#include "graph/graph.h"

namespace assay::reduce {

// Of all nodes on a path to `tensor`, those in their subgraphs included. Empty when no node makes
// it.
std::set<std::string> OperatorsBefore(const Graph& graph, const std::string& tensor);

}  // namespace assay::reduce
