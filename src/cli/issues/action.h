// What `assay issues` can do: one file each, one line each in actions.def.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace assay::cli {
class App;
}

namespace assay::knowledge {
struct IssueFilter;
}

namespace assay::cli::issues {

struct Action {
  std::string_view name;
  std::string_view help;  // one line
  // Adds the action's flags and returns what to run after they are parsed (giving the exit code).
  std::function<int()> (*setup)(App& app);
};

std::span<const Action> AllActions();

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
