#include "judge/run_totals.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/strings.h"
#include "casebook/bug_types.h"

namespace assay::judge {
namespace {

using casebook::DumpJson;
using casebook::ProgramFinding;
using nlohmann::json;

void Show(const ProgramFinding& finding, json& shown) {
  shown["oracle"] = finding.oracle;
  shown["parameter"] = finding.parameter;
  shown["claim_line"] = finding.claim_line;
  shown["bug_type"] = casebook::BugTypeOf(finding).name;
  shown["confirmed"] = finding.facts.value("confirmed", 0);
}

// Before the report that names it: a run that is killed in between leaves a document that the next
// one writes again, and no report without its programs. Returns the kind of the document.
Result<std::string> KeepPrograms(const ApiReport& report,
                                 const std::vector<ProgramFinding>& findings, store::Store& store) {
  std::map<std::string, std::string> ids;
  for (const auto& finding : findings) ids.emplace(finding.program, casebook::IdOf(finding));
  const std::string text = DumpJson(KeptJson(report.api, report.framework, report.examples, ids));
  std::string kind = KeptKind(report.api, text);
  ASSAY_RETURN_IF_ERROR(store.KeepDocument(kind, kKeptName, text));
  return kind;
}

}  // namespace

const trial::RunKind kJudgeRun = {
    .pipeline = "judge", .what = "run of `assay judge`", .key = {"framework", "api"}, .show = Show};

void JudgeTotals::Take(const json& kept) {
  kept.at("verdicts");  // throws of what is none
  const auto report = kept.get<ApiReport>();
  judged_.push_back(report.api);
  reached_ += report.reached ? 1 : 0;
  programs_ += report.programs;
  trials_ += report.trials;
  trial::AddCounts(report.statuses, statuses_);
  trial::AddCounts(report.verdicts, verdicts_);
  trial::AddCounts(report.oracles, oracles_);
  for (const std::string& suspicion : report.suspicions)
    suspicious_.push_back({{"api", report.api}, {"seen", suspicion}});
  if (report.calls == 0) not_called_.push_back({{"api", report.api}, {"problem", report.problem}});
}

json JudgeTotals::Tally(const json&, const std::vector<std::string>&) const {
  return {{"apis", judged_.size()}};
}

json JudgeTotals::Summary() const {
  json out = {{"apis", judged_.size()},   {"reached", reached_},
              {"programs", programs_},    {"called", judged_.size() - not_called_.size()},
              {"trials", trials_},        {"statuses", statuses_},
              {"verdicts", verdicts_},    {"oracles", oracles_},
              {"judged", judged_},        {"not_called", not_called_},
              {"suspicious", suspicious_}};
  // Reports come as labs finish; what is told must not depend on that.
  for (const char* list : {"judged", "not_called"}) std::sort(out[list].begin(), out[list].end());
  return out;
}

Status KeepReport(const std::string& framework, ApiReport report, store::Store& store,
                  trial::RunRecord& record) {
  report.framework = framework;
  std::vector<ProgramFinding> findings;
  for (const Disagreement& d : report.disagreements) findings.push_back(FindingOf(d));
  for (const ProgramFinding& one : findings) report.findings.push_back(casebook::IdOf(one));
  if (report.calls > 0) report.problem.clear();
  ASSAY_ASSIGN(report.kept, KeepPrograms(report, findings, store));
  return record.Add(report, findings);
}

Result<json> SummaryJson(const JudgeTotals& totals, const trial::RunRecord& record,
                         const RunEnding& ending) {
  json out = totals.Summary();
  out["seconds"] = ending.seconds;
  out["programs_per_second"] =
      ending.seconds > 0 ? static_cast<double>(ending.programs_now) / ending.seconds : 0;
  out["left"] = ending.left;
  if (!ending.issue.is_null()) out["issue"] = ending.issue;
  ASSAY_ASSIGN(json findings, record.Findings());
  const auto place = [](const json& f) {
    const auto text = [&](const char* key) { return f[key].get_ref<const std::string&>(); };
    return std::make_tuple(text("framework"), text("api"), text("oracle"), text("parameter"),
                           text("id"));
  };
  std::sort(findings.begin(), findings.end(),
            [&](const json& a, const json& b) { return place(a) < place(b); });
  out["findings"] = std::move(findings);
  return out;
}

}  // namespace assay::judge
