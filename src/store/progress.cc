// Campaigns for those who watch: lists of them, and samples of how far they were.
#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {
namespace {

// Beyond that a curve looks the same with every second sample left out.
constexpr int kMostSamples = 1000;

constexpr const char* kProgressColumns =
    "SELECT campaign, time, seconds, cases, sample FROM progress ";

Result<std::vector<ProgressRow>> ReadProgress(const Database& database, Statement& select) {
  return ReadRows<ProgressRow>(database, select, [&](ProgressRow& row) {
    ReadColumns(select, row.campaign, row.time, row.seconds, row.cases, row.sample);
  });
}

// Leaves out every second sample, the newest never.
Status Thin(const Database& database, int64_t campaign) {
  ASSAY_ASSIGN(Statement count,
               database.Prepare("SELECT count(*) FROM progress WHERE campaign = ?"));
  count.Bind(campaign);
  if (!count.Step()) return database.Problem("cannot be read");
  if (count.Int() <= kMostSamples) return {};
  return database.Write(
      "DELETE FROM progress WHERE campaign = ? AND seconds IN "
      "(SELECT seconds FROM (SELECT seconds, row_number() OVER "
      "(ORDER BY seconds DESC) AS place FROM progress WHERE campaign = ?) "
      "AS placed WHERE place % 2 = 0)",
      campaign, campaign);
}

}  // namespace

const char* const kCampaignColumns = "id, started, config, tally, block";

CampaignRow ReadCampaign(Statement& select) {
  CampaignRow row;
  ReadColumns(select, row.id, row.started, row.config, row.tally, row.block);
  return row;
}

Status InsertProgress(const Database& database, const CampaignStep& step) {
  if (step.progress.empty()) return {};
  ASSAY_ASSIGN(Statement insert,
               database.Prepare(StrCat(
                   "INSERT INTO progress (campaign, seconds, cases, sample) SELECT id, "
                   "CASE WHEN CAST(? AS DOUBLE PRECISION) < 0 THEN ",
                   database.dialect().since_started,
                   " ELSE CAST(? AS DOUBLE PRECISION) END, CAST(? AS BIGINT), CAST(? AS TEXT) "
                   "FROM campaigns WHERE id = ? ON CONFLICT (campaign, seconds) DO "
                   "UPDATE SET cases = excluded.cases, sample = excluded.sample, "
                   "time = CURRENT_TIMESTAMP")));
  for (const ProgressRow& row : step.progress)
    if (!insert.BindAll(row.seconds, row.seconds, row.cases, row.sample, step.campaign).Run())
      return database.Problem("cannot be written");
  return Thin(database, step.campaign);
}

Status Store::KeepProgress(const ProgressRow& row) {
  CampaignStep step;
  step.campaign = row.campaign;
  step.progress = {row};
  return InTransaction(*database_, [&] { return InsertProgress(*database_, step); });
}

Result<std::vector<CampaignRow>> Store::Campaigns(int64_t limit, int64_t offset) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare(StrCat("SELECT ", kCampaignColumns,
                                         " FROM campaigns ORDER BY id DESC LIMIT ? OFFSET ?")));
  select.BindAll(limit, offset);
  return ReadRows<CampaignRow>(*database_, select,
                               [&](CampaignRow& row) { row = ReadCampaign(select); });
}

Result<int64_t> Store::CountCampaigns() const {
  return SelectNumber(*database_, "SELECT count(*) FROM campaigns");
}

Result<std::optional<CampaignRow>> Store::Campaign(int64_t id) const {
  ASSAY_ASSIGN(Statement select, database_->Prepare(StrCat("SELECT ", kCampaignColumns,
                                                           " FROM campaigns WHERE id = ?")));
  select.Bind(id);
  return ReadRow<CampaignRow>(*database_, select,
                              [&](CampaignRow& row) { row = ReadCampaign(select); });
}

Result<std::vector<ProgressRow>> Store::Progress(int64_t campaign) const {
  ASSAY_ASSIGN(
      Statement select,
      database_->Prepare(
          (std::string(kProgressColumns) + "WHERE campaign = ? ORDER BY seconds").c_str()));
  select.Bind(campaign);
  return ReadProgress(*database_, select);
}

Result<std::optional<ProgressRow>> Store::LastProgress(int64_t campaign) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare((std::string(kProgressColumns) +
                                   "WHERE campaign = ? ORDER BY seconds DESC LIMIT 1")
                                      .c_str()));
  select.Bind(campaign);
  ASSAY_ASSIGN(std::vector<ProgressRow> rows, ReadProgress(*database_, select));
  if (rows.empty()) return std::optional<ProgressRow>();
  return std::optional<ProgressRow>(std::move(rows.front()));
}

Result<std::vector<ProgressRow>> Store::RecentProgress(int seconds) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare(StrCat(
                   "SELECT p.campaign, p.time, p.seconds, p.cases, p.sample FROM campaigns AS c "
                   "CROSS JOIN progress AS p WHERE p.campaign = c.id AND p.seconds = (SELECT "
                   "max(seconds) FROM progress WHERE campaign = c.id) AND p.time >= ",
                   database_->dialect().ago, " ORDER BY p.campaign")));
  select.Bind(seconds);
  return ReadProgress(*database_, select);
}

}  // namespace assay::store
