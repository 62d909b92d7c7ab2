// Documents: what belongs to no finding and no campaign.
#include "store/database.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {

Status Store::KeepDocument(const std::string& kind, const std::string& name,
                           const std::string& json) {
  ASSAY_ASSIGN(Statement insert,
               database_->Prepare("INSERT INTO documents (kind, name, json) VALUES (?,?,?) "
                                  "ON CONFLICT (kind, name) DO UPDATE SET json = excluded.json, "
                                  "made = CURRENT_TIMESTAMP"));
  if (!insert.BindAll(kind, name, json).Run()) return database_->Problem("cannot be written");
  return {};
}

Result<std::vector<DocumentRow>> Store::Documents(const std::string& kind) const {
  ASSAY_ASSIGN(Statement select, database_->Prepare("SELECT kind, name, made, json FROM documents "
                                                    "WHERE kind = ? ORDER BY name"));
  select.Bind(kind);
  return ReadRows<DocumentRow>(*database_, select, [&](DocumentRow& row) {
    ReadColumns(select, row.kind, row.name, row.made, row.json);
  });
}

}  // namespace assay::store
