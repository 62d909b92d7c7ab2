// The newest release of a framework, as far as it can be told.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "store/rows.h"

namespace assay::dossier {

struct Release {
  std::string version;  // "" when nothing is known
  std::string how;      // "the newest that is installed here", "the newest of the package index"
};

// The newest version that is installed, or, when asked `online`, that the package index offers.
// Without a network that is an error that says so.
Result<Release> NewestRelease(const store::FindingRow& row,
                              const std::vector<std::string>& backend_dirs, bool online);

// The newest version in what `pip index versions` prints; "" when there is none.
std::string NewestOfIndex(const std::string& printed);

}  // namespace assay::dossier
