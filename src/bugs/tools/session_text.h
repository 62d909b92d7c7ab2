// The lines that people know from running tools on bugs.
#pragma once

#include <string>
#include <vector>

#include "bugs/tools/score.h"

namespace assay::bugs {

// "-> jax.numpy.diff: issue_19362 was reproduced (f570b5a9d6f60)"
std::string LineOf(const BugScore& score);

// "Reproduced 1 out of 3 bugs (1 missed, 1 not supported by the tool, 0 not run)"
std::string SumOf(const std::vector<BugScore>& scores);

}  // namespace assay::bugs
