#include "triage/rows.h"

#include "triage/case_bytes.h"
#include "triage/symptom.h"

namespace assay::triage {

store::FindingRow FindingRowOf(const oracle::TargetResult& result, const std::string& signature,
                               bool confirmed) {
  store::FindingRow row;
  row.id = FindingId(signature);
  row.target = result.name;
  row.version = result.version;
  row.device = result.device;
  row.kind = result.oracle;
  row.stage = result.stage;
  row.message = result.message;
  row.signature = signature;
  row.state = result.status == oracle::CaseStatus::kNondeterministic ? "flaky"
              : confirmed                                            ? "confirmed"
                                                                     : "new";
  row.count = 1;
  return row;
}

store::SightingRow SightingRowOf(const oracle::Subject& subject, const oracle::TargetResult& result,
                                 const std::string& signature, std::string recipe) {
  store::SightingRow row;
  row.finding = FindingId(signature);
  row.recipe = std::move(recipe);
  row.message = result.message;
  row.nodes = static_cast<int64_t>(subject.model.graph.node_count());
  row.model = subject.bytes;
  row.inputs = PackInputs({subject.model, subject.inputs});
  return row;
}

}  // namespace assay::triage
