// Versions of a framework for `assay locate --versions`: which there are, what one costs, and how
// to get it. Nothing is downloaded unless somebody has agreed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/registry.h"
#include "triage/locate/question.h"

namespace assay::triage::locate {

struct VersionWish {
  std::vector<std::string> list;  // only these; empty: all that the index offers
  std::vector<std::string> backend_dirs;
  // Asked before the first download, with what it costs; none: it is agreed to.
  std::function<bool(const std::string& cost)> agree = {};
  std::function<void(const std::string&)> tell = {};  // hears what was done
};

// For `target`, which shows the finding. An error: the index cannot be asked, or the framework is
// not installed from a package.
Result<Versions> ReleasedVersions(const lab::Target& target, const lab::Registry& registry,
                                  const VersionWish& wish);

}  // namespace assay::triage::locate
