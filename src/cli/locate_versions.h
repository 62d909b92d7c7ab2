// Versions of a framework for `assay locate --versions`: which there are, what one costs, and how
// to get it. Nothing is downloaded unless the user has agreed.
#pragma once

#include <string>
#include <vector>

#include "lab/registry.h"
#include "triage/locate/question.h"

namespace assay::cli {

struct VersionWish {
  std::vector<std::string> list;  // only these; empty: all that the index offers
  bool yes = false;               // download without asking
  std::vector<std::string> backend_dirs;
};

// For `target`, which shows the finding. An error: the index cannot be asked, or the framework is
// not installed from a package. `progress` may be shown while asking.
Result<triage::locate::Versions> ReleasedVersions(const lab::Target& target,
                                                  const lab::Registry& registry,
                                                  const VersionWish& wish);

}  // namespace assay::cli
