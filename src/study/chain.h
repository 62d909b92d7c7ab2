// A chain of mutants: one model, mutated round after round, as the study's section 5.3 has it.
//
// Two rules tell illegal mutants: *refused* is ours, one that our verifier, the official checker or
// the official inference does not accept; *illegal* is the study's, one that is refused, cannot be
// run, has nothing left, or gives NaN, an infinity or more than 1e36. An illegal mutant is thrown
// away and the next round starts from the last legal one.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "campaign/examine.h"
#include "graph/model_case.h"
#include "lab/lab.h"
#include "mutate/mutate.h"
#include "oracle/evidence.h"

namespace assay::study {

struct ChainOptions {
  std::vector<const mutate::MutatorDef*> mutators;  // one is drawn each round
  int rounds = 1;
  uint64_t seed = 1;
  bool unconstrained = false;
  mutate::Where where = mutate::Where::kAnywhere;
};

struct ChainCounts {
  int64_t rounds = 0;  // that were begun
  int64_t mutants = 0, refused = 0, illegal = 0;
  int64_t no_site = 0;            // rounds in which nothing could be mutated
  std::vector<int> out_of_range;  // rounds whose mutant gives NaN, an infinity or more than 1e36
};

// A legal mutant.
struct Link {
  int round = 0;  // from 1
  int order = 0;  // mutations that it carries
  const campaign::Prepared& prepared;
};

// Calls `visit` (may be empty) for each legal mutant; it ends the chain by returning false.
ChainCounts RunChain(const ModelCase& seed, const ChainOptions& options,
                     const std::function<bool(const Link&)>& visit = {});

// The mutators that a name of the study stands for: one, or all fourteen for "Group".
std::vector<const mutate::MutatorDef*> MutatorsOf(std::string_view name);

// Rounds for a model of so many nodes, times `scale`, at least one.
int RoundsFor(std::string_view name, size_t nodes, double scale);

// The subject models that a part works on.

// Of the zoo in its small size, always with the same weights: what varies is the mutation. Others:
// subjects.h.
Result<ModelCase> SubjectModel(const std::string& name);

// One case on all targets: how far each pair of them is apart, and how long each took.

// "A vs B" for all pairs, in the order that Compared uses.
std::vector<std::string> PairNames(const std::vector<lab::Target>& targets);

struct Compared {
  // Per pair: the study's D (equation 1), the largest over the outputs. Infinite when one failed or
  // gave NaN and the other did not; NaN when one of the two does not support the case.
  std::vector<double> distance;
  // Per pair, when asked for: the study's R (equation 2), the largest over all layers. It comes
  // from a second run in which every tensor is an output.
  std::vector<double> rate;
  // Per target: wall time of the run less what it stood in line for a CPU; negative when it did not
  // run to the end.
  std::vector<double> run_ms;
  double cpu_seconds = 0;  // of all targets together, loading included
};

Compared Compare(const oracle::Subject& subject, const std::vector<lab::Target>& targets,
                 lab::Lab& lab, bool rates);

}  // namespace assay::study
