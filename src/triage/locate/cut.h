// Parts of a model that can be run by themselves: everything up to a place, nothing behind it.
//
// Unlike making every intermediate tensor an output, a cut leaves what lies before it as it was, so
// that a compiler fuses there as it did in the whole model.
#pragma once

#include <vector>

#include "graph/model_case.h"

namespace assay::triage::locate {

// The nodes that `outputs` need, these as the only outputs. Inputs that are then unused go.
ModelCase CutAt(const ModelCase& whole, const std::vector<ValueId>& outputs);

// The first `count` nodes; what they make and do not use themselves is the output.
ModelCase FirstNodes(const ModelCase& whole, size_t count);

}  // namespace assay::triage::locate
