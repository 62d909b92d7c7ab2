// Applies mutators: chooses a site, applies, infers and verifies.
#pragma once

#include <string>

#include "mutate/mutator.h"

namespace assay::mutate {

enum class Where {
  kAnywhere,
  kBackboneFirst,  // sites in the backbone four times out of five, where there are any
  kBackbone,
  kHead,
};

struct MutateOptions {
  Where where = Where::kAnywhere;
  // As the literature has it: no constraints, no repair, and no check of the result.
  bool unconstrained = false;
  // With `unconstrained`: under the constraints that the literature states, where it states any.
  bool literal = false;
  int tries = 6;  // sites tried before giving up
  // Mutants with more nodes or weights than this are rejected: growth by mutation must end.
  size_t max_nodes = 3000;
};

struct Mutant {
  ModelCase result;
  Site site;
  int rejected = 0;  // candidates that did not fit before this one
};

// Deterministic in `rng`. A Rejected error: no site, or none that fits. With `unconstrained` the
// result may be illegal; its types are inferred as far as possible.
Result<Mutant> Mutate(const ModelCase& base, const MutatorDef& mutator, Rng& rng,
                      const MutateOptions& options = {});

}  // namespace assay::mutate
