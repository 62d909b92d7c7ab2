// One finding of a store with all that is needed to run it again.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/model_case.h"
#include "lab/registry.h"
#include "store/store.h"
#include "triage/probe.h"

namespace assay::cli {
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
void AddFindingFlags(App& app, FindingFlags& flags, bool with_id = true);

// The case as it was first seen, the smallest that was kept.
Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id);
// The reduced case when there is one, otherwise the original.
Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id);

// The target of a finding in the version that showed it. An error, with the command that helps,
// when that version is not installed any more or the target is not ready.
Result<lab::Target> TargetOf(const store::FindingRow& row,
                             const std::vector<std::string>& backend_dirs);

// What shows a finding on `target`: a run of its case; of one from the training stage a training
// with the settings that were kept; of one about time or memory a measurement. `recipe`: of the
// sighting that the case comes from; "" for the case of SmallestCase.
Result<triage::Probe> ProbeOf(const store::Store& store, const store::FindingRow& row,
                              lab::Target target, lab::Lab& lab, const std::string& recipe = "");

// Notes which settings a reduced case goes with. Nothing to do for findings of other stages.
Status KeepSettings(store::Store& store, const store::FindingRow& row,
                    const std::string& recipe = "");

// An error, which says what can be done instead, for a finding of the training stage: `what` runs
// models as they are.
Status NeedsPlainRun(const store::FindingRow& row, const std::string& what);

// Facts by aspect; an empty object for what is not known.
Result<std::map<std::string, nlohmann::json>> FactsOf(const store::Store& store,
                                                      const std::string& id);

// All that is known of a finding, as `assay findings show --json` prints it.
Result<nlohmann::json> FindingJson(const store::Store& store, const store::FindingRow& row);

void PrintJson(const nlohmann::json& json);

}  // namespace assay::cli::findings
