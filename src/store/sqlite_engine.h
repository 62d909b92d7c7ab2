// The engine for one machine: a SQLite file that many processes may write to.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/engine.h"

namespace assay::store {

// Makes the file when there is none, unless it is opened for reading only.
Result<std::unique_ptr<Engine>> OpenSqlite(const std::string& path, bool reads_only);

}  // namespace assay::store
