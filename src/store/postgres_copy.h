// Rows as COPY reads them: a line each, tabs between values.
#pragma once

#include <postgresql/libpq-fe.h>

#include <string>

#include "store/engine.h"

namespace assay::store {

// Fewer rows than this are written one by one: what comes before and after COPY costs as much.
inline constexpr size_t kCopyFrom = 16;

std::string CopyLines(const BulkRows& rows);

// Statements around it. Rows go to a table of this connection alone first: COPY knows nothing of
// rows that are there already.
struct CopySql {
  std::string make, copy, insert, clear;
};
CopySql CopySqlOf(const BulkRows& rows);

// False: failed; the connection says why.
bool SendCopy(PGconn* connection, const std::string& copy, const std::string& lines);

}  // namespace assay::store
