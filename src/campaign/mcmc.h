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
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "mutate/mutator.h"

namespace assay::campaign {

// `last`: the operator used last; -1: none, then any is as likely. Needs scores.
size_t NextOperator(const std::vector<double>& scores, int last, double p, Rng& rng);

// Roulette: an index, with probability in proportion to its weight. Weights sum to more than zero.
size_t DrawWeighted(const std::vector<double>& weights, Rng& rng);

// The mutation operators that a search method of the literature works with.
struct OperatorSet {
  std::vector<const mutate::MutatorDef*> all;  // in the order of the names, each once
  std::vector<std::string> notes;              // what is missing, for people

  size_t size() const { return all.size(); }
  // Position of a mutator by name; -1 when it is not in the set.
  int IndexOf(std::string_view name) const;
};

// Those of `names` that exist and that `only` (names, too; empty: no restriction) admits.
OperatorSet ChooseOperators(std::span<const std::string_view> names,
                            const std::vector<std::string>& only);

}  // namespace assay::campaign
