// Whether a model stays numerically sane when one of its values becomes another one.
#pragma once

#include "graph/graph.h"

namespace assay::mutate {

// Whether every result stays finite, and every shape and index legal, when `value` holds other
// numbers of ordinary size (zeros and negative ones among them) than it does now.
//
// Follows what depends on the value. Functions with a restricted domain (Log, Sqrt, a divisor, …)
// must be protected by the structure itself, as in Sqrt(ReduceMean(x * x) + 1e-5); conversions to
// integers, conditions of If and Loop, and shapes computed from data are not tolerated. Bodies of
// control flow are followed. Types of
// the graph are inferred. One pass over the nodes.
// False, too, where the value or what it is made from may be a mask of huge or infinite numbers,
// which are legal only as long as nothing but a Softmax sees them.
bool ToleratesChange(const Graph& graph, ValueId value);

}  // namespace assay::mutate
