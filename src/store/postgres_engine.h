// The engine for many machines: a PostgreSQL database.
//
// A connection that was lost is made anew when the next transaction begins; until then everything
// fails with lost(). Passwords and TLS are libpq's: ~/.pgpass, PGPASSWORD, sslmode=… in the
// address.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "store/engine.h"

namespace assay::store {

Result<std::unique_ptr<Engine>> OpenPostgres(const std::string& address, bool reads_only);

}  // namespace assay::store
