// Findings and the cases that show them.
#include <algorithm>

#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/read_rows.h"
#include "store/seen_on.h"
#include "store/store.h"

namespace assay::store {

const char* const kFindingColumns =
    "SELECT id, campaign, target, version, device, kind, stage, message, signature, state, "
    "count, first_case, first_seen, last_seen, realism, grouping, producer, framework, class, "
    "severity, title, label, known, nodes FROM findings ";

FindingRow ReadFinding(Statement& select) {
  FindingRow row;
  ReadColumns(select, row.id, row.campaign, row.target, row.version, row.device, row.kind,
              row.stage, row.message, row.signature, row.state, row.count, row.first_case,
              row.first_seen, row.last_seen, row.realism, row.grouping, row.producer, row.framework,
              row.class_id, row.severity, row.title, row.label, row.known, row.nodes);
  return row;
}

namespace {

std::string ProducerOf(const FindingRow& row, const CampaignStep& step) {
  if (!row.producer.empty()) return row.producer;
  return step.campaign == 0 ? "check" : "fuzz";
}

// In one order for all writers: two that lock the same rows the other way round would wait for each
// other. One row for each finding, however many cases of the step show it.
std::vector<FindingRow> Merged(std::vector<FindingRow> rows) {
  std::ranges::stable_sort(rows,
                           [](const FindingRow& a, const FindingRow& b) { return a.id < b.id; });
  std::vector<FindingRow> out;
  for (FindingRow& row : rows) {
    if (out.empty() || out.back().id != row.id) {
      out.push_back(std::move(row));
      continue;
    }
    out.back().count += row.count;
    out.back().realism = std::max(out.back().realism, row.realism);
    if (out.back().state == "new" && row.state == "confirmed") out.back().state = row.state;
  }
  return out;
}

// The first case counts, and the best that was learnt.
constexpr const char* kAddUp =
    "ON CONFLICT (id) DO UPDATE SET count = findings.count + excluded.count, "
    "last_seen = CURRENT_TIMESTAMP, realism = CASE WHEN findings.realism > excluded.realism THEN "
    "findings.realism ELSE excluded.realism END, "
    "state = CASE WHEN excluded.state = 'confirmed' AND findings.state = 'new' "
    "THEN 'confirmed' ELSE findings.state END";

Status Set(const Database& database, const char* sql, const std::string& value,
           const std::string& finding) {
  ASSAY_RETURN_IF_ERROR(database.Write(sql, value, finding));
  if (database.changes() == 0) return Invalid(StrCat("there is no finding '", finding, "'"));
  return {};
}

}  // namespace

Status InsertFindings(const Database& database, const CampaignStep& step, bool only_new) {
  const std::vector<FindingRow> merged = Merged(step.findings);
  std::vector<std::string> producers, frameworks;
  for (const FindingRow& row : merged) {
    producers.push_back(ProducerOf(row, step));
    frameworks.push_back(row.target.substr(0, row.target.find_first_of("@:")));
  }
  BulkRows rows;
  rows.table = "findings";
  rows.columns = {"id",    "campaign",   "target",  "version",   "device",
                  "kind",  "stage",      "message", "signature", "state",
                  "count", "first_case", "realism", "producer",  "framework"};
  rows.conflict = only_new ? "ON CONFLICT DO NOTHING" : kAddUp;
  for (size_t i = 0; i < merged.size(); ++i) {
    const FindingRow& row = merged[i];
    rows.Add(row.id, step.campaign, row.target, row.version, row.device, row.kind, row.stage,
             row.message, row.signature, row.state, row.count, row.first_case, row.realism,
             producers[i], frameworks[i]);
  }
  ASSAY_RETURN_IF_ERROR(database.Insert(rows));
  return InsertSeenOn(database, merged, step.machine);
}

Status InsertSightings(const Database& database, const CampaignStep& step) {
  BulkRows rows;
  rows.table = "sightings";
  rows.columns = {"finding", "campaign", "case_index", "recipe",  "message",  "realism",
                  "nodes",   "model",    "inputs",     "machine", "processor"};
  rows.conflict = "ON CONFLICT DO NOTHING";
  for (const SightingRow& row : step.sightings)
    rows.Add(row.finding, step.campaign, row.case_index, row.recipe, row.message, row.realism,
             row.nodes, Blob{row.model}, Blob{row.inputs}, step.machine.architecture,
             step.machine.processor);
  return database.Insert(rows);
}

Result<std::vector<FindingRow>> Store::Findings(int64_t campaign) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare(StrCat(kFindingColumns,
                                         "WHERE CAST(? AS BIGINT) = 0 OR campaign = ? "
                                         "ORDER BY realism DESC, id")));
  select.BindAll(campaign, campaign);
  return ReadRows<FindingRow>(*database_, select,
                              [&](FindingRow& row) { row = ReadFinding(select); });
}

Result<std::optional<FindingRow>> Store::TryFinding(const std::string& id) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare(StrCat(kFindingColumns, "WHERE id = ?").c_str()));
  select.Bind(id);
  return ReadRow<FindingRow>(*database_, select,
                             [&](FindingRow& row) { row = ReadFinding(select); });
}

Result<FindingRow> Store::Finding(const std::string& id) const {
  ASSAY_ASSIGN(std::optional<FindingRow> found, TryFinding(id));
  if (found.has_value()) return std::move(*found);
  ASSAY_ASSIGN(const std::vector<FindingRow> all, Findings());
  std::vector<std::string> ids;
  for (const FindingRow& row : all) ids.push_back(row.id);
  const std::string near = Nearest(id, ids);
  return Invalid(
      StrCat(database_->path(), ": there is no finding '", id, "'",
             near.empty() ? "; see assay findings list" : StrCat("; did you mean ", near, "?")));
}

Status Store::AddFindings(const std::vector<FindingRow>& findings,
                          const std::vector<SightingRow>& sightings) {
  CampaignStep step;
  step.findings = findings;
  step.sightings = sightings;
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(InsertFindings(*database_, step));
    return InsertSightings(*database_, step);
  });
}

Status Store::Split(const std::string& finding, const FindingRow& part,
                    const std::vector<int64_t>& case_indices) {
  CampaignStep step;
  step.campaign = part.campaign;
  step.findings = {part};
  step.machine = {};  // nothing was seen now: the cases bring their machines along
  step.findings[0].count = static_cast<int64_t>(case_indices.size());
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(InsertFindings(*database_, step));
    ASSAY_ASSIGN(Statement make_room,
                 database_->Prepare("DELETE FROM sightings WHERE finding = ? AND case_index = ? "
                                    "AND campaign IN (SELECT campaign FROM sightings WHERE "
                                    "finding = ? AND case_index = ?)"));
    ASSAY_ASSIGN(Statement move, database_->Prepare("UPDATE sightings SET finding = ? "
                                                    "WHERE finding = ? AND case_index = ?"));
    for (const int64_t index : case_indices)
      if (!make_room.BindAll(part.id, index, finding, index).Run() ||
          !move.BindAll(part.id, finding, index).Run())
        return database_->Problem("cannot be written");
    ASSAY_RETURN_IF_ERROR(CopySeenOn(*database_, part.id));
    ASSAY_ASSIGN(Statement update,
                 database_->Prepare("UPDATE findings SET count = CASE WHEN count > ? THEN "
                                    "count - ? ELSE 1 END WHERE id = ?"));
    const int64_t moved = step.findings[0].count;
    if (!update.BindAll(moved, moved, finding).Run())
      return database_->Problem("cannot be written");
    return {};
  });
}

Status Store::SetState(const std::string& finding, const std::string& state) {
  return Set(*database_, "UPDATE findings SET state = ? WHERE id = ?", state, finding);
}

Status Store::SetGrouping(const std::string& finding, const std::string& grouping) {
  return Set(*database_, "UPDATE findings SET grouping = ? WHERE id = ?", grouping, finding);
}

Result<std::vector<SightingRow>> Store::Sightings(const std::string& finding) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT finding, case_index, recipe, message, realism, nodes, "
                                  "model, inputs, campaign, machine, processor FROM sightings "
                                  "WHERE finding = ? ORDER BY nodes, case_index"));
  select.Bind(finding);
  return ReadRows<SightingRow>(*database_, select, [&](SightingRow& row) {
    ReadColumns(select, row.finding, row.case_index, row.recipe, row.message, row.realism,
                row.nodes, row.model, row.inputs, row.campaign, row.machine.architecture,
                row.machine.processor);
  });
}

}  // namespace assay::store
