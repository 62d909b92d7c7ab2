// Which other model the target computes in place of a small one.
//
// Optimisers take nodes away, and merge what they take for the same. Then the results are those of
// a model without the node, or with one node for two, whatever operators stand around it. The
// reference computes such models; the one that admits what the target gave says what was done.
#pragma once

#include <string>

#include "triage/probe.h"

namespace assay::reduce {

// Of a wrong case in the plainest operators (triage::Plainest), of several nodes: "without
// Transpose beside layout", "one for two that differ in attributes". "" when no such model, or more
// than one, explains it.
std::string ActsAs(const ModelCase& small, const triage::Probe& probe);

}  // namespace assay::reduce
