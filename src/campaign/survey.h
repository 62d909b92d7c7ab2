// Which uses of operators each target does not support: asking for them would teach nothing.
//
// One-node models, one per operator and element types, are tried on every target, in all opsets
// where the answer is not the same in those that are tried first. A target that takes long for a
// case is asked through the mode that it builds on (lab::Target::no_slower_than), or not at all; of
// the latter nothing is known.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/lab.h"

namespace assay::campaign {

// By the names of targets, keys as in generate::SupportKey and TypesKey. Deterministic for given
// versions of targets (up to which of them are fast enough to be asked). `barren`: targets that
// took nothing at all, with what they said.
std::map<std::string, std::vector<uint64_t>> SurveyGaps(const std::vector<lab::Target>& targets,
                                                        lab::Lab& lab, int jobs,
                                                        std::map<std::string, std::string>& barren);

}  // namespace assay::campaign
