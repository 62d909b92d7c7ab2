// The schemas of both engines, version by version (sqlite_schema.cc, postgres_schema.cc), and what
// is said when a number does not fit.
#pragma once

#include <string>

#include "base/result.h"
#include "store/engine.h"

namespace assay::store {

Status MigrateSqlite(Engine& engine, const std::string& path);
Status CheckSqlite(Engine& engine, const std::string& path);

Status MigratePostgres(Engine& engine, const std::string& shown);
Result<bool> HoldsPostgresStore(Engine& engine);
Status CheckPostgres(Engine& engine, const std::string& shown);

// An error when `version` is of a newer assay.
Status RefuseNewer(const std::string& path, int version, int newest);
// An error when it is not `newest`.
Status RefuseOther(const std::string& path, int version, int newest);

// Runs `body` in a transaction that writes; an error rolls all of it back.
template <typename Body>
Status Between(Engine& engine, Body body) {
  ASSAY_RETURN_IF_ERROR(engine.Execute(engine.dialect().begin));
  Status status = body();
  if (status.ok()) status = engine.Execute("COMMIT");
  if (!status.ok()) (void)engine.Execute("ROLLBACK");
  return status;
}

}  // namespace assay::store
