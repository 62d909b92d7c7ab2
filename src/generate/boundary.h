// Attributes at the ends of what they may be (boundaries.def): axes at either end of the rank,
// switches, indices that nothing has, numbers at which a formula changes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "graph/graph.h"
#include "ops/schema.h"

namespace assay::generate {

class CombinationCounts;

// Gives one attribute of the node such a value, of two draws the one seen less (nullptr: whichever
// comes first). False: the operator has none in this version. `rank`: of the first input.
bool SetBoundary(Rng& rng, const ops::Schema& schema, int rank, const CombinationCounts* seen,
                 Node& node);

// The keys (generate/combinations.h) of the values in the list that the node has.
void AddBoundaryKeys(const Node& node, int rank, std::vector<uint64_t>& keys);

// How many (operator, attribute, value) the list has.
int64_t BoundaryCount();

}  // namespace assay::generate
