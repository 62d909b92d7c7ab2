// What people write for an address of a database, before it is used.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::store {

// Refuses what is meant as a database but cannot be used as one, with what to write instead:
// another scheme, "host=… dbname=…", an address that libpq cannot read or would read otherwise than
// it was meant. Messages hold nothing of a password, however it was written. Paths of files pass.
Status CheckAddress(const std::string& store);

}  // namespace assay::store
