// What a finding was seen on, as far as it is still installed.
#pragma once

#include <string>
#include <vector>

#include "lab/registry.h"
#include "store/rows.h"

namespace assay::dossier {

// The target of a finding in the version that showed it. An error, with the command that helps,
// when that version is not installed any more or the target is not ready.
Result<lab::Target> TargetOf(const store::FindingRow& row,
                             const std::vector<std::string>& backend_dirs);

}  // namespace assay::dossier
