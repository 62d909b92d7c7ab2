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

std::vector<json> Sorted(std::vector<json> list) {
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

const trial::RunKind kPairsRun = {.pipeline = "mirror-pairs",
                                  .what = "run of `assay mirror pairs`",
                                  .key = {"from", "to"},
                                  .show = Show};

void PairsTotals::Take(const json& kept) {
  kept.at("notes");  // throws of what is none
  const auto report = kept.get<SubjectReport>();
  ++subjects_;
  seconds_ += report.seconds;
  judged_.insert({report.from, report.to});
  ++states_[report.state];
  programs_ += report.programs;
  trials_ += report.trials;
  trial::AddCounts(report.statuses, statuses_);
  trial::AddCounts(report.rulings, rulings_);
  trial::AddCounts(report.conventions, conventions_);
  differences_.insert(differences_.end(), report.notes.begin(), report.notes.end());
  if (report.state == "not a twin" || report.state == "false twin")
    not_twins_.push_back({{"from", report.from},
                          {"to", report.to},
                          {"state", report.state},
                          {"difference", report.problem}});
}

json PairsTotals::Tally(const json&, const std::vector<std::string>&) const {
  return {{"subjects", subjects_}};
}

json PairsTotals::Summary(const json& config) const {
  const auto count = [](const Counts& counts, const char* key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  };
  return {{"pairs", StrCat(config.value("from", ""), "-", config.value("to", ""))},
          {"seed", config.value("seed", 0)},
          {"subjects", subjects_},
          {"judged", judged_},
          {"compared", count(states_, "compared")},
          {"states", states_},
          {"programs", programs_},
          {"programs_per_second", PerSecond(programs_, seconds_)},
          {"seconds", seconds_},
          {"trials", trials_},
          {"trials_per_second", PerSecond(trials_, seconds_)},
          {"agreed", count(rulings_, "agreed")},
          {"conventions", count(rulings_, "convention")},
          {"differs", count(rulings_, "differs") + count(rulings_, "one refuses")},
          {"rulings", rulings_},
          {"conventions_by_name", conventions_},
          {"statuses", statuses_},
          {"differences", Sorted(differences_)},
          {"not_twins", Sorted(not_twins_)}};
}

Status KeepReport(SubjectReport report, double seconds, trial::RunRecord& record) {
  report.seconds = seconds;
  for (const casebook::ProgramFinding& one : report.found)
    report.findings.push_back(casebook::IdOf(one));
  return record.Add(report, report.found);
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
