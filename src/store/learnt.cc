// What was learnt of findings: reductions, facts, history; and digests, what lists show of a
// finding and only a look at its facts and its case can tell.
#include "base/json.h"
#include "store/database.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {
namespace {

Status MarkStale(const Database& database, const std::string& finding) {
  return database.Write("UPDATE findings SET stale = stale + 1 WHERE id = ?", finding);
}

// Lists filter by these two, and must show what was said at once; for everything else there are
// digests.
Status NoteFact(const Database& database, const std::string& finding, const std::string& aspect,
                const std::string& json) {
  const bool label = aspect == "label";
  if (!label && aspect != "known") return MarkStale(database, finding);
  const std::string value = TextAt(ParseJson(json), label ? "label" : "id");
  return database.Write(label ? "UPDATE findings SET label = ? WHERE id = ?"
                              : "UPDATE findings SET known = ? WHERE id = ?",
                        value, finding);
}

}  // namespace

Status Store::KeepReduction(const ReductionRow& row) {
  ASSAY_ASSIGN(const std::optional<ReductionRow> before, Reduction(row.finding));
  const bool same =
      before.has_value() && before->model == row.model && before->inputs == row.inputs;
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(
        database_->Write("INSERT INTO reductions (finding, original_nodes, nodes, complete, "
                         "model, inputs) VALUES (?,?,?,?,?,?) ON CONFLICT (finding) DO "
                         "UPDATE SET original_nodes = excluded.original_nodes, "
                         "nodes = excluded.nodes, complete = excluded.complete, "
                         "model = excluded.model, inputs = excluded.inputs, "
                         "made = CURRENT_TIMESTAMP",
                         row.finding, row.original_nodes, row.nodes, row.complete ? 1 : 0,
                         Blob{row.model}, Blob{row.inputs}));
    ASSAY_RETURN_IF_ERROR(MarkStale(*database_, row.finding));
    if (same) return {};
    // They speak of another case.
    return database_->Write(
        "DELETE FROM facts WHERE finding = ? AND aspect IN ('location', 'repro', 'errors')",
        row.finding);
  });
}

Result<std::optional<ReductionRow>> Store::Reduction(const std::string& finding) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT finding, made, original_nodes, nodes, complete, model, "
                                  "inputs FROM reductions WHERE finding = ?"));
  select.Bind(finding);
  return ReadRow<ReductionRow>(*database_, select, [&](ReductionRow& row) {
    ReadColumns(select, row.finding, row.made, row.original_nodes, row.nodes, row.complete,
                row.model, row.inputs);
  });
}

Status Store::SetFact(const std::string& finding, const std::string& aspect,
                      const std::string& json) {
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_RETURN_IF_ERROR(
        database_->Write("INSERT INTO facts (finding, aspect, json) VALUES (?,?,?) ON CONFLICT "
                         "(finding, aspect) DO UPDATE SET json = excluded.json, "
                         "learnt = CURRENT_TIMESTAMP",
                         finding, aspect, json));
    return NoteFact(*database_, finding, aspect, json);
  });
}

Result<std::vector<FactRow>> Store::Facts(const std::string& finding) const {
  return SelectRows(*database_,
                    "SELECT aspect, learnt, json FROM facts WHERE finding = ? ORDER BY aspect",
                    std::tie(finding), &FactRow::aspect, &FactRow::learnt, &FactRow::json);
}

Status Store::AddHistory(const HistoryRow& row) {
  return database_->Write(
      "INSERT INTO history (finding, target, version, event, message, "
      "machine) VALUES (?,?,?,?,?,?)",
      row.finding, row.target, row.version, row.event, row.message, row.machine);
}

Result<std::vector<HistoryRow>> Store::History(const std::string& finding) const {
  return SelectRows(*database_,
                    "SELECT finding, time, target, version, event, message, machine "
                    "FROM history WHERE finding = ? ORDER BY id",
                    std::tie(finding), &HistoryRow::finding, &HistoryRow::time, &HistoryRow::target,
                    &HistoryRow::version, &HistoryRow::event, &HistoryRow::message,
                    &HistoryRow::machine);
}

Result<std::vector<DigestRow>> Store::StaleFindings(int64_t limit) const {
  return SelectRows(*database_, "SELECT id, stale FROM findings WHERE stale > 0 LIMIT ?",
                    std::tie(limit), &DigestRow::finding, &DigestRow::stale);
}

Status Store::KeepDigests(const std::vector<DigestRow>& rows) {
  return InTransaction(*database_, [&]() -> Status {
    ASSAY_ASSIGN(
        Statement update,
        database_->Prepare(
            "UPDATE findings SET class = ?, title = ?, severity = ?, nodes = ?, grouping = "
            "CASE WHEN grouping = '' THEN ? ELSE grouping END, stale = "
            "CASE WHEN stale > ? THEN stale - ? ELSE 0 END WHERE id = ?"));
    for (const DigestRow& row : rows)
      if (!update
               .BindAll(row.class_id, row.title, row.severity, row.nodes, row.grouping, row.stale,
                        row.stale, row.finding)
               .Run())
        return database_->Problem("cannot be written");
    return {};
  });
}

}  // namespace assay::store
