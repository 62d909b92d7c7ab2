// Flags that the actions of `assay issues` share.
#pragma once

#include <string>

#include "cli/command.h"

namespace assay::knowledge {
struct IssueFilter;
}

namespace assay::cli::issues {

// --store and --json.
struct CommonFlags {
  std::string store;  // "": the user's own
  bool json = false;
  std::string path() const;  // of the store
};
void AddCommonFlags(App& app, CommonFlags& flags);

// --state, --label, --since, --until, --closed-fixed.
void AddFilterFlags(App& app, knowledge::IssueFilter& filter);

}  // namespace assay::cli::issues
