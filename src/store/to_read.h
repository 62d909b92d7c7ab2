// Stores that may be looked at but not changed: a write-protected file, or one in a folder or on a
// disk that is.
#pragma once

#include <string>

#include "store/store.h"

namespace assay::store {

// False for a file that this process may not change, or beside which it can make none, as SQLite
// has to. Databases elsewhere say so themselves.
bool CanBeWritten(const std::string& store);

// For commands that only look: as Store::OpenExisting, which brings the schema up to date, or as
// Store::OpenForReading where nothing can be written.
Result<Store> OpenToRead(const std::string& path);

}  // namespace assay::store
