// Choosing the next mutation operator by Metropolis and Hastings, as LEMON does and COMET after it.
//
// Operators are ranked by score, best first (ties in random order). From the operator at rank k1
// used last, one at rank k2 is proposed uniformly and taken with probability
// min(1, (1 - p)^(k2 - k1)): better ones always, worse ones the less the further down they are.
// Like theirs it proposes until one is taken, where the textbook would stay at k1; so in the long
// run rank k comes up in proportion to (1 - p)^k times its own sum of those probabilities, a
// little flatter than the geometric distribution that is aimed at.
#pragma once

#include <cstddef>
#include <vector>

#include "base/rng.h"

namespace assay::campaign {

// `last`: the operator used last; -1: none, then any is as likely. Needs scores.
size_t NextOperator(const std::vector<double>& scores, int last, double p, Rng& rng);

// Roulette: an index, with probability in proportion to its weight. Weights sum to more than zero.
size_t DrawWeighted(const std::vector<double>& weights, Rng& rng);

}  // namespace assay::campaign
