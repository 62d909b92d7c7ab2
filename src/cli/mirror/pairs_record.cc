#include "cli/mirror/pairs_record.h"

#include <algorithm>

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "casebook/records.h"

namespace assay::cli::mirror {
namespace {

using casebook::DumpJson;
using nlohmann::json;

constexpr const char* kPipeline = "mirror-pairs";

json Shown(const std::string& id, const casebook::ProgramFinding& finding) {
  return {{"id", id},
          {"title", finding.title},
          {"api", finding.api},
          {"framework", finding.framework},
          {"version", finding.version},
          {"kind", finding.kind},
          {"from", finding.facts.value("from", "")},
          {"to", finding.facts.value("to", "")},
          {"change", finding.facts.value("change", "")},
          {"difference", finding.facts.value("difference", "")},
          {"bug_type", casebook::BugTypeOf(finding).name},
          {"evidence", finding.sentence},
          {"message", finding.message},
          {"confirmed", finding.facts.value("confirmed", 0)},
          {"program", finding.program}};
}

void AddUp(const json& counts, json& sum) {
  for (const auto& [key, value] : counts.items())
    sum[key] = sum.value(key, size_t{0}) + value.get<size_t>();
}

}  // namespace

Result<PairsRecord> PairsRecord::Start(store::Store& store, const json& config) {
  json own = config;
  own["pipeline"] = kPipeline;
  ASSAY_ASSIGN(const int64_t id, store.AddCampaign(DumpJson(own)));
  return PairsRecord(store, id, std::move(own));
}

Result<PairsRecord> PairsRecord::Resume(store::Store& store) {
  ASSAY_ASSIGN(const auto last, store.LastCampaign(kPipeline));
  if (!last.has_value())
    return Invalid(
        "--resume: the store holds no run of `assay mirror pairs`; start one without it");
  const json config = json::parse(last->config, nullptr, false);
  if (!config.is_object()) return Invalid("--resume: the settings of that run cannot be read");
  PairsRecord out(store, last->id, config);
  ASSAY_ASSIGN(const auto rows, store.Reports(last->id));
  try {
    for (const store::ReportRow& row : rows) out.Take(json::parse(row.report));
  } catch (const json::exception& error) {
    return Invalid(StrCat("--resume: what that run has done cannot be read: ", error.what()));
  }
  return out;
}

bool PairsRecord::Done(const std::string& from, const std::string& to) const {
  return done_.contains(from + " " + to);
}

void PairsRecord::Take(json report) {
  done_.insert(StrCat(report.value("from", ""), " ", report.value("to", "")));
  for (const json& id : report.at("findings")) ids_.insert(id.get<std::string>());
  seconds_ += report.value("seconds", 0.0);
  reports_.push_back(std::move(report));
}

Status PairsRecord::Add(const assay::mirror::pairs::SubjectReport& report, double seconds) {
  json kept = ReportJson(report);
  kept["seconds"] = seconds;
  store::CampaignStep step;
  step.campaign = campaign_;
  step.block = static_cast<int64_t>(reports_.size()) + 1;
  step.tally = DumpJson({{"subjects", reports_.size() + 1}});
  step.reports.push_back({static_cast<int64_t>(reports_.size()), DumpJson(kept)});
  size_t programs = 0;
  for (const json& before : reports_) programs += before.value("programs", size_t{0});
  programs += kept.value("programs", size_t{0});
  step.progress.push_back(casebook::SampleOf(programs, ids_.size() + report.findings.size()));
  ASSAY_RETURN_IF_ERROR(casebook::Keep(*store_, report.findings, std::move(step)));
  Take(std::move(kept));
  return {};
}

Result<json> PairsRecord::Summary() const {
  json sums = {
      {"statuses", json::object()}, {"rulings", json::object()}, {"conventions", json::object()}};
  json states = json::object(), differences = json::array(), not_twins = json::array();
  size_t programs = 0, trials = 0;
  std::set<std::string> judged;
  for (const json& report : reports_) {
    for (const char* side : {"from", "to"}) judged.insert(report.value(side, ""));
    const std::string state = report.value("state", "");
    states[state] = states.value(state, size_t{0}) + 1;
    programs += report.value("programs", size_t{0});
    trials += report.value("trials", size_t{0});
    for (auto& [key, sum] : sums.items()) AddUp(report.at(key), sum);
    for (const json& note : report.at("notes")) differences.push_back(note);
    if (state == "not a twin" || state == "false twin")
      not_twins.push_back({{"from", report["from"]},
                           {"to", report["to"]},
                           {"state", state},
                           {"difference", report["problem"]}});
  }
  // Reports come as labs finish; what is told must not depend on that.
  std::sort(differences.begin(), differences.end());
  std::sort(not_twins.begin(), not_twins.end());
  json findings = json::array();
  for (const std::string& id : ids_) {
    ASSAY_ASSIGN(const auto finding, casebook::Load(*store_, id));
    if (finding.has_value()) findings.push_back(Shown(id, *finding));
  }
  const auto count = [&](const char* key) { return sums["rulings"].value(key, size_t{0}); };
  return json{{"pairs", config_.value("from", "") + "-" + config_.value("to", "")},
              {"seed", config_.value("seed", 0)},
              {"subjects", reports_.size()},
              {"judged", judged},
              {"compared", states.value("compared", size_t{0})},
              {"states", std::move(states)},
              {"programs", programs},
              {"programs_per_second", static_cast<double>(programs) / std::max(seconds_, 0.001)},
              {"seconds", seconds_},
              {"trials", trials},
              {"trials_per_second", static_cast<double>(trials) / std::max(seconds_, 0.001)},
              {"agreed", count("agreed")},
              {"conventions", count("convention")},
              {"differs", count("differs") + count("one refuses")},
              {"rulings", sums["rulings"]},
              {"conventions_by_name", sums["conventions"]},
              {"statuses", sums["statuses"]},
              {"differences", std::move(differences)},
              {"not_twins", std::move(not_twins)},
              {"findings", std::move(findings)}};
}

}  // namespace assay::cli::mirror
