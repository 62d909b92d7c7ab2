// The parameters of layers and activations that PM changes.
#pragma once

#include <span>
#include <string_view>

#include "base/rng.h"
#include "graph/graph.h"

namespace assay::mutate {

// A node to be changed, in a graph that new weights may be added to.
struct ParameterCall {
  const Model& model;
  Graph& graph;
  Node& node;
  Rng& rng;
};

struct Parameter {
  std::string_view op;
  std::string_view attribute;  // as the schema names it
  bool keeps_type;             // the layer's result has the same type with any value
  // Gives the parameter another value that the operator may take; false when there is none.
  bool (*change)(const ParameterCall& call, std::string_view attribute);
};

// All of them; those of one operator stand together.
std::span<const Parameter> Parameters();

// The same attribute with a value of its kind that nothing vouches for.
void ChangeArbitrarily(const ParameterCall& call, const Parameter& parameter);

}  // namespace assay::mutate
