// Helpers for the proofs: run a random case with bounds, or execute it in its own precision.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "generate/random_graph.h"
#include "reference/evaluator.h"

namespace assay::reference {

// All values that nodes produce, by name.
std::vector<std::string> NodeOutputs(const Graph& graph);

std::vector<Known> KnownInputs(const generate::RandomCase& test, const Rules& rules);

// Bounds of every node's outputs.
Result<std::map<std::string, Known>> Bounds(const generate::RandomCase& test, const Rules& rules);

// One execution: random admissible roundings, or (rules.plain) one rounding to nearest per step.
Result<std::map<std::string, Known>> Execution(
    const generate::RandomCase& test, const Rules& rules, Rng& rng,
    const std::function<void(const Node&, std::vector<Known>&)>& after_node = {});

// The first element of `execution` that leaves `bounds`, as text; empty when none does.
std::string Escape(const generate::RandomCase& test, const std::map<std::string, Known>& bounds,
                   const std::map<std::string, Known>& execution);

}  // namespace assay::reference
