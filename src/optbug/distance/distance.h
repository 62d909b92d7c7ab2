// How far two snippets are from each other: D = sum |Ca - Cb| over <category, APIs, types>.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "optbug/distance/places.h"
#include "optbug/snippet.h"

namespace assay::optbug {

struct Distance {
  int category = 0, apis = 0, types = 0;
  int sum() const { return category + apis + types; }
};

// A category that nobody knows differs from all others and from itself.
Distance DistanceOf(const Snippet& a, const Snippet& b, const Places& places);

// The distance of two types by their ancestors.

// Each list holds a type and its parents, itself first. One for every level that differs, compared
// level by level until they meet or either has no parent left.
int TypeDistance(const std::vector<std::string>& a, const std::vector<std::string>& b);

// The distance of two files by the folders they lie in.

// The longer remaining path after the common part: torch/ao/quantization/experimental and torch/jit
// share torch, then three levels differ on one side and one on the other, so that it is 3.
int DirectoryDistance(const std::string& a, const std::string& b);

// Which entries of two feature vectors of unequal length belong together.
//
// The paper writes D = sum |Ca - Cb| and leaves open how vectors of different length are laid
// beside each other. Here: every entry of the shorter one is matched with a different entry of the
// longer one, so that the sum of their distances is the smallest that is possible; what is left
// over on the longer side costs one each, the smallest difference there is. The order in which a
// program happens to call its APIs then does not count, and a program with one layer more stays
// near.

// The cost of an entry that nothing is left for.
inline constexpr int kUnmatched = 1;

// `cost[i][j]`: of matching entry i of one with entry j of the other. All rows are of one length.
// `rows` and `columns` are given apart since either may be none.
int MatchingCost(const std::vector<std::vector<int>>& cost, size_t rows, size_t columns);

}  // namespace assay::optbug
