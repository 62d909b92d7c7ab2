#include "life/confirm.h"

#include "base/strings.h"
#include "dossier/facts.h"
#include "dossier/installed.h"
#include "life/probe_of.h"

namespace assay::life {

Result<triage::Confirmation> ConfirmFinding(store::Store& store, store::FindingRow& row,
                                            const std::vector<std::string>& backend_dirs,
                                            int runs) {
  ASSAY_ASSIGN(const ModelCase model_case, dossier::SmallestCase(store, row.id));
  ASSAY_ASSIGN(const lab::Target target, dossier::TargetOf(row, backend_dirs));
  lab::Lab lab;
  ASSAY_ASSIGN(const triage::Probe probe, ProbeOf(store, row, target, lab));
  auto out = triage::Confirm(probe, model_case, {row.kind, row.stage, row.message}, runs);
  if (!out.ok()) return Invalid(StrCat(row.id, " cannot be run: ", out.error().message));
  ASSAY_RETURN_IF_ERROR(triage::KeepConfirmation(*out, store, row));
  return out;
}

}  // namespace assay::life
