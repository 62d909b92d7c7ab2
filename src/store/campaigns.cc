// Campaigns: one row each, brought forward step by step.
#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/store.h"

namespace assay::store {
namespace {

Status AddReports(const Database& database, const CampaignStep& step) {
  ASSAY_ASSIGN(Statement insert,
               database.Prepare("INSERT OR REPLACE INTO reports (campaign, case_index, report) "
                                "VALUES (?,?,?)"));
  for (const ReportRow& row : step.reports)
    if (!insert.BindAll(step.campaign, row.case_index, Blob{row.report}).Run())
      return database.Problem("cannot be written");
  ASSAY_ASSIGN(Statement erase,
               database.Prepare("DELETE FROM reports WHERE campaign = ? AND case_index < ?"));
  if (!erase.BindAll(step.campaign, step.forget_before).Run())
    return database.Problem("cannot be written");
  return {};
}

}  // namespace

Result<int64_t> Store::AddCampaign(const std::string& config) {
  ASSAY_ASSIGN(Statement insert,
               database_->Prepare(
                   "INSERT INTO campaigns (config, tally, block, state) VALUES (?, '', 0, '')"));
  if (!insert.Bind(config).Run()) return database_->Problem("cannot be written");
  return database_->last_id();
}

Status Store::SetConfig(int64_t campaign, const std::string& config) {
  ASSAY_ASSIGN(Statement update,
               database_->Prepare("UPDATE campaigns SET config = ? WHERE id = ?"));
  if (!update.BindAll(config, campaign).Run()) return database_->Problem("cannot be written");
  return {};
}

Result<std::optional<CampaignRow>> Store::LastCampaign(const std::string& pipeline) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT id, started, config, tally, block, state FROM campaigns "
                                  "WHERE coalesce(CASE WHEN json_valid(config) THEN "
                                  "json_extract(config, '$.pipeline') END, '') = ? "
                                  "ORDER BY id DESC LIMIT 1"));
  select.Bind(pipeline);
  if (!select.Step()) return std::optional<CampaignRow>();
  CampaignRow row;
  row.id = select.Int();
  row.started = select.Text();
  row.config = select.Text();
  row.tally = select.Text();
  row.block = select.Int();
  row.state = select.Text();
  return std::optional<CampaignRow>(std::move(row));
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
  return out;
}

Status Store::Commit(const CampaignStep& step) {
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_ASSIGN(
        Statement update,
        database_->Prepare("UPDATE campaigns SET tally = ?, block = ?, state = CASE WHEN ? "
                           "THEN state ELSE ? END WHERE id = ?"));
    if (!update
             .BindAll(step.tally, step.block, step.state.empty() ? 1 : 0, Blob{step.state},
                      step.campaign)
             .Run())
      return database_->Problem("cannot be written");
    ASSAY_RETURN_IF_ERROR(AddReports(*database_, step));
    ASSAY_RETURN_IF_ERROR(InsertFindings(*database_, step));
    ASSAY_RETURN_IF_ERROR(InsertSightings(*database_, step));
    return InsertProgress(*database_, step);
  });
}

}  // namespace assay::store
