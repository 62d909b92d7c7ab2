// Checks the nodes of a graph against their definitions and fills in the types of all values.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "base/result.h"
#include "graph/graph.h"

namespace assay::ops {

struct InferOptions {
  // Sizes for named dimensions ("batch" -> 2), applied to the graph's inputs first.
  std::map<std::string, int64_t> dims;
};

// Verifies structure, arity, attributes, types and shapes, and writes inferred types into the
// graph. The error names the node and the rule. Nodes of unknown operators (no schema, no function
// of the model) are an Unsupported error.
Status InferTypes(Model& model, const InferOptions& options = {});

// One node alone: arity, attribute kinds and admitted types against its schema (not shapes).
Status CheckAgainstSchema(const Graph& graph, const Node& node, int opset);

}  // namespace assay::ops
