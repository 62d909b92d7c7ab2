// Campaigns: one row each, brought forward step by step.
#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/pipelines.h"
#include "store/store.h"

namespace assay::store {
namespace {

Status AddReports(const Database& database, const CampaignStep& step) {
  ASSAY_ASSIGN(Statement insert,
               database.Prepare("INSERT INTO reports (campaign, case_index, report) VALUES (?,?,?) "
                                "ON CONFLICT (campaign, case_index) DO UPDATE SET report = "
                                "excluded.report"));
  for (const ReportRow& row : step.reports)
    if (!insert.BindAll(step.campaign, row.case_index, Blob{row.report}).Run())
      return database.Problem("cannot be written");
  ASSAY_ASSIGN(Statement erase,
               database.Prepare("DELETE FROM reports WHERE campaign = ? AND case_index < ?"));
  if (!erase.BindAll(step.campaign, step.forget_before).Run())
    return database.Problem("cannot be written");
  return {};
}

constexpr const char* kWholeCampaign =
    "SELECT id, started, config, tally, block, state, name, lane, steps FROM campaigns ";

Result<std::optional<CampaignRow>> ReadWhole(const Database& database, Statement& select) {
  if (!select.Step()) {
    if (select.failed()) return database.Problem("cannot be read");
    return std::optional<CampaignRow>();
  }
  CampaignRow row;
  row.id = select.Int();
  row.started = select.Text();
  row.config = select.Text();
  row.tally = select.Text();
  row.block = select.Int();
  row.state = select.Text();
  row.name = select.Text();
  row.lane = select.Int();
  row.steps = select.Int();
  return std::optional<CampaignRow>(std::move(row));
}

}  // namespace

Result<int64_t> Store::AddCampaign(const std::string& config) {
  ASSAY_ASSIGN(Statement insert,
               database_->Prepare("INSERT INTO campaigns (config, pipeline, tally, block, state) "
                                  "VALUES (?, ?, '', 0, '') RETURNING id"));
  const std::string pipeline = PipelineOf(config);
  if (!insert.BindAll(config, pipeline).Step()) return database_->Problem("cannot be written");
  return insert.Int();
}

Status Store::SetConfig(int64_t campaign, const std::string& config) {
  ASSAY_ASSIGN(Statement update,
               database_->Prepare("UPDATE campaigns SET config = ?, pipeline = ? WHERE id = ?"));
  const std::string pipeline = PipelineOf(config);
  if (!update.BindAll(config, pipeline, campaign).Run())
    return database_->Problem("cannot be written");
  return {};
}

Result<std::optional<CampaignRow>> Store::LastCampaign(const std::string& pipeline) const {
  ASSAY_ASSIGN(Statement select, database_->Prepare(StrCat(kWholeCampaign,
                                                           "WHERE pipeline = ? AND name = '' "
                                                           "ORDER BY id DESC LIMIT 1")));
  return ReadWhole(*database_, select.Bind(pipeline));
}

Result<std::optional<CampaignRow>> Store::WholeCampaign(int64_t id) const {
  ASSAY_ASSIGN(Statement select, database_->Prepare(StrCat(kWholeCampaign, "WHERE id = ?")));
  return ReadWhole(*database_, select.Bind(id));
}

Result<std::vector<ReportRow>> Store::Reports(int64_t campaign) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT case_index, report FROM reports WHERE campaign = ? "
                                  "ORDER BY case_index"));
  select.Bind(campaign);
  std::vector<ReportRow> out;
  while (select.Step()) {
    ReportRow row;
    row.case_index = select.Int();
    row.report = select.Text();
    out.push_back(std::move(row));
  }
  if (select.failed()) return database_->Problem("cannot be read");
  return out;
}

Status Store::Commit(const CampaignStep& step) {
  return InTransaction(*database_, [&]() -> Status {
    if (!step.agent.empty()) {
      ASSAY_ASSIGN(const bool due, TakeStep(*database_, step));
      if (!due) return {};  // was written already, before the answer got lost
    }
    ASSAY_ASSIGN(
        Statement update,
        database_->Prepare("UPDATE campaigns SET tally = ?, block = ?, state = CASE WHEN "
                           "CAST(? AS INTEGER) = 1 THEN state ELSE ? END, cases = ?, counted = ?, "
                           "done = ? WHERE id = ?"));
    if (!update
             .BindAll(step.tally, step.block, step.state.empty() ? 1 : 0, Blob{step.state},
                      step.cases, step.counted, step.done, step.campaign)
             .Run())
      return database_->Problem("cannot be written");
    ASSAY_RETURN_IF_ERROR(AddReports(*database_, step));
    ASSAY_RETURN_IF_ERROR(InsertFindings(*database_, step));
    ASSAY_RETURN_IF_ERROR(InsertSightings(*database_, step));
    return InsertProgress(*database_, step);
  });
}

}  // namespace assay::store
