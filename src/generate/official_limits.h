// Uses that the operators' texts allow and the official shape inference refuses. Frameworks that
// build on it refuse them, too, so a generated graph with one would be lost everywhere.
#pragma once

#include "ops/op.h"

namespace assay::generate {

// `first` is the type of the node's first input, `results` those inferred.
bool OfficialRefuses(const Node& node, const TensorType& first, const ops::Types& results);

}  // namespace assay::generate
