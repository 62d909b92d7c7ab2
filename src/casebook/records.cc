#include "casebook/records.h"

#include "base/json.h"

namespace assay::casebook {
namespace {

using nlohmann::json;

Result<json> Fact(const store::Store& store, const std::string& id, const std::string& aspect) {
  ASSAY_ASSIGN(const auto rows, store.Facts(id));
  for (const store::FactRow& row : rows)
    if (row.aspect == aspect) return ParseJson(row.json);
  return json();
}

}  // namespace

store::FindingRow RowOf(const ProgramFinding& finding, bool confirmed) {
  store::FindingRow row;
  row.signature = SignatureOf(finding);
  row.id = IdOf(finding);
  row.target = finding.framework;
  row.version = finding.version;
  row.device = "cpu";
  row.kind = finding.kind;
  row.stage = finding.pipeline;
  row.producer = finding.pipeline;
  row.message = finding.message;
  row.state = finding.kind == kSuspected ? kSuspected : confirmed ? "confirmed" : "new";
  row.count = 1;
  return row;
}

store::ProgressRow SampleOf(size_t programs, size_t findings) {
  store::ProgressRow row;
  row.cases = static_cast<int64_t>(programs);
  row.sample = DumpJson({{"findings", findings}, {"running", true}});
  return row;
}

Status TellEnd(store::Store& store, int64_t campaign) {
  ASSAY_ASSIGN(std::optional<store::ProgressRow> last, store.LastProgress(campaign));
  if (!last.has_value()) return {};
  json sample = ParseJson(last->sample);
  if (!sample.is_object()) return {};
  sample["running"] = false;
  last->sample = DumpJson(sample);
  return store.KeepProgress(*last);
}

Status Keep(store::Store& store, const std::vector<ProgramFinding>& findings,
            store::CampaignStep step) {
  for (const ProgramFinding& finding : findings) {
    store::FindingRow row = RowOf(finding, true);
    row.campaign = step.campaign;
    ASSAY_ASSIGN(const json kept, Fact(store, row.id, kProgramFact));
    if (kept.is_null())
      ASSAY_RETURN_IF_ERROR(
          store.SetFact(row.id, kProgramFact, DumpJson(casebook::FindingJson(finding))));
    step.findings.push_back(std::move(row));
  }
  return store.Commit(step);
}

Result<std::optional<ProgramFinding>> Load(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const json fact, Fact(store, id, kProgramFact));
  if (fact.is_null()) return std::optional<ProgramFinding>();
  ASSAY_ASSIGN(ProgramFinding finding, ReadFinding(fact));
  return std::optional<ProgramFinding>(std::move(finding));
}

Result<std::optional<ProgramFinding>> LoadSmallest(const store::Store& store,
                                                   const std::string& id) {
  ASSAY_ASSIGN(auto finding, Load(store, id));
  if (!finding.has_value()) return finding;
  ASSAY_ASSIGN(const json reduced, Fact(store, id, kReducedFact));
  if (!reduced.is_object()) return finding;
  finding->program = reduced.value("text", finding->program);
  if (const std::string message = reduced.value("message", ""); !message.empty())
    finding->message = message;
  finding->claim_line = reduced.value("claim_line", finding->claim_line);
  return finding;
}

}  // namespace assay::casebook
