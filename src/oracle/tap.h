// A model that gives out its intermediate tensors, too.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace assay::oracle {

using NamedTensors = std::map<std::string, Tensor>;

// All results of nodes that are tensors, in graph order.
std::vector<std::string> TensorNames(const Graph& graph);

// `model` with every one of them as an output. This may keep a compiler from fusing.
Model WithTaps(const Model& model);

// Element types of all values and weights of the main graph.
std::set<DType> UsedTypes(const Graph& graph);

}  // namespace assay::oracle
