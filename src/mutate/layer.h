// What counts as a layer, an activation, a weight; and where in the model a layer stands.
#pragma once

#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace assay::mutate {

enum class Role { kBackbone, kHead };
std::string_view RoleName(Role role);

// From the node's name ("backbone/…", "head/…"). Where no node of the graph has such a name, the
// last fifth of the nodes is the head.
std::vector<Role> Roles(const Graph& graph);
// The prefix for the name of a node that stands beside node `at`: "backbone/" or "head/", or ""
// when the graph has no such names.
std::string_view RolePrefix(const Graph& graph, size_t at);

// One input, one output of the same shape, elementwise and not linear: Relu, Sigmoid, Softmax, …
bool IsActivation(const Node& node);
// A layer that computes (the study's "inactive" layers): from one float tensor, the first input, to
// one float tensor, the only output; other inputs are weights. Not shape arithmetic, not
// activations, no subgraphs.
bool IsLayer(const Graph& graph, const Node& node);
// Positions of the inputs of `node` that are float initializers with at least two elements.
std::vector<size_t> WeightInputs(const Graph& graph, const Node& node);

}  // namespace assay::mutate
