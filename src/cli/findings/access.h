// One finding of a store with all that is needed to run it again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

void PrintJson(const nlohmann::json& json);

}  // namespace assay::cli::findings
