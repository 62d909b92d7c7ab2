// What `assay serve` and `assay report` have in common: where they read from.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/app.h"
#include "web/sources.h"

namespace assay::cli {

struct DashboardFlags {
  std::string store = "assay.db", study, bugs, board, ledger;
  std::vector<std::string> backend_dirs;
};

void AddDashboardFlags(App& app, DashboardFlags& flags);

// An error when the store is missing or cannot be read. One of an older assay is brought up to
// date. What was not named is taken where its command writes it, if it is there.
// `read_only`: the store is not brought up to date either.
Result<web::Sources> SourcesOf(const DashboardFlags& flags, bool read_only);

}  // namespace assay::cli
