// The plain form of a program that holds an optimised model against the original: no more than the
// model, its inputs, the optimisation and a comparison by the framework itself.
#pragma once

#include <optional>

#include "casebook/cut.h"
#include "casebook/finding.h"

namespace assay::casebook {

// Nothing when the program needs more than that (gradients, masks, other runtimes). It has no
// claim's line: everything in it counts.
std::optional<Cut> PlainOptimisation(const ProgramFinding& finding);

}  // namespace assay::casebook
