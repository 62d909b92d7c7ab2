// Twins by behaviour: APIs that give the same for the same inputs, whatever they are called.
//
// What gives the same need not be the same: where a crowd does (all that returns its operand), or
// where the results tell little (false in every scene), the documentation must speak for the pair
// as well.
#pragma once

#include <vector>

#include "knowledge/pairs/behaviour.h"
#include "knowledge/pairs/comparable.h"
#include "knowledge/pairs/features.h"
#include "knowledge/pairs/pair_base.h"

namespace assay::knowledge {

struct BehaviourMatch {
  int target = -1;   // -1: nobody does the same
  double score = 0;  // the share of scenes in which both give the same
};

// What is compared: APIs, what they gave, and their descriptions as vectors.
struct ProbedSide {
  const std::vector<Comparable>& apis;
  const Behaviours& behaviours;
  const std::vector<ApiVectors>& vectors;
};

// Adds to `pairs` what behaviour tells: twins for those that have none, and for functions whose
// namesake is a class. Who only refers to another ("See `torch.mm`") gets the twin of that one.
Status AddTwinsByBehaviour(const ApiBase& from, const ApiBase& to, const Behaviours& ours,
                           const Behaviours& theirs, const PairRules& rules, Embedder& embedder,
                           PairBase& pairs);

// For each source the best of the targets that give the same and whose topic fits: first by the
// name that the documentation makes likeliest, then, among those of that name, by the rank of the
// module.
std::vector<BehaviourMatch> MatchByBehaviour(const ProbedSide& from, const ProbedSide& to,
                                             const PairRules& rules);

}  // namespace assay::knowledge
