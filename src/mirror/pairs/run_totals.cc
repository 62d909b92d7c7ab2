#include "mirror/pairs/run_totals.h"

#include <algorithm>

#include "base/strings.h"
#include "casebook/bug_types.h"

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;

void Show(const casebook::ProgramFinding& finding, json& shown) {
  for (const char* key : {"from", "to", "change", "difference"})
    shown[key] = finding.facts.value(key, "");
  shown["bug_type"] = casebook::BugTypeOf(finding).name;
  shown["confirmed"] = finding.facts.value("confirmed", 0);
}

double PerSecond(size_t count, double seconds) {
  return static_cast<double>(count) / std::max(seconds, 0.001);
}

json Sorted(json list) {
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

const trial::RunKind kPairsRun = {.pipeline = "mirror-pairs",
                                  .what = "run of `assay mirror pairs`",
                                  .key = {"from", "to"},
                                  .show = Show};

void PairsTotals::Take(const json& report) {
  ++subjects_;
  seconds_ += report.value("seconds", 0.0);
  for (const char* side : {"from", "to"}) judged_.insert(report.value(side, ""));
  const std::string state = report.value("state", "");
  trial::AddCounts({{state, 1}}, states_);
  programs_ += report.value("programs", size_t{0});
  trials_ += report.value("trials", size_t{0});
  trial::AddCounts(report.at("statuses"), statuses_);
  trial::AddCounts(report.at("rulings"), rulings_);
  trial::AddCounts(report.at("conventions"), conventions_);
  for (const json& note : report.at("notes")) differences_.push_back(note);
  if (state == "not a twin" || state == "false twin")
    not_twins_.push_back({{"from", report.at("from")},
                          {"to", report.at("to")},
                          {"state", state},
                          {"difference", report.at("problem")}});
}

json PairsTotals::Tally(const json&, const std::vector<std::string>&) const {
  return {{"subjects", subjects_}};
}

json PairsTotals::Summary(const json& config) const {
  const auto count = [&](const char* key) { return rulings_.value(key, size_t{0}); };
  return {{"pairs", StrCat(config.value("from", ""), "-", config.value("to", ""))},
          {"seed", config.value("seed", 0)},
          {"subjects", subjects_},
          {"judged", judged_},
          {"compared", states_.value("compared", size_t{0})},
          {"states", states_},
          {"programs", programs_},
          {"programs_per_second", PerSecond(programs_, seconds_)},
          {"seconds", seconds_},
          {"trials", trials_},
          {"trials_per_second", PerSecond(trials_, seconds_)},
          {"agreed", count("agreed")},
          {"conventions", count("convention")},
          {"differs", count("differs") + count("one refuses")},
          {"rulings", rulings_},
          {"conventions_by_name", conventions_},
          {"statuses", statuses_},
          {"differences", Sorted(differences_)},
          {"not_twins", Sorted(not_twins_)}};
}

Status KeepReport(const SubjectReport& report, double seconds, trial::RunRecord& record) {
  json kept = ReportJson(report);
  kept["seconds"] = seconds;
  return record.Add(kept, report.findings);
}

Result<json> SummaryJson(const PairsTotals& totals, const trial::RunRecord& record) {
  json out = totals.Summary(record.config());
  ASSAY_ASSIGN(json findings, record.Findings());
  std::sort(findings.begin(), findings.end(),
            [](const json& a, const json& b) { return a["id"] < b["id"]; });
  out["findings"] = std::move(findings);
  return out;
}

}  // namespace assay::mirror::pairs
