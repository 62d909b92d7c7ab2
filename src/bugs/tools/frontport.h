// Front-ported bugs: fixed ones that a patch brings back into the version that is installed.
//
// Such a folder (bugs/frontport/<library>/issue_<id>) holds patch.py besides what every bug has.
// bugs/frontport/assay_frontport.py applies patches when the library is imported; an environment
// with a bug in it is a copy (by hard links) of the installed one, with that file and the patches.
#pragma once

#include <string>

#include "base/result.h"
#include "bugs/database/bug.h"

namespace assay::bugs {

bool IsFrontported(const Bug& bug);

// The environment of the bug's library, with the patches of all bugs beside it (`broken`) or as it
// is installed. Made in the user's cache when it is not there yet.
Result<std::string> FrontportEnvironment(const Bug& bug, bool broken);

// One side of a front-ported bug, for real.
struct FrontportRun {
  int exit_code = -1;   // 0: the bug is there, 1: it is not, else: neither
  std::string printed;  // the last line
};
// Runs its test with or without the patch in the environment that is installed, in the sandbox.
Result<FrontportRun> RunFrontport(const Bug& bug, bool broken, bool unsafe);

}  // namespace assay::bugs
