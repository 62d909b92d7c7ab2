// The schema of PostgreSQL databases, version by version, with the numbers of SQLite's.
#pragma once

#include <string>

#include "base/result.h"
#include "store/engine.h"

namespace assay::store {

Status MigratePostgres(Engine& engine, const std::string& shown);
Result<bool> HoldsPostgresStore(Engine& engine);
Status CheckPostgres(Engine& engine, const std::string& shown);

}  // namespace assay::store
