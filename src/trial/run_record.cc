#include "trial/run_record.h"

#include "base/strings.h"
#include "store/address.h"
#include "store/campaign_list.h"

namespace assay::trial {
namespace {

using casebook::DumpJson;
using nlohmann::json;

json Shown(const std::string& id, const casebook::ProgramFinding& finding, const RunKind& kind) {
  json out = {{"id", id},
              {"title", finding.title},
              {"framework", finding.framework},
              {"version", finding.version},
              {"api", finding.api},
              {"kind", finding.kind},
              {"evidence", finding.sentence},
              {"message", finding.message},
              {"program", finding.program}};
  if (kind.show != nullptr) kind.show(finding, out);
  return out;
}

}  // namespace

Result<RunRecord> RunRecord::Start(store::Store& store, const RunKind& kind, json config,
                                   RunTotals& totals) {
  config["pipeline"] = kind.pipeline;
  ASSAY_ASSIGN(const int64_t id, store.AddCampaign(DumpJson(config)));
  return RunRecord(store, id, kind, std::move(config), totals);
}

Result<RunRecord> RunRecord::Resume(store::Store& store, const std::string& path,
                                    const RunKind& kind, RunTotals& totals) {
  ASSAY_ASSIGN(const auto campaigns, store::ListCampaigns(path, kind.pipeline));
  for (auto row = campaigns.rbegin(); row != campaigns.rend(); ++row) {
    json config = json::parse(row->config, nullptr, false);
    if (!config.is_object()) return Invalid("--resume: the settings of that run cannot be read");
    if (kind.resumes != nullptr && !kind.resumes(config)) continue;
    RunRecord out(store, row->id, kind, std::move(config), totals);
    ASSAY_ASSIGN(const auto reports, store.Reports(row->id));
    for (const store::ReportRow& report : reports) ASSAY_RETURN_IF_ERROR(out.TakeKept(report));
    return out;
  }
  return Invalid(StrCat("--resume: the store holds no ", kind.what, "; start one without it"));
}

Result<std::optional<RunRecord>> RunRecord::FindLike(store::Store& store, const std::string& path,
                                                     const RunKind& kind, json config,
                                                     RunTotals& totals) {
  config["pipeline"] = kind.pipeline;
  ASSAY_ASSIGN(const auto campaigns, store::ListCampaigns(path, kind.pipeline));
  for (auto row = campaigns.rbegin(); row != campaigns.rend(); ++row) {
    if (json::parse(row->config, nullptr, false) != config) continue;
    RunRecord out(store, row->id, kind, std::move(config), totals);
    ASSAY_ASSIGN(const auto reports, store.Reports(row->id));
    for (const store::ReportRow& report : reports) ASSAY_RETURN_IF_ERROR(out.TakeKept(report));
    return std::optional<RunRecord>(std::move(out));
  }
  return std::optional<RunRecord>();
}

Result<RunRecord> RunRecord::Continue(store::Store& store, const std::string& path,
                                      const RunKind& kind, json config, RunTotals& totals) {
  ASSAY_ASSIGN(std::optional<RunRecord> found, FindLike(store, path, kind, config, totals));
  if (found) return *std::move(found);
  return Start(store, kind, std::move(config), totals);
}

bool RunRecord::Done(const std::string& first, const std::string& second) const {
  return done_.contains(StrCat(first, " ", second));
}

Status RunRecord::TakeKept(const store::ReportRow& report) {
  try {
    Take(json::parse(report.report));
  } catch (const json::exception& error) {
    return Invalid(StrCat("--resume: what that run has done cannot be read: report ", reports_ + 1,
                          ": ", error.what()));
  }
  return {};
}

void RunRecord::Take(const json& report) {
  const json& programs = report.at(kind_->programs);
  const size_t count = programs.is_array() ? programs.size() : programs.get<size_t>();
  std::vector<std::string> ids;
  for (const json& finding : report.at("findings"))
    ids.push_back((finding.is_object() ? finding.at("id") : finding).get<std::string>());
  totals_->Take(report);
  ++reports_;
  programs_ += count;
  for (std::string& id : ids)
    if (known_.insert(id).second) ids_.push_back(std::move(id));
  if (kind_->key[0] != nullptr)
    done_.insert(StrCat(report.value(kind_->key[0], ""), " ", report.value(kind_->key[1], "")));
}

Status RunRecord::Add(const json& report, const std::vector<casebook::ProgramFinding>& findings) {
  store::CampaignStep step{.campaign = campaign_, .block = static_cast<int64_t>(reports_) + 1};
  step.reports.push_back({static_cast<int64_t>(reports_), DumpJson(report)});
  Take(report);
  step.tally = DumpJson(totals_->Tally(config_, ids_));
  step.progress.push_back(casebook::SampleOf(programs_, ids_.size()));
  return casebook::Keep(*store_, findings, std::move(step));
}

Result<json> RunRecord::Findings() const {
  json out = json::array();
  for (const std::string& id : ids_) {
    ASSAY_ASSIGN(const auto finding, casebook::Load(*store_, id));
    if (finding.has_value()) out.push_back(Shown(id, *finding, *kind_));
  }
  return out;
}

Result<store::Store> OpenRunStore(const std::string& path, bool resume) {
  if (!resume) return store::Store::Open(path);
  if (!store::StoreExists(path))
    return Invalid(StrCat("--resume: there is no store ", path,
                          "; start a run without --resume, or name its --store"));
  return store::Store::OpenExisting(path);
}

}  // namespace assay::trial
