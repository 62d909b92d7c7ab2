#include "cli/mirror/record.h"

#include <algorithm>

#include "base/strings.h"
#include "casebook/records.h"
#include "cli/mirror/output_json.h"
#include "store/campaign_list.h"

namespace assay::cli::mirror {
namespace {

using assay::mirror::Output;
using casebook::DumpJson;
using nlohmann::json;

constexpr const char* kRunPipeline = "mirror";

json ShownFinding(const std::string& id, const casebook::ProgramFinding& finding) {
  const auto fact = [&](const char* key) { return finding.facts.value(key, ""); };
  return {{"id", id},
          {"title", finding.title},
          {"framework", finding.framework},
          {"version", finding.version},
          {"api", finding.api},
          {"kind", finding.kind},
          {"source", fact("source")},
          {"issue", fact("issue")},
          {"verdict", fact("verdict")},
          {"state", fact("state")},
          {"evidence", finding.sentence},
          {"message", finding.message},
          {"program", finding.program}};
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

Result<Record> Record::Start(store::Store& store, const json& config) {
  json own = config;
  own["pipeline"] = kRunPipeline;
  ASSAY_ASSIGN(const int64_t id, store.AddCampaign(DumpJson(own)));
  return Record(store, id, std::move(own));
}

Result<Record> Record::Resume(store::Store& store, const std::string& path) {
  ASSAY_ASSIGN(const auto campaigns, store::ListCampaigns(path, kRunPipeline));
  const auto last = std::find_if(campaigns.rbegin(), campaigns.rend(), [](const auto& row) {
    return json::parse(row.config, nullptr, false).is_object() &&
           json::parse(row.config, nullptr, false).value("action", "") == "run";
  });
  if (last == campaigns.rend())
    return Invalid(
        "--resume: the store holds no run of `assay mirror run`; start one without --resume");
  Record out(store, last->id, json::parse(last->config, nullptr, false));
  ASSAY_ASSIGN(const auto rows, store.Reports(last->id));
  // A block that cannot be read must not pass for one that was never run.
  try {
    for (const store::ReportRow& row : rows) out.Take(json::parse(row.report));
  } catch (const json::exception& error) {
    return Invalid(StrCat("--resume: what that run has done cannot be read: ", error.what()));
  }
  return out;
}

void Record::Take(const json& report) {
  ++blocks_;
  seconds_ += report.value("seconds", 0.0);
  inputs_ += report.at("inputs").get<size_t>();
  for (const json& output : report.at("outputs")) outputs_.push_back(output);
  for (const json& out : report.at("screened_out")) screened_out_.push_back(out);
  for (const json& id : report.at("findings"))
    if (std::find(ids_.begin(), ids_.end(), id.get<std::string>()) == ids_.end())
      ids_.push_back(id.get<std::string>());
}

Status Record::Add(const std::vector<Output>& outputs,
                   const std::map<std::string, std::string>& versions, double seconds) {
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
  store::CampaignStep step;
  step.campaign = campaign_;
  step.block = blocks_ + 1;
  step.reports.push_back({blocks_, DumpJson(report)});
  Take(report);
  step.tally = DumpJson(Counts());
  step.progress.push_back(casebook::SampleOf(outputs_.size(), ids_.size()));
  return casebook::Keep(*store_, findings, std::move(step));
}

json Record::Counts() const {
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
      {"provider", config_.value("provider", "none")},
      {"approach", config_.value("approach", "assay")},
      {"without", config_.value("without", json::array())},
      {"screen", config_.value("screen", "all")},
      {"to", config_.value("to", "")},
      {"inputs", inputs_},
      {"screened_in", outputs_.size()},
      {"outputs", outputs_.size()},
      {"valid", CountIf(outputs_, "valid")},
      {"preserving", CountIf(outputs_, "preserving")},
      {"findings", ids_.size()},
      {"finding_ids", ids_},
      {"error_kinds", CountBy(outputs_, "error_kind")},
      {"transfer_errors", CountBy(outputs_, "transfer_error")},
      {"verdicts", CountBy(outputs_, "verdict")},
      {"symptoms", CountBy(outputs_, "symptom")},
      {"tokens", {{"knowledge", knowledge}, {"code", code}, {"output", written}}},
      {"cost", cost},
      {"seconds", seconds_},
      {"programs_per_second", static_cast<double>(outputs_.size()) / std::max(seconds_, 0.001)}};
}

Result<json> Record::Summary() const {
  json out = Counts();
  out["outputs"] = outputs_;
  out["screened_out"] = screened_out_;
  out["differs"] = Differs(outputs_);
  out["findings"] = json::array();
  out.erase("finding_ids");
  for (const std::string& id : ids_) {
    ASSAY_ASSIGN(const auto finding, casebook::Load(*store_, id));
    if (finding.has_value()) out["findings"].push_back(ShownFinding(id, *finding));
  }
  return out;
}

}  // namespace assay::cli::mirror
