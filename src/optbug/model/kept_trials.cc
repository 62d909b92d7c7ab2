#include "optbug/model/kept_trials.h"

#include "base/strings.h"
#include "casebook/bug_types.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

void ShowSuspected(const casebook::ProgramFinding& finding, json& shown) {
  for (const char* key : {"rule", "verdict", "reason", "approach", "prompt"})
    shown[key] = finding.facts.value(key, "");
  shown["state"] = casebook::kSuspected;
  shown["optbug_kind"] = finding.facts.value("optbug_kind", "");
  shown["bug_type"] = casebook::BugTypeOf(finding).name;
}

}  // namespace

const trial::RunKind kModelRun = {
    .pipeline = "optbug",
    .what = "run of `assay optbug` with a model",
    .programs = "trials",
    .resumes = [](const json& config) { return config.value("provider", "none") != "none"; },
    .show = ShowSuspected};

void ModelTotals::Take(const json& kept) {
  seconds_ += kept.value("seconds", 0.0);
  for (const json& one : kept.at("trials")) {
    trials_.push_back(ReadTrial(one));
    prompts_.insert(trials_.back().proposal.key);
  }
}

json ModelTotals::Tally(const json& config, const std::vector<std::string>& findings) const {
  json out = SummaryOf(trials_);
  out["suspected"] = out["suspected"].size();  // the trials tell them
  for (const char* key : {"provider", "model", "approach", "seed", "context"})
    if (config.contains(key)) out[key] = config[key];
  out["findings"] = findings.size();
  out["seconds"] = seconds_;
  return out;
}

Status KeepTrials(std::vector<ProposalTrial> trials, const std::string& approach,
                  const std::string& model, double seconds, trial::RunRecord& record) {
  json report = {{"seconds", seconds}, {"trials", json::array()}, {"findings", json::array()}};
  std::vector<casebook::ProgramFinding> findings;
  for (ProposalTrial& trial : trials) {
    if (trial.suspected) {
      findings.push_back(FindingOf(trial, approach, model));
      trial.finding = casebook::IdOf(findings.back());
      report["findings"].push_back({{"id", trial.finding},
                                    {"rule", trial.proposal.rule},
                                    {"kind", trial.kind},
                                    {"optimiser", findings.back().api}});
    }
    report["trials"].push_back(TrialJson(trial));
  }
  return record.Add(report, findings);
}

std::vector<ProposalTrial> TrialsOf(const json& report) {
  std::vector<ProposalTrial> out;
  if (!report.is_object() || !report.contains("trials") || !report["trials"].is_array()) return out;
  for (const json& one : report["trials"])
    if (one.is_object() && one.contains("proposal")) out.push_back(ReadTrial(one));
  return out;
}

}  // namespace assay::optbug
