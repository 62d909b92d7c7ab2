// Random legal graphs over all operators that can propose a use of themselves.
//
// A graph grows node by node: pick an operator, pick existing values that its schema admits (or add
// a graph input of a type that is missing), let the operator propose attributes and constants,
// infer the result. What does not fit is dropped and another operator tried, so every graph is
// legal by construction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "graph/graph.h"
#include "tensor/datum.h"

namespace assay::generate {

struct GraphOptions {
  int nodes = 10;
  int opset = 21;
  // The floating-point type of most values.
  DType dtype = DType::kFloat32;
  // Largest tensor, in elements.
  int64_t max_elements = 96;
  // Only these operators, by name; empty: all.
  std::vector<std::string> only;
  // The first node uses this operator (empty: any).
  std::string first;
};

struct RandomCase {
  Model model;                // types inferred; every value that no node uses is an output
  std::vector<Datum> inputs;  // values for graph.inputs
};

// Nothing when `options.first` found no use.
std::optional<RandomCase> RandomGraph(Rng& rng, const GraphOptions& options);

}  // namespace assay::generate
