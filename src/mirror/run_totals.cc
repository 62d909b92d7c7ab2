#include "mirror/run_totals.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "mirror/run.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// One carried program as `assay mirror run --json` prints it, and as the store keeps it.

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

bool IsRun(const json& config) { return config.contains("action") && config["action"] == "run"; }

void Show(const casebook::ProgramFinding& finding, json& shown) {
  for (const char* key : {"source", "issue", "verdict", "state"})
    shown[key] = finding.facts.value(key, "");
}

size_t CountIf(const json& outputs, const char* key) {
  return static_cast<size_t>(std::count_if(outputs.begin(), outputs.end(),
                                           [&](const json& o) { return o.value(key, false); }));
}

std::map<std::string, size_t> CountBy(const json& outputs, const char* key) {
  std::map<std::string, size_t> out;
  for (const json& output : outputs)
    if (const std::string name = output.value(key, ""); !name.empty()) ++out[name];
  return out;
}

// A symptom that was not confirmed: told, never counted as a finding.
json Differs(const json& outputs) {
  json out = json::array();
  for (const json& o : outputs)
    if (!o.value("accused", false) && !o.value("symptom", "").empty() &&
        o.value("preserving", false))
      out.push_back({{"name", o["name"]},
                     {"to", o["to"]},
                     {"symptom", o["symptom"]},
                     {"message", o["message"]},
                     {"why", o["judged"]}});
  return out;
}

}  // namespace

const trial::RunKind kMirrorRun = {.pipeline = "mirror",
                                   .what = "run of `assay mirror run`",
                                   .programs = "outputs",
                                   .resumes = IsRun,
                                   .show = Show};

void MirrorTotals::Take(const json& report) {
  seconds_ += report.value("seconds", 0.0);
  inputs_ += report.at("inputs").get<size_t>();
  for (const json& output : report.at("outputs")) outputs_.push_back(output);
  for (const json& out : report.at("screened_out")) screened_out_.push_back(out);
}

json MirrorTotals::Tally(const json& config, const std::vector<std::string>& findings) const {
  int64_t knowledge = 0, code = 0, written = 0;
  double cost = 0;
  for (const json& output : outputs_) {
    const json tokens = output.value("tokens", json::object());
    knowledge += tokens.value("knowledge", int64_t{0});
    code += tokens.value("code", int64_t{0});
    written += tokens.value("output", int64_t{0});
    cost += output.value("cost", 0.0);
  }
  return {
      {"provider", config.value("provider", "none")},
      {"approach", config.value("approach", "assay")},
      {"without", config.value("without", json::array())},
      {"screen", config.value("screen", "all")},
      {"to", config.value("to", "")},
      {"inputs", inputs_},
      {"screened_in", outputs_.size()},
      {"outputs", outputs_.size()},
      {"valid", CountIf(outputs_, "valid")},
      {"preserving", CountIf(outputs_, "preserving")},
      {"findings", findings.size()},
      {"finding_ids", findings},
      {"error_kinds", CountBy(outputs_, "error_kind")},
      {"transfer_errors", CountBy(outputs_, "transfer_error")},
      {"verdicts", CountBy(outputs_, "verdict")},
      {"symptoms", CountBy(outputs_, "symptom")},
      {"tokens", {{"knowledge", knowledge}, {"code", code}, {"output", written}}},
      {"cost", cost},
      {"seconds", seconds_},
      {"programs_per_second", static_cast<double>(outputs_.size()) / std::max(seconds_, 0.001)}};
}

Status KeepOutputs(const std::vector<Output>& outputs,
                   const std::map<std::string, std::string>& versions, double seconds,
                   trial::RunRecord& record) {
  json report = {{"seconds", seconds},
                 {"inputs", outputs.size()},
                 {"outputs", json::array()},
                 {"screened_out", json::array()},
                 {"findings", json::array()}};
  std::vector<casebook::ProgramFinding> findings;
  for (const Output& output : outputs) {
    if (!output.screened.in) {
      report["screened_out"].push_back(ScreenedOutJson(output));
      continue;
    }
    json one = OutputJson(output);
    if (output.accusation.stands) {
      const auto version = versions.find(output.direction.to);
      findings.push_back(FindingOf(output, version == versions.end() ? "" : version->second));
      one["finding"] = casebook::IdOf(findings.back());
      report["findings"].push_back(one["finding"]);
    }
    report["outputs"].push_back(std::move(one));
  }
  return record.Add(report, findings);
}

Result<json> SummaryJson(const MirrorTotals& totals, const trial::RunRecord& record) {
  json out = totals.Tally(record.config(), record.ids());
  out.erase("finding_ids");
  out["outputs"] = totals.outputs();
  out["screened_out"] = totals.screened_out();
  out["differs"] = Differs(totals.outputs());
  ASSAY_ASSIGN(out["findings"], record.Findings());
  return out;
}

void RunCosts::Add(const Output& output) {
  for (const RunCost& run : output.spent) {
    const char* part = run.framework == output.direction.to     ? "twin"
                       : run.framework == output.direction.from ? "source"
                                                                : "other";
    Row& row = rows_[{part, run.framework, run.inputs}];
    if (run.kept) {
      ++row.kept;
      continue;
    }
    ++row.runs;
    row.seconds += run.seconds;
    row.cpu_seconds += run.cpu_seconds;
  }
}

nlohmann::json RunCosts::Json() const {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& [key, row] : rows_)
    out.push_back({{"part", std::get<0>(key)},
                   {"framework", std::get<1>(key)},
                   {"inputs", std::get<2>(key)},
                   {"runs", row.runs},
                   {"kept", row.kept},
                   {"seconds", row.seconds},
                   {"cpu_seconds", row.cpu_seconds}});
  return out;
}

}  // namespace assay::mirror
