// The schema of SQLite files, version by version.
#pragma once

#include <string>

#include "base/result.h"
#include "store/engine.h"

namespace assay::store {

Status MigrateSqlite(Engine& engine, const std::string& path);
Status CheckSqlite(Engine& engine, const std::string& path);

}  // namespace assay::store
