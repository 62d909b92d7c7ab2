// What the schemas of both engines share: their number, and what is said when it does not fit.
#pragma once

#include <string>

#include "base/result.h"
#include "store/engine.h"

namespace assay::store {

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
