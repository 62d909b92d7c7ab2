// Which values a mutation may change without harm.
//
// A mutant that computes another function stays a fair test only while its numbers make sense: a
// changed value must not become an index or a size, nor reach a function outside its domain (the
// logarithm of a negative number), nor a cast to an integer that cannot hold it.
#pragma once

#include <vector>

#include "graph/graph.h"

namespace assay::mutate {

// By ValueId: true when other numbers in this value may make the model illegal or a result NaN or
// infinite. Structural and cautious: what a subgraph or a function takes is delicate; the root of a
// sum of squares is not. Exponentials count as harmless, as values are of order one, unless
// somebody keeps their operand small.
std::vector<bool> DelicateValues(const Model& model);

}  // namespace assay::mutate
