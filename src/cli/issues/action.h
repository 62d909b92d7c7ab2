// What `assay issues` can do: one file each, one line each in actions.def.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/action_group.h"

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

void PrintJson(const nlohmann::json& json);

}  // namespace assay::cli::issues
