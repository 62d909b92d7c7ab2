// A chain of mutants as the study made them: no constraint but those that the literature states,
// and every mutant that the official checker accepts is run.
//
// Illegal is the study's rule: refused by the checker, failed on every target, or out of range
// (NaN, an infinity, more than 1e36). Such a mutant is thrown away and the next round starts from
// the one before it.
#pragma once

#include "study/chain.h"

namespace assay::study {

struct LiteralLink {
  int round = 0;                       // from 1
  int order = 0;                       // mutations that it carries
  const campaign::Prepared& prepared;  // out_of_range says so
};

struct Fate {
  bool ran = true;      // on some target
  bool enough = false;  // ends the chain
};

// `visit` runs each mutant that the checker accepts, out of range or not. Of `counts`, refused is
// what the checker did not accept.
ChainCounts RunLiteralChain(const ModelCase& seed, const ChainOptions& options,
                            const std::function<Fate(const LiteralLink&)>& visit);

// One mutant on all targets: D and R per pair, where a pair has them.
struct LiteralRun {
  Compared compared;
  bool ran = false;                                    // on some target
  nlohmann::json Json(const LiteralLink& link) const;  // {"round", "order", "d", "r"}
};
LiteralRun RunMutant(const LiteralLink& link, const std::vector<lab::Target>& targets,
                     lab::Lab& lab);

}  // namespace assay::study
