#include "campaign/inspector.h"

#include "triage/symptom.h"

namespace assay::campaign {

void Inspector::Look(int64_t index, const Prepared& prepared,
                     const std::vector<lab::Target>& targets, Examined& examined) {
  if (every_ <= 0 || index % every_ != 0) return;
  const std::lock_guard lock(mutex_);
  resources::InspectOptions options;
  options.seed = static_cast<uint64_t>(index);
  std::vector<Hit> hits;
  for (const TargetRun& run : examined.runs) {
    if (run.status != oracle::CaseStatus::kOk && run.status != oracle::CaseStatus::kSuspicious)
      continue;
    for (resources::Inspected& found :
         resources::Inspect(prepared.made.model_case, targets[run.target], desk_, options)) {
      Hit hit;
      hit.signature = triage::Signature(found.result, found.shown.model.graph);
      hit.id = triage::FindingId(hit.signature);
      hit.confirmed = true;
      hit.result = std::move(found.result);
      hit.shown = std::move(found.shown);
      hits.push_back(std::move(hit));
    }
  }
  for (Hit& hit : hits) examined.hits.push_back(std::move(hit));
}

}  // namespace assay::campaign
