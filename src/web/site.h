// The static report: the dashboard's pages as files that work from a disk, with all data beside
// them, to attach to a CI run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "web/sources.h"

namespace assay::web {

struct SiteOptions {
  std::string folder;
  int64_t findings = 1000;  // that get pages of their own, the most realistic first
  std::function<void(const std::string&)> tell;  // progress; may be empty
};

struct SiteSummary {
  int64_t files = 0, bytes = 0;
  int64_t findings = 0;    // in the list
  int64_t with_pages = 0;  // of those
};

// Writes into a folder that is new, empty or an earlier report; any other is refused.
Result<SiteSummary> WriteSite(Sources sources, const SiteOptions& options);

}  // namespace assay::web
