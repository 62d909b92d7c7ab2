#include "cli/optbug/record.h"

#include <algorithm>

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "casebook/records.h"
#include "store/campaign_list.h"

namespace assay::cli::optbug {
namespace {

using assay::optbug::Block;
using assay::optbug::Found;
using assay::optbug::Tried;
using casebook::DumpJson;
using nlohmann::json;

constexpr const char* kPipeline = "optbug";

json TallyJson(const Tally& tally) {
  return {{"programs", tally.programs},
          {"valid", tally.valid},
          {"relevant", tally.relevant},
          {"findings", tally.findings}};
}

json TalliesJson(const std::map<std::string, Tally>& tallies) {
  json out = json::object();
  for (const auto& [name, tally] : tallies) out[name] = TallyJson(tally);
  return out;
}

void Add(Tally& tally, const json& program) {
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
  if (tried.judged.verdict == assay::optbug::Verdict::kNotApplicable)
    out["program"] = tried.candidate.text;
  return out;
}

json Shown(const std::string& id, const casebook::ProgramFinding& finding) {
  const auto fact = [&](const char* key) { return finding.facts.value(key, ""); };
  return {{"id", id},
          {"title", finding.title},
          {"framework", finding.framework},
          {"version", finding.version},
          {"api", finding.api},
          {"optimiser", fact("optimiser")},
          {"rule", fact("rule")},
          {"kind", fact("optbug_kind")},
          {"verdict", fact("verdict")},
          {"model", fact("model")},
          {"origin", fact("origin")},
          {"bug_type", casebook::BugTypeOf(finding).name},
          {"evidence", finding.sentence},
          {"message", finding.message},
          {"confirmed", finding.facts.value("confirmed", 0)},
          {"program", finding.program}};
}

}  // namespace

Result<Record> Record::Start(store::Store& store, const json& config) {
  json own = config;
  own["pipeline"] = kPipeline;
  ASSAY_ASSIGN(const int64_t id, store.AddCampaign(DumpJson(own)));
  return Record(store, id, std::move(own));
}

Result<Record> Record::Resume(store::Store& store, const std::string& path) {
  ASSAY_ASSIGN(auto campaigns, store::ListCampaigns(path, kPipeline));
  // A model's runs are kept as a whole, there is nothing to go on with.
  std::erase_if(campaigns, [](const store::CampaignRow& row) {
    const json config = json::parse(row.config, nullptr, false);
    return config.is_object() && config.contains("provider") && config["provider"] != "none";
  });
  if (campaigns.empty())
    return Invalid(
        "--resume: the store holds no run of `assay optbug` without a model; start one without it");
  const store::CampaignRow& last = campaigns.back();
  const json config = json::parse(last.config, nullptr, false);
  if (!config.is_object()) return Invalid("--resume: the settings of that run cannot be read");
  Record out(store, last.id, config);
  ASSAY_ASSIGN(const auto rows, store.Reports(last.id));
  // A block that cannot be read must not pass for one that was never run: its programs would be
  // counted twice.
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
  for (const json& program : report.at("programs")) {
    optbug::Add(total_, program);
    optbug::Add(rules_[program.value("rule", "")], program);
    optbug::Add(kinds_[program.value("kind", "")], program);
    optbug::Add(optimisers_[program.value("optimiser", "")], program);
    ++statuses_[program.value("status", "")];
    ++verdicts_[program.value("verdict", "")];
    if (const std::string reason = program.value("reason", ""); !reason.empty()) ++reasons_[reason];
  }
  for (const json& key : report.at("keys")) keys_.insert(key.get<std::string>());
  for (const json& found : report.at("findings")) {
    const std::string id = found.value("id", "");
    if (std::find(ids_.begin(), ids_.end(), id) != ids_.end()) continue;
    ids_.push_back(id);
    ++total_.findings;
    ++rules_[found.value("rule", "")].findings;
    ++kinds_[found.value("kind", "")].findings;
    ++optimisers_[found.value("optimiser", "")].findings;
  }
}

Status Record::Add(const Block& block, const std::map<std::string, std::string>& versions,
                   double seconds) {
  json report = {{"seconds", seconds},
                 {"programs", json::array()},
                 {"findings", json::array()},
                 {"keys", block.keys}};
  for (const Tried& tried : block.tried) report["programs"].push_back(ProgramJson(tried));
  std::vector<casebook::ProgramFinding> findings;
  for (const Found& found : block.found) {
    const auto version = versions.find(found.candidate.framework);
    findings.push_back(
        assay::optbug::FindingOf(found, version == versions.end() ? "" : version->second));
    report["findings"].push_back({{"id", casebook::IdOf(findings.back())},
                                  {"rule", found.candidate.rule},
                                  {"kind", found.candidate.kind},
                                  {"optimiser", found.candidate.optimiser}});
  }
  store::CampaignStep step;
  step.campaign = campaign_;
  step.block = blocks_ + 1;
  step.reports.push_back({blocks_, DumpJson(report)});
  Take(report);
  ASSAY_ASSIGN(json summary, Summary());
  summary.erase("findings");
  summary["findings"] = ids_.size();
  step.tally = DumpJson(summary);
  step.progress.push_back(casebook::SampleOf(total_.programs, ids_.size()));
  return casebook::Keep(*store_, findings, std::move(step));
}

Result<json> Record::Summary() const {
  json out = {
      {"provider", config_.value("provider", "none")},
      {"approach", config_.value("approach", "assay")},
      {"seed", config_.value("seed", 0)},
      {"programs", total_.programs},
      {"valid", total_.valid},
      {"relevant", total_.relevant},
      {"findings", json::array()},
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
  for (const std::string& id : ids_) {
    ASSAY_ASSIGN(const auto finding, casebook::Load(*store_, id));
    if (finding.has_value()) out["findings"].push_back(Shown(id, *finding));
  }
  return out;
}

}  // namespace assay::cli::optbug
