// A model that gives out its intermediate tensors, too, and other facts about graphs.
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

// Whether a node of the main graph draws its result.
bool DrawsRandomNumbers(const Graph& graph);

}  // namespace assay::oracle
