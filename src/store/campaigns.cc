// Campaigns: one row each, brought forward step by step.
#include "base/strings.h"
#include "store/campaign_list.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/read_rows.h"
#include "store/report_batch.h"
#include "store/store.h"

namespace assay::store {
namespace {

// Reports of a lane are one row each step. Those of other pipelines are what came out of their
// cases: each stands alone and may be replaced.
Status AddReports(const Database& database, const CampaignStep& step) {
  BulkRows rows;
  rows.table = "reports";
  rows.columns = {"campaign", "case_index", "report"};
  rows.conflict = "ON CONFLICT (campaign, case_index) DO UPDATE SET report = excluded.report";
  ReportRow packed;
  if (!step.agent.empty() && !step.reports.empty()) {
    packed = PackReports(step.reports);
    rows.Add(step.campaign, packed.case_index, Blob{packed.report});
  } else {
    for (const ReportRow& row : step.reports)
      rows.Add(step.campaign, row.case_index, Blob{row.report});
  }
  ASSAY_RETURN_IF_ERROR(database.Insert(rows));
  return database.Write("DELETE FROM reports WHERE campaign = ? AND case_index < ?", step.campaign,
                        step.forget_before);
}

std::string SelectWhole(const char* condition) {
  return StrCat("SELECT ", kCampaignColumns, ", state, name, lane, steps FROM campaigns ",
                condition);
}

Result<std::optional<CampaignRow>> ReadWhole(const Database& database, Statement& select) {
  return ReadRow<CampaignRow>(database, select, [&](CampaignRow& row) {
    row = ReadCampaign(select);
    ReadColumns(select, row.state, row.name, row.lane, row.steps);
  });
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
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_ASSIGN(Statement update,
                 database_->Prepare("UPDATE campaigns SET config = ?, pipeline = ? WHERE id = ?"));
    const std::string pipeline = PipelineOf(config);
    if (!update.BindAll(config, pipeline, campaign).Run())
      return database_->Problem("cannot be written");
    return {};
  });
}

Result<std::optional<CampaignRow>> Store::LastCampaign(const std::string& pipeline) const {
  ASSAY_ASSIGN(
      Statement select,
      database_->Prepare(SelectWhole("WHERE pipeline = ? AND name = '' ORDER BY id DESC LIMIT 1")));
  return ReadWhole(*database_, select.Bind(pipeline));
}

Result<std::optional<CampaignRow>> Store::WholeCampaign(int64_t id) const {
  ASSAY_ASSIGN(Statement select, database_->Prepare(SelectWhole("WHERE id = ?")));
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
    ASSAY_RETURN_IF_ERROR(UnpackReports(std::move(row), out));
  }
  if (select.failed()) return database_->Problem("cannot be read");
  return out;
}

namespace {

// The row of a campaign that is no lane.
Status Advance(const Database& database, const CampaignStep& step) {
  ASSAY_ASSIGN(Statement update,
               database.Prepare(StrCat("UPDATE campaigns SET ", kStepColumns, " WHERE id = ?")));
  BindStep(update, step);
  if (!update.Bind(step.campaign).Run()) return database.Problem("cannot be written");
  return {};
}

}  // namespace

const char* const kStepColumns =
    "tally = ?, block = ?, state = CASE WHEN CAST(? AS INTEGER) = 1 THEN state ELSE ? END, "
    "cases = ?, counted = ?, done = ?";

void BindStep(Statement& update, const CampaignStep& step) {
  update.BindAll(step.tally, step.block, step.state.empty() ? 1 : 0, Blob{step.state}, step.cases,
                 step.counted, step.done);
}

Status WriteStep(const Database& database, const CampaignStep& step) {
  if (step.agent.empty()) {
    ASSAY_RETURN_IF_ERROR(Advance(database, step));
  } else {
    ASSAY_ASSIGN(const bool due, TakeStep(database, step));
    if (!due) return {};  // was written already, before the answer got lost
  }
  ASSAY_RETURN_IF_ERROR(AddReports(database, step));
  ASSAY_RETURN_IF_ERROR(InsertFindings(database, step));
  ASSAY_RETURN_IF_ERROR(InsertSightings(database, step));
  return InsertProgress(database, step);
}

Status Store::Commit(const CampaignStep& step) {
  return InTransaction(*database_, [&] { return WriteStep(*database_, step); });
}

}  // namespace assay::store
