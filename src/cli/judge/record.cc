#include "cli/judge/record.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "casebook/records.h"

namespace assay::cli::judging {
namespace {

using casebook::DumpJson;
using nlohmann::json;

json ReportJson(const std::string& framework, const judge::ApiReport& report,
                const std::vector<casebook::ProgramFinding>& findings) {
  json out = {
      {"framework", framework},          {"api", report.api},
      {"reached", report.reached},       {"calls", report.calls},
      {"programs", report.programs},     {"trials", report.trials},
      {"statuses", report.statuses},     {"verdicts", report.verdicts},
      {"oracles", report.oracles},       {"problem", report.calls > 0 ? "" : report.problem},
      {"suspicions", report.suspicions}, {"findings", json::array()}};
  for (const auto& finding : findings) out["findings"].push_back(casebook::IdOf(finding));
  return out;
}

json Shown(const std::string& id, const casebook::ProgramFinding& finding) {
  return {{"id", id},
          {"title", finding.title},
          {"api", finding.api},
          {"framework", finding.framework},
          {"version", finding.version},
          {"oracle", finding.oracle},
          {"parameter", finding.parameter},
          {"kind", finding.kind},
          {"evidence", finding.sentence},
          {"message", finding.message},
          {"program", finding.program},
          {"claim_line", finding.claim_line},
          {"bug_type", casebook::BugTypeOf(finding).name},
          {"confirmed", finding.facts.value("confirmed", 0)}};
}

}  // namespace

Result<Record> Record::Start(store::Store& store, const json& config) {
  json own = config;
  own["pipeline"] = "judge";
  ASSAY_ASSIGN(const int64_t id, store.AddCampaign(DumpJson(own)));
  return Record(store, id, std::move(own));
}

Result<Record> Record::Resume(store::Store& store) {
  ASSAY_ASSIGN(const auto last, store.LastCampaign("judge"));
  if (!last.has_value())
    return Invalid("--resume: the store holds no run of `assay judge`; start one without it");
  const json config = json::parse(last->config, nullptr, false);
  if (!config.is_object()) return Invalid("--resume: the settings of that run cannot be read");
  Record out(store, last->id, config);
  ASSAY_ASSIGN(const auto rows, store.Reports(last->id));
  for (const store::ReportRow& row : rows) {
    json report = json::parse(row.report, nullptr, false);
    if (report.is_object()) out.Take(std::move(report));
  }
  return out;
}

bool Record::Done(const std::string& framework, const std::string& api) const {
  return done_.contains(framework + " " + api);
}

// Before the report that names it: a run that is killed in between leaves a document that the next
// one writes again, and no report without its programs.
Result<std::string> Record::KeepPrograms(const std::string& framework,
                                         const judge::ApiReport& report,
                                         const std::vector<casebook::ProgramFinding>& findings) {
  std::map<std::string, std::string> ids;
  for (const auto& finding : findings) ids.emplace(finding.program, casebook::IdOf(finding));
  const std::string text = DumpJson(judge::KeptJson(report.api, framework, report.kept, ids));
  std::string kind = judge::KeptKind(report.api, text);
  ASSAY_RETURN_IF_ERROR(store_->KeepDocument(kind, judge::kKeptName, text));
  return kind;
}

void Record::Take(json report) {
  done_.insert(StrCat(report.value("framework", ""), " ", report.value("api", "")));
  for (const json& id : report["findings"]) ids_.insert(id.get<std::string>());
  reports_.push_back(std::move(report));
}

Status Record::Add(const std::string& framework, const judge::ApiReport& report) {
  std::vector<casebook::ProgramFinding> findings;
  for (const trial::Disagreement& d : report.disagreements) findings.push_back(trial::FindingOf(d));
  json kept = ReportJson(framework, report, findings);
  ASSAY_ASSIGN(kept["kept"], KeepPrograms(framework, report, findings));
  store::CampaignStep step;
  step.campaign = campaign_;
  step.block = static_cast<int64_t>(reports_.size()) + 1;
  step.tally = DumpJson({{"apis", reports_.size() + 1}});
  step.reports.push_back({static_cast<int64_t>(reports_.size()), DumpJson(kept)});
  size_t programs = report.programs;
  for (const json& before : reports_) programs += before.value("programs", size_t{0});
  std::set<std::string> found = ids_;
  for (const auto& finding : findings) found.insert(casebook::IdOf(finding));
  step.progress.push_back(casebook::SampleOf(programs, found.size()));
  ASSAY_RETURN_IF_ERROR(casebook::Keep(*store_, findings, std::move(step)));
  Take(std::move(kept));
  return {};
}

Result<json> Record::Findings() const {
  json out = json::array();
  std::set<std::string> seen;
  for (const json& report : reports_)
    for (const json& id : report["findings"]) {
      if (!seen.insert(id.get<std::string>()).second) continue;
      ASSAY_ASSIGN(const auto finding, casebook::Load(*store_, id));
      if (finding.has_value()) out.push_back(Shown(id, *finding));
    }
  // By name, since reports come as labs finish.
  const auto place = [](const json& f) {
    return std::tie(
        f["framework"].get_ref<const std::string&>(), f["api"].get_ref<const std::string&>(),
        f["oracle"].get_ref<const std::string&>(), f["parameter"].get_ref<const std::string&>(),
        f["id"].get_ref<const std::string&>());
  };
  std::sort(out.begin(), out.end(),
            [&](const json& a, const json& b) { return place(a) < place(b); });
  return out;
}

}  // namespace assay::cli::judging
