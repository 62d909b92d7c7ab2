// Twins by name: the same last component, or one that means the same (paper 003, section 3.2).
#pragma once

#include <vector>

#include "knowledge/pairs/comparable.h"

namespace assay::knowledge {

struct NameMatch {
  int target = -1;   // index into the targets; -1: none bears the name
  double score = 0;  // 1: the same name or spelling; kAliasScore: by an alias of one of them
};

inline constexpr double kAliasScore = 0.9;

// For each of `sources` the best among those of `targets` that bear its name and whose topic fits:
// own names before aliases, then the same kind, the same topic, the module that comes first in
// `rules`, the parameters in common, the name.
std::vector<NameMatch> MatchByName(const std::vector<Comparable>& sources,
                                   const std::vector<Comparable>& targets, const PairRules& rules);

// Parameters in common, of all that either has: 0 to 1; 1 when neither has any.
double ParameterOverlap(const Comparable& a, const Comparable& b);

// 2: the same kind; 1: a function and a method; 0: one of them is a class.
int KindLikeness(const ApiDoc& a, const ApiDoc& b);

}  // namespace assay::knowledge
