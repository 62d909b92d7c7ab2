// A part of a model as a model of its own, which runs on the values that the whole has there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/model_case.h"

namespace assay::reduce {

// The reference's value of every result of the main graph, by name; those that depend on rounding
// even in their shape are missing.
using Values = std::map<std::string, Datum>;
Result<Values> AllValues(const ModelCase& model_case);

// What becomes of a value that the part needs and that is made outside of it.
enum class Supply {
  kAsUsed,     // integers that say how (shapes, axes, indices) become weights, the rest inputs
  kInputs,     // all become inputs
  kConstants,  // all become weights
};

// The nodes of `whole` that `keep` marks. Weights stay weights. Outputs are what was one, and what
// nodes outside used. Types are inferred anew; nothing when the part is illegal, makes nothing, or
// needs a value that is missing.
std::optional<ModelCase> Extract(const ModelCase& whole, const Values& values,
                                 const std::vector<bool>& keep, Supply supply = Supply::kAsUsed);

// After a change: drops what no output depends on, inputs too, and infers types. Nothing when the
// result is illegal or makes nothing.
std::optional<ModelCase> Finished(ModelCase changed);

// Every value that a node uses: its inputs, and what its subgraphs capture by name.
std::vector<ValueId> UsesOf(const Graph& graph, const Node& node);

// Whether operand `i` of the node says how rather than on what: an integer behind the first.
bool IsParameter(const Graph& graph, const Node& node, size_t i);

}  // namespace assay::reduce
