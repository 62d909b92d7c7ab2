// Which entries of two feature vectors of unequal length belong together.
//
// The paper writes D = sum |Ca - Cb| and leaves open how vectors of different length are laid
// beside each other. Here: every entry of the shorter one is matched with a different entry of the
// longer one, so that the sum of their distances is the smallest that is possible; what is left
// over on the longer side costs one each, the smallest difference there is. The order in which a
// program happens to call its APIs then does not count, and a program with one layer more stays
// near.
#pragma once

#include <cstddef>
#include <vector>

namespace assay::optbug {

// The cost of an entry that nothing is left for.
inline constexpr int kUnmatched = 1;

// `cost[i][j]`: of matching entry i of one with entry j of the other. All rows are of one length.
// `rows` and `columns` are given apart since either may be none.
int MatchingCost(const std::vector<std::vector<int>>& cost, size_t rows, size_t columns);

}  // namespace assay::optbug
