// Judges an execution node by node on its own intermediate results.
//
// In float16 and bfloat16 every node may round or not, so a bound through a whole graph is loose.
// Here each node is evaluated on the very values that the subject fed to it, and its outputs are
// held against that bound alone.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "bound/known.h"
#include "graph/graph.h"

namespace assay::reference {

struct NodeVerdict {
  size_t node = 0;      // index in the graph
  std::string value;    // the output that leaves its bound
  int64_t element = 0;  // its first element outside
  double got = 0;       // integers as double
  double lo = 0, hi = 0;
  bool ends = false;  // nothing between them is admitted
  // False when a layer within the window rounds: another rounding there may have led elsewhere.
  bool exact_inputs = true;
};

struct PerNodeOptions {
  Rules rules;
  // A compiler may compute a node's input anew inside a fused kernel instead of reading the tensor
  // that it gave out: rounded otherwise, or not at all. A result outside its bound is therefore
  // judged once more on all that this many layers before it may correctly have made of the tensors
  // seen there.
  int window = 0;
};

// `values` holds the subject's tensors by name: the graph's inputs and the results of its nodes.
// Nodes whose inputs or outputs are not all there are passed over. Returns the outputs that leave
// their bounds, in graph order.
Result<std::vector<NodeVerdict>> JudgePerNode(const Model& model,
                                              const std::map<std::string, Tensor>& values,
                                              const PerNodeOptions& options);

}  // namespace assay::reference
