// Random legal graphs over all operators that can propose a use of themselves, with values that are
// numerically valid.
//
// A graph grows node by node: pick an operator and existing values that its schema admits (or add a
// graph input or weight of a type that is missing), let the operator propose attributes and
// constants, infer the result, and compute it on the case's own inputs with the reference. What
// does not fit is dropped and another operator tried, so every graph is legal by construction. A
// result with a NaN, an infinity, a huge number or nothing certain in it is repaired as a developer
// would (Abs and a small constant before Log, Clip or Tanh before Exp) or dropped.
//
// Same seed and options, same case, on every machine. Time and memory are linear in the nodes.
// Deliberately missing: complex numbers, random operators, operators outside ai.onnx.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "generate/combinations.h"
#include "generate/pattern.h"
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
  // Only these operators, by name (repairs may use others); empty: all.
  std::vector<std::string> only;
  // The first node uses this operator (empty: any).
  std::string first;
  // Above `opset`: the opset is drawn between the two, both included.
  int newest_opset = 0;
  // Keep every value numerically valid. Off: whatever the operators give, NaN and infinity too.
  bool valid_values = true;
  // Operands with numbers at the ends of their types, empty ones more often, and results with NaN
  // and infinity, as long as the reference is certain of most of them; of the operators in
  // special_operators.def only, unless `only` says otherwise.
  bool special = false;
  // Chance that sizes of graph inputs become symbols ("batch", "d1").
  double dynamic = 0;
  // Chance per step of an If, Loop or Scan around a small generated body, or of operators that pass
  // sequences and optionals along. Only where `only` is empty.
  double control_flow = 0;
  double sequences = 0;
  // Chances that a graph begins with a pattern that optimisers look for (generate/pattern.h), and
  // per step of another one. Only where `only` is empty; never beyond `nodes`, unless `nodes` is
  // smaller than the pattern that it begins with and `exact` is not set.
  double first_pattern = 0;
  double patterns = 0;
  bool exact = false;
  // Chance that a constant an operator proposes (a weight, a shape, an axis) is a graph input.
  double runtime_constants = 0;
  // Some graphs have weights only and no inputs.
  bool constant_graphs = false;
  // Chance that weights with the same elements are one.
  double shared_weights = 0;
  // Chance per step of a node like one that there is: the same but for an attribute or an operand,
  // or the same altogether.
  double twins = 0;
  // Chance that a result or two are outputs of the graph though nodes use them.
  double more_outputs = 0;
  // Chance that a weight is also a graph input, of which it is the default.
  double default_inputs = 0;
  // Prefer operators, types, shapes and neighbours that have been seen least.
  const CombinationCounts* seen = nullptr;
  // How often each pattern was used, by name: prefer those that were used least.
  const std::map<std::string, int64_t>* pattern_uses = nullptr;
  // Operators and types of their first inputs to do without (SupportKey): those that no target has.
  const std::unordered_set<uint64_t>* avoid = nullptr;
  // Element types of operands and results to keep to; nullptr: all.
  const std::set<DType>* types = nullptr;
};

struct RandomCase {
  Model model;                // types inferred; every value that no node uses is an output
  std::vector<Datum> inputs;  // values for graph.inputs
  bool valid = false;         // every value was computed and found numerically valid
  std::vector<PatternUse> patterns;
};

// Nothing when `options.first` found no use.
std::optional<RandomCase> RandomGraph(Rng& rng, const GraphOptions& options);

// Whether graphs of `special` values may use the operator (special_operators.def).
bool TakesSpecialValues(std::string_view op);

// Sizes of graph inputs that become symbols.

// Gives some axes of the graph's inputs names in place of their sizes ("batch" for a first axis,
// "d1", "d2" … for others; axes of one name have one size) and infers all types anew. False, and
// the model as before, when there is no axis to name or inference does not accept any of a few
// choices.
bool MakeDynamic(Rng& rng, Model& model);

}  // namespace assay::generate
