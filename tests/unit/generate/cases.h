// What the tests of the generator share.
#pragma once

#include <string>
#include <vector>

#include "generate/random_graph.h"

namespace assay::generate {

// `count` cases of one seed.
std::vector<RandomCase> Cases(uint64_t seed, int count, const GraphOptions& options);

// How many nodes of that operator the cases have, those in subgraphs included.
int CountOp(const std::vector<RandomCase>& cases, const std::string& op);

// "" or what is wrong: our own inference refuses the model, the reference cannot run it, or an
// output may be NaN or is infinite or huge.
std::string Problem(const RandomCase& test);

}  // namespace assay::generate
