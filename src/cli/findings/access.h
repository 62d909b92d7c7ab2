// One finding of a store with all that is needed to run it again.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "lab/registry.h"
#include "store/store.h"

namespace CLI {
class App;
}

namespace assay::cli::findings {

// Flags that every action on one finding has.
struct FindingFlags {
  std::string id;
  std::string store = "assay.db";
  std::vector<std::string> backend_dirs;
  bool json = false;
};

// Adds the id (unless `with_id` is false), --store, --backend-dir and --json.
void AddFindingFlags(CLI::App& app, FindingFlags& flags, bool with_id = true);

// The case as it was first seen, the smallest that was kept.
Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id);
// The reduced case when there is one, otherwise the original.
Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id);

// The target of a finding in the version that showed it. An error, with the command that helps,
// when that version is not installed any more or the target is not ready.
Result<lab::Target> TargetOf(const store::FindingRow& row,
                             const std::vector<std::string>& backend_dirs);

// Facts by aspect; an empty object for what is not known.
Result<std::map<std::string, nlohmann::json>> FactsOf(const store::Store& store,
                                                      const std::string& id);

// All that is known of a finding, as `assay findings show --json` prints it.
Result<nlohmann::json> FindingJson(const store::Store& store, const store::FindingRow& row);

void PrintJson(const nlohmann::json& json);

}  // namespace assay::cli::findings
