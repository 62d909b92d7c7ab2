#include "optbug/run_totals.h"

#include <algorithm>

#include "base/strings.h"
#include "casebook/bug_types.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

json CountsJson(const ProgramCounts& tally) {
  return {{"programs", tally.programs},
          {"valid", tally.valid},
          {"relevant", tally.relevant},
          {"findings", tally.findings}};
}

json TalliesJson(const std::map<std::string, ProgramCounts>& tallies) {
  json out = json::object();
  for (const auto& [name, tally] : tallies) out[name] = CountsJson(tally);
  return out;
}

void Count(ProgramCounts& tally, const json& program) {
  ++tally.programs;
  tally.valid += program.value("valid", false) ? 1 : 0;
  tally.relevant += program.value("relevant", false) ? 1 : 0;
}

json ProgramJson(const Tried& tried) {
  json out = {{"optimiser", tried.candidate.optimiser},
              {"rule", tried.candidate.rule},
              {"kind", tried.candidate.kind},
              {"status", tried.status},
              {"valid", tried.measures.valid},
              {"relevant", tried.measures.relevant},
              {"verdict", VerdictName(tried.judged.verdict)},
              {"reason", tried.judged.reason},
              {"message", tried.judged.message},
              {"model", tried.candidate.description}};
  // What did not get as far as a verdict is of use to those who mend programs.
  if (tried.judged.verdict == CheckVerdict::kNotApplicable) out["program"] = tried.candidate.text;
  return out;
}

bool IsWithoutModel(const json& config) {
  return !config.contains("provider") || config["provider"] == "none";
}

void Show(const casebook::ProgramFinding& finding, json& shown) {
  for (const char* key : {"optimiser", "rule", "verdict", "model", "origin"})
    shown[key] = finding.facts.value(key, "");
  shown["kind"] = finding.facts.value("optbug_kind", "");
  shown["bug_type"] = casebook::BugTypeOf(finding).name;
  shown["confirmed"] = finding.facts.value("confirmed", 0);
}

}  // namespace

const trial::RunKind kOptbugRun = {.pipeline = "optbug",
                                   .what = "run of `assay optbug` without a model",
                                   .resumes = IsWithoutModel,
                                   .show = Show};

void OptbugTotals::Take(const json& report) {
  seconds_ += report.value("seconds", 0.0);
  for (const json& program : report.at("programs")) {
    Count(total_, program);
    Count(rules_[program.value("rule", "")], program);
    Count(kinds_[program.value("kind", "")], program);
    Count(optimisers_[program.value("optimiser", "")], program);
    ++statuses_[program.value("status", "")];
    ++verdicts_[program.value("verdict", "")];
    if (const std::string reason = program.value("reason", ""); !reason.empty()) ++reasons_[reason];
  }
  for (const json& key : report.at("keys")) keys_.insert(key.get<std::string>());
  for (const json& found : report.at("findings")) {
    if (!ids_.insert(found.value("id", "")).second) continue;
    ++total_.findings;
    ++rules_[found.value("rule", "")].findings;
    ++kinds_[found.value("kind", "")].findings;
    ++optimisers_[found.value("optimiser", "")].findings;
  }
}

json OptbugTotals::Tally(const json& config, const std::vector<std::string>& findings) const {
  return {{"provider", config.value("provider", "none")},
          {"approach", config.value("approach", "assay")},
          {"seed", config.value("seed", 0)},
          {"programs", total_.programs},
          {"valid", total_.valid},
          {"relevant", total_.relevant},
          {"findings", findings.size()},
          {"statuses", statuses_},
          {"verdicts", verdicts_},
          {"unsupported", reasons_},
          {"rules", TalliesJson(rules_)},
          {"kinds", TalliesJson(kinds_)},
          {"optimisers", TalliesJson(optimisers_)},
          {"seconds", seconds_},
          {"programs_per_second", static_cast<double>(total_.programs) / std::max(seconds_, 0.001)},
          {"tokens", 0},
          {"cost", 0.0}};
}

Status KeepBlock(const Block& block, const std::map<std::string, std::string>& versions,
                 double seconds, trial::RunRecord& record) {
  json report = {{"seconds", seconds},
                 {"programs", json::array()},
                 {"findings", json::array()},
                 {"keys", block.keys}};
  for (const Tried& tried : block.tried) report["programs"].push_back(ProgramJson(tried));
  std::vector<casebook::ProgramFinding> findings;
  for (const Found& found : block.found) {
    const auto version = versions.find(found.candidate.framework);
    findings.push_back(FindingOf(found, version == versions.end() ? "" : version->second));
    report["findings"].push_back({{"id", casebook::IdOf(findings.back())},
                                  {"rule", found.candidate.rule},
                                  {"kind", found.candidate.kind},
                                  {"optimiser", found.candidate.optimiser}});
  }
  return record.Add(report, findings);
}

Result<json> SummaryJson(const OptbugTotals& totals, const trial::RunRecord& record) {
  json out = totals.Tally(record.config(), record.ids());
  ASSAY_ASSIGN(out["findings"], record.Findings());
  return out;
}

}  // namespace assay::optbug
