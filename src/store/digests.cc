// Digests: what lists show of a finding and only a look at its facts and its case can tell.
#include "store/database.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {

Result<std::vector<DigestRow>> Store::StaleFindings(int64_t limit) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT id, stale FROM findings WHERE stale > 0 LIMIT ?"));
  select.Bind(limit);
  return ReadRows<DigestRow>(*database_, select,
                             [&](DigestRow& row) { ReadColumns(select, row.finding, row.stale); });
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
