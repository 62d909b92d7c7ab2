#include "mirror/output_json.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

json LeftJson(const std::vector<Left>& left) {
  json out = json::array();
  for (const auto& one : left)
    out.push_back({{"line", one.line}, {"api", one.api}, {"why", one.why}});
  return out;
}

json UsesJson(const std::vector<ApiUse>& uses) {
  json out = json::array();
  for (const auto& use : uses)
    out.push_back({{"api", use.api}, {"line", use.line}, {"twin", use.twin}, {"by", use.by}});
  return out;
}

}  // namespace

json OutputJson(const Output& output) {
  const Assessment& a = output.assessment;
  json out = {{"name", output.source.name},
              {"issue", output.source.issue},
              {"from", output.direction.from},
              {"to", output.direction.to},
              {"program", output.proposal.text},
              {"valid", a.valid},
              {"preserving", a.preserving},
              {"why", a.why},
              {"inputs", a.inputs},
              {"verdict", ShowingName(a.showing)},
              {"source_symptom", a.source_symptom},
              {"symptom", a.symptom},
              {"message", a.message},
              {"left", LeftJson(output.proposal.left)},
              {"uses", UsesJson(output.proposal.uses)},
              {"notes", output.proposal.notes},
              {"error_kind", a.error_kind},
              {"transfer_error", a.transfer_error},
              {"accused", output.accusation.stands},
              {"kind", output.accusation.kind},
              {"judged", output.accusation.why},
              {"references", output.accusation.references},
              {"upstream", output.accusation.upstream},
              {"evidence", a.evidence},
              {"tokens",
               {{"knowledge", output.proposal.knowledge_tokens},
                {"code", output.proposal.code_tokens},
                {"output", output.proposal.output_tokens}}},
              {"cost", output.proposal.cost}};
  return out;
}

json ScreenedOutJson(const Output& output) {
  return {{"name", output.source.name},
          {"from", output.direction.from},
          {"to", output.direction.to},
          {"missing", output.screened.missing},
          {"platforms", output.screened.platforms},
          {"modules", output.screened.modules},
          {"processes", output.screened.processes},
          {"why", output.screened.why}};
}

}  // namespace assay::mirror
