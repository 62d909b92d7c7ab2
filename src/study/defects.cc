#include "study/defects.h"

#include <set>

#include "base/strings.h"
#include "triage/classify/classify.h"
#include "triage/evidence_json.h"
#include "triage/symptom.h"

namespace assay::study {
namespace {

std::string KeyOf(const triage::Symptom& symptom) {
  const std::string where = symptom.op.empty() ? symptom.ahead : symptom.op;
  return Join(std::vector<std::string>{symptom.framework, symptom.oracle, symptom.stage,
                                       symptom.message, where},
              "|");
}

Defect DefectOf(const oracle::TargetResult& result, const Graph& graph, const lab::Target& target) {
  triage::Clues clues{.kind = result.oracle,
                      .stage = result.stage,
                      .message = result.message,
                      .evidence = triage::EvidenceJson(result),
                      .nodes = static_cast<int64_t>(graph.node_count()),
                      .graph = &graph};
  return Defect{.key = KeyOf(triage::SymptomOf(result, graph, target.framework)),
                .target = target.name,
                .oracle = result.oracle,
                .what = result.message,
                .type = std::string(triage::Classify(clues).study.id)};
}

}  // namespace

nlohmann::json Defect::Json() const {
  return {{"key", key}, {"target", target}, {"oracle", oracle}, {"what", what}, {"type", type}};
}

Judged JudgeCase(const oracle::Subject& subject, const oracle::Truth& truth,
                 std::span<const lab::Target> targets, lab::Lab& lab, const JudgeOptions& options) {
  Judged out{.right = truth.unknown.empty()};
  if (!out.right) return out;
  oracle::CheckOptions check;
  check.measure_memory = false;
  check.rerun = false;
  check.locate = true;
  check.layers_where_loose = options.layers;
  check.confirm = options.confirm;
  for (const lab::Target& target : targets) {
    const oracle::TargetResult result = oracle::CheckTarget(subject, truth, target, lab, check);
    out.right = out.right && result.status == oracle::CaseStatus::kOk && !result.abandoned;
    if (oracle::IsFinding(result.status) && !result.abandoned)
      out.defects.push_back(DefectOf(result, subject.model.graph, target));
  }
  return out;
}

nlohmann::json UniqueJson(const std::vector<Defect>& defects) {
  std::set<std::string> seen;
  nlohmann::json out = nlohmann::json::array();
  for (const Defect& defect : defects)
    if (seen.insert(defect.key).second) out.push_back(defect.Json());
  return out;
}

}  // namespace assay::study
