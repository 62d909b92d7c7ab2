// Which patterns of generate/patterns.def the cases of a campaign had, as their recipes tell.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "generate/pattern.h"

namespace assay::campaign {

// " (layer-norm, almost conv-act)": stands behind the root of a generated case's recipe; "": none.
std::string PatternsText(const std::vector<generate::PatternUse>& uses);

// Begins the figure of one pattern among those of the summary's coverage.
inline constexpr std::string_view kPatternPrefix = "pattern:";

struct PatternCounts {
  int64_t cases = 0;        // with at least one
  int64_t near_misses = 0;  // cases with something close to one
  std::map<std::string, int64_t> uses;

  void Add(std::string_view recipe);
};

}  // namespace assay::campaign
