// A connection to PostgreSQL, with what assay wants of every one.
#pragma once

#include <postgresql/libpq-fe.h>

#include <string>

namespace assay::store {

// PQstatus tells whether it came about; PQfinish ends it either way.
PGconn* ConnectPostgres(const std::string& address);

}  // namespace assay::store
