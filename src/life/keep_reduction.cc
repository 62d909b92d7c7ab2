#include "life/keep_reduction.h"

#include "base/json.h"
#include "base/machine.h"
#include "base/strings.h"
#include "casebook/finding.h"
#include "onnx/model_io.h"
#include "triage/case_bytes.h"
#include "triage/error_json.h"
#include "triage/evidence_json.h"
#include "triage/life.h"

namespace assay::life {

Status KeepCase(store::Store& store, const std::string& id, size_t original_nodes,
                const ModelCase& smaller, bool complete) {
  store::ReductionRow row;
  row.finding = id;
  row.original_nodes = static_cast<int64_t>(original_nodes);
  row.nodes = static_cast<int64_t>(smaller.model.graph.node_count());
  row.complete = complete;
  ASSAY_ASSIGN(row.model, onnxio::SerializeModel(smaller.model));
  row.inputs = triage::PackInputs(smaller);
  return store.KeepReduction(row);
}

nlohmann::json ReductionJson(const reduce::Reduced& reduced) {
  return With(ASSAY_FIELDS(reduced, original_nodes, tries, seconds, complete, notes),
              {{"nodes", reduced.model_case.model.graph.node_count()},
               {"locked_on", reduce::LockedOn(reduced.symptom)},
               {"canonical", reduce::Canonical(reduced.model_case)},
               {"opsets", {reduced.opset_low, reduced.opset_high}}});
}

Status RecordReduction(store::Store& store, const store::FindingRow& row,
                       const reduce::Reduced& reduced, const nlohmann::json& errors) {
  ASSAY_RETURN_IF_ERROR(
      KeepCase(store, row.id, reduced.original_nodes, reduced.model_case, reduced.complete));
  ASSAY_RETURN_IF_ERROR(
      store.SetFact(row.id, "reduction", casebook::DumpJson(ReductionJson(reduced))));
  if (!reduced.proof.oracle.empty())
    ASSAY_RETURN_IF_ERROR(
        store.SetFact(row.id, "evidence", casebook::DumpJson(triage::EvidenceJson(reduced.proof))));
  if (!errors.empty())
    ASSAY_RETURN_IF_ERROR(store.SetFact(row.id, triage::kErrorsFact, casebook::DumpJson(errors)));
  ASSAY_RETURN_IF_ERROR(store.SetState(row.id, triage::LaterState(row.state, "reduced")));
  const size_t nodes = reduced.model_case.model.graph.node_count();
  return store.AddHistory({.finding = row.id,
                           .time = "",
                           .target = row.target,
                           .version = row.version,
                           .event = "reduced",
                           .message = StrCat(reduced.original_nodes, " -> ", nodes, " nodes",
                                             reduced.complete ? "" : ", cut short"),
                           .machine = HostMachine()});
}

}  // namespace assay::life
