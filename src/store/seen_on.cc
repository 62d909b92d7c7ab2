#include "store/seen_on.h"

#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {

Status InsertSeenOn(const Database& database, const std::vector<FindingRow>& findings,
                    const Machine& machine) {
  if (machine.architecture.empty()) return {};
  BulkRows rows;
  rows.table = "seen_on";
  rows.columns = {"finding", "machine", "processor"};
  rows.conflict = "ON CONFLICT DO NOTHING";
  for (const FindingRow& row : findings) rows.Add(row.id, machine.architecture, machine.processor);
  return database.Insert(rows);
}

Status CopySeenOn(const Database& database, const std::string& finding) {
  return database.Write(
      "INSERT INTO seen_on (finding, machine, processor) "
      "SELECT DISTINCT finding, machine, processor FROM sightings "
      "WHERE finding = ? AND machine <> '' ON CONFLICT DO NOTHING",
      finding);
}

Result<std::vector<SeenOnRow>> Store::SeenOn(const std::string& finding) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare("SELECT machine, processor, since FROM seen_on WHERE finding = ? "
                                  "ORDER BY since, machine, processor"));
  select.Bind(finding);
  return ReadRows<SeenOnRow>(*database_, select, [&](SeenOnRow& row) {
    ReadColumns(select, row.machine.architecture, row.machine.processor, row.since);
  });
}

Status Store::AddSeenOn(const std::string& finding, const Machine& machine) {
  FindingRow row;
  row.id = finding;
  return InTransaction(*database_, [&] { return InsertSeenOn(*database_, {row}, machine); });
}

}  // namespace assay::store
