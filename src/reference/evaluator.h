// Runs a model in float64 with certified bounds: for every element a value, an interval that no
// correct implementation leaves, and a NaN state. docs/reference/certified-reference.md states the
// theorems.
//
// The same run with an adversary instead executes random admissible roundings, one number per
// element; tests use it to try to leave the bounds.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "bound/known.h"
#include "graph/graph.h"

namespace assay::reference {

struct EvalOptions {
  Rules rules;
  // Not null: adversary mode.
  Rng* adversary = nullptr;
  // Seeds the random operators.
  uint64_t random_seed = 0;
  // Values to use in place of the computed ones, by name: inputs of a small subgraph judged on a
  // subject's own intermediate results.
  std::map<std::string, Known> given;
  // Values to return besides the graph's outputs, by name.
  std::vector<std::string> wanted;
  // Called after each node of the main graph with its outputs, which it may change (tests plant
  // errors this way).
  std::function<void(const Node&, std::vector<Known>&)> after_node;
};

struct Evaluation {
  std::vector<Known> outputs;           // as in graph.outputs
  std::map<std::string, Known> wanted;  // those of EvalOptions::wanted that exist
};

// Evaluates `model`, whose types have been inferred (ops::InferTypes), on `inputs` in the order of
// graph.inputs; an input that has an initializer may be left out by passing an absent Known.
// Tensors are released when dead. An output that depends on rounding even in its shape is
// Known::Undetermined.
Result<Evaluation> Evaluate(const Model& model, std::vector<Known> inputs,
                            const EvalOptions& options = {});

}  // namespace assay::reference
